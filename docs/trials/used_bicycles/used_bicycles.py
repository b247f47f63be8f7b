"""Draw bicycles that shops bought, repaired and sold again: `python used_bicycles.py FILE` writes them as a CSV."""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

ROWS = 910


def main(place: Path) -> None:
    """Write the table."""
    chance = np.random.default_rng(41)
    kind = chance.choice(
        ["city", "trekking", "road", "MTB", "kids", "cargo"], ROWS, p=[0.33, 0.24, 0.14, 0.15, 0.1, 0.04]
    )
    electric = np.where((kind != "kids") & (chance.random(ROWS) < np.where(kind == "cargo", 0.7, 0.2)), "y", "n")
    grade = chance.choice(list("ABCD"), ROWS, p=[0.2, 0.38, 0.3, 0.12])
    worth = (
        pd.Series(kind)
        .map({"city": 160, "trekking": 240, "road": 330, "MTB": 290, "kids": 60, "cargo": 780})
        .to_numpy()
    )
    worth = (
        worth
        * np.where(electric == "y", 2.6, 1.0)
        * pd.Series(grade).map({"A": 1.3, "B": 1.0, "C": 0.72, "D": 0.45}).to_numpy()
    )
    bought = np.round(worth * chance.lognormal(-0.9, 0.3, ROWS), 0)
    hours = np.round(chance.gamma(1.6, pd.Series(grade).map({"A": 0.5, "B": 0.9, "C": 1.6, "D": 2.6}).to_numpy()), 1)
    parts = np.where(chance.random(ROWS) < 0.2, 0.0, chance.gamma(1.4, 14, ROWS) * (1 + (electric == "y")))
    price = np.round(worth * chance.normal(1.0, 0.13, ROWS) / 5) * 5
    bought_on = pd.Timestamp("2023-03-01") + pd.to_timedelta(chance.integers(0, 1150, ROWS), unit="D")
    season = np.where(np.isin(bought_on.month, [3, 4, 5, 6]), 0.6, 1.25)
    stay = np.round(chance.gamma(1.7, 16, ROWS) * season * np.where(kind == "road", 1.4, 1.0)) + 1
    unsold = chance.random(ROWS) < 0.07
    shop = chance.choice(["Harbour", "Old Town", "Station", "Station W."], ROWS, p=[0.37, 0.31, 0.22, 0.1])
    table = pd.DataFrame(
        {
            "frame#": chance.permutation(np.arange(20_417, 20_417 + ROWS)),
            "bought on": bought_on.strftime("%d/%m/%Y"),
            "shop ": shop,
            "type": kind,
            "e-bike?": electric,
            "cond.": grade,
            "bought (EUR)": [f"{value:,.2f}".replace(",", "_").replace(".", ",").replace("_", ".") for value in bought],
            "repair,h": hours,
            "parts [EUR]": [f"{value:.2f}".replace(".", ",") for value in parts],
            "sold for": np.where(unsold, np.nan, price),
            "days in shop": np.where(unsold, np.nan, stay),
            "donated": chance.choice(["", "x"], ROWS, p=[0.86, 0.14]),
            'wheel"': np.where(
                kind == "kids",
                chance.choice([16, 20, 24], ROWS),
                chance.choice([26, 27.5, 28], ROWS, p=[0.2, 0.25, 0.55]),
            ),
            "guarantee mths": pd.Series(grade).map({"A": 12, "B": 12, "C": 6, "D": 0}),
            "complaint": np.where(unsold, "", np.where(chance.random(ROWS) < 0.06 + 0.05 * (hours < 0.6), "yes", "no")),
        }
    )
    table.to_csv(place, index=False)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
