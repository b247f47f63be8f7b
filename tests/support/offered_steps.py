"""Steps of every kind over a state with variables of every nature, for tests of what is made of them."""

import copy
import random
from collections.abc import Iterator
from functools import cache

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression

from company.results.capture import describe_variable
from company.results.columns import describe_columns
from grammar.scene import Focus, Scene, scene_of
from grammar.slots import TABLE
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS


def table() -> pd.DataFrame:
    """A table with every role of column, gaps, and awkward names."""
    chance = np.random.default_rng(3)
    n = 240
    price = chance.lognormal(5, 0.5, n).round(2)
    frame = pd.DataFrame(
        {
            "Order ID": [f"o{i:04d}" for i in range(n)],
            "price": price,
            "units": chance.integers(1, 9, n),
            "customer's age": chance.normal(45, 12, n).round(0),
            "region": chance.choice(["North", "South", "East", "O'Brien County"], n),
            "channel": chance.choice(["web", "shop"], n),
            "satisfaction": chance.choice(["low", "medium", "high"], n),
            "weight": [f"{w:.2f}kg" for w in chance.uniform(0.5, 4, n)],
            "ordered on": pd.date_range("2022-01-01", periods=n, freq="3D").strftime("%d/%m/%Y"),
            "carrier": ["post"] * 150 + ["truck"] * 86 + ["ship"] * 4,
            "returned": chance.choice(["yes", "no"], n, p=[0.2, 0.8]),
            "comment": [f"note {i} about {w}" for i, w in enumerate(chance.choice(["size", "colour", "time"], n))],
        }
    )
    frame["margin"] = (price * 0.2 + chance.normal(0, 8, n)).round(2)
    frame.loc[::13, "customer's age"] = np.nan
    frame.loc[::17, "channel"] = None
    return frame


def beside() -> dict[str, pd.DataFrame]:
    """A table that rows of the other name rows of, all but a few."""
    return {"carriers": pd.DataFrame({"carrier": ["post", "truck", "train"], "fleet": ["hired", "own", "hired"]})}


def variables() -> dict[str, object]:
    """A dialogue's state with variables of every nature; whoever asks may change them."""
    return copy.deepcopy(_variables())


@cache
def _variables() -> dict[str, object]:
    df = table()
    matrix = df[["price", "units", "margin"]].corr()
    return {
        "df": df,
        "recent": df[df["units"] > 3].copy(),
        "mean_price": df.groupby("region")["price"].mean(),
        "by_region": df.groupby("region").agg(mean_price=("price", "mean"), orders=("price", "count")),
        "flat": df.groupby(["region", "channel"])["price"].mean().reset_index(),
        "counts": df["satisfaction"].value_counts(),
        "matrix": matrix,
        "prices": df["price"],
        "labels": (df["price"] > df["price"].median()).astype(int).to_numpy(),
        "regions": ["North", "South"],
        "price_of": {"North": 1.5, "South": 2.5},
        "mean_value": float(df["price"].mean()),
        "price_by_units": df.groupby("units")["price"].mean(),
        "inertias": [812.5, 401.25, 300.0, 260.75, 251.0, 249.5],
        "scores": df[["price", "margin"]].to_numpy(),
        "price_model": LinearRegression().fit(df[["units", "margin"]], df["price"]),
        "listed_means": df.groupby("region")["price"].mean().reset_index(),
    }


@cache
def start() -> Scene:
    return scene(variables())


def scene(state: dict[str, object], last: str | None = None) -> Scene:
    df = state["df"]
    assert isinstance(df, pd.DataFrame)
    described = [describe_variable(name, value) for name, value in state.items()]
    known = {"variable": "df", "rows": len(df), "columns": describe_columns(df)}
    fleet = {"carrier": "str id", "fleet": "str flag: 'hired', 'own'"}
    known["tables_beside"] = [{"variable": "carriers", "rows": 3, "columns": fleet}]
    found = int(df["carrier"].isin(beside()["carriers"]["carrier"]).sum())
    known["links"] = [{"columns": ["carrier"], "to": "carriers", "key": ["carrier"], "found": found, "rows": len(df)}]
    return scene_of(known, described, last)


def offered(kind_name: str, *seeds: int) -> list[Step]:
    """Different steps of a kind, on every variable that it takes."""
    steps = [step for seed in seeds for step in _offered(kind_name, random.Random(seed))]
    return list({str(step): step for step in steps}.values())


def _offered(kind_name: str, chance: random.Random) -> Iterator[Step]:
    kind, here = KINDS[kind_name], start()
    for var in [here.table, *(v for v in here.variables.values() if v.name != "df")]:
        if var.nature not in kind.takes:
            continue
        for slots in list(kind.offers(var, Focus(("price", "region")), chance))[:4]:
            source = TABLE if var.name == "df" else var.name
            yield Step(kind_name, {**slots, "source": source}, chance.choice(kind.gives))
