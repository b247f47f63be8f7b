"""Draw the visits of a veterinary clinic, with headers as they come: `python clinic_visits.py` writes them as a CSV."""

from typing import Any

import numpy as np
import pandas as pd

VISITS = 1730
BILLS = {
    "vacc.": 48,
    "check-up": 55,
    "lameness": 140,
    "skin/itch": 95,
    "GI upset": 120,
    "dental": 260,
    "emergency": 390,
}
"""Reason → what a light uninsured animal is billed for it, in pounds, at the median."""
BACK = {"skin/itch": 0.34, "GI upset": 0.2, "dental": 0.12}
"""Reason → share of visits that are followed by another one within 14 days; 0.1 for others."""
chance = np.random.default_rng(77)


def drawn(**shares: float) -> Any:
    """Return a value for each visit, by these shares."""
    return chance.choice(list(shares), VISITS, p=list(shares.values()))


def named(values: Any, **names: str) -> Any:
    """Return values under the names that they have in the table."""
    return np.array([names.get(str(each), str(each)) for each in values])


def chances() -> Any:
    """Return a number between 0 and 1 for each visit."""
    return chance.random(VISITS)


species = named(drawn(dog=0.5, cat=0.34, rabbit=0.1, bird=0.06), bird="bird/exotic")
vet = named(drawn(osei=0.36, lind=0.31, varga=0.22, locum=0.11), osei="Dr Osei", lind="Dr Lind", varga="Dr Varga")
reason = named(
    drawn(vacc=0.25, check=0.2, lameness=0.11, skin=0.14, gut=0.14, dental=0.09, emergency=0.07),
    vacc="vacc.", check="check-up", skin="skin/itch", gut="GI upset",
)  # fmt: skip
is_rabbit, is_bird, is_cat, is_dog = (species == each for each in ("rabbit", "bird/exotic", "cat", "dog"))
age = np.round(np.clip(chance.gamma(2.2, 2.6, VISITS) * np.select([is_rabbit, is_bird], [0.6, 0.8], 1), 0.1, 24), 1)
dogs, cats, rabbits = (chance.normal(mean, spread, VISITS) for mean, spread in ((21, 9), (4.6, 1.1), (2.3, 0.5)))
others = chance.normal(0.5, 0.3, VISITS)
weight = np.round(np.select([is_dog, is_cat, is_rabbit], [dogs, cats, rabbits], others).clip(0.1), 1)
insured = chances() < np.where(is_dog, 0.42, 0.27)
queue = chance.gamma(2, 7, VISITS) + np.select([reason == "emergency", vet == "locum"], [-8, 9], 0)
wait = np.round(queue + np.where(chances() < 0.3, 6, 0)).clip(0).astype(int)
usual = np.array([BILLS[each] for each in reason])
bill = np.round(usual * np.where(insured, 1.22, 1) * chance.lognormal(0, 0.28, VISITS) * (1 + 0.008 * weight), 2)
again = np.array([BACK.get(each, 0.1) for each in reason]) + 0.06 * (vet == "locum")
revisit = np.where(chances() < again, "Y", "N")
days = pd.to_timedelta(np.sort(chance.integers(0, 500, VISITS)), unit="D")
slot = drawn(AM=0.38, PM=0.38, eve=0.14, Sat=0.1)
sex = drawn(M=0.14, MN=0.36, F=0.12, FN=0.38)
rating = 4.4 - wait / 25 - (revisit == "Y") * 0.7 + chance.normal(0, 0.7, VISITS)

visits = pd.DataFrame({
    "visit id#": np.arange(50001, 50001 + VISITS),
    "DOV": (pd.Timestamp("2024-01-02") + days).strftime("%d-%b-%Y"),
    "slot": slot,
    "Spec.": species,
    "Age (yrs)": age,
    "wt_kg": weight,
    "Sex/neut": sex,
    "Reason->": reason,
    "seen by": vet,
    "wait(min)": wait,
    "Bill £": [f"£{each:,.2f}" for each in bill],
    "insured?": np.where(insured, "yes", "no"),
    "rev. <14d": revisit,
    "satisf 1-5": np.clip(np.round(rating), 1, 5),
})  # fmt: skip
for column, share in (("satisf 1-5", 0.38), ("wt_kg", 0.05), ("seen by", 0.02)):
    visits.loc[chances() < share, column] = None
visits.to_csv("clinic_visits.csv", index=False)
