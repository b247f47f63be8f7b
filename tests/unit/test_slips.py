"""Wrong versions that run: they do what their label says, and give another result than the right code."""

import ast
import contextlib
import io
import random
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
import pytest

from company.results.capture import describe_variable
from company.results.digests import digest
from company.results.kinds import result_type
from grammar.editing import Code
from grammar.misreading import Reading, misread
from grammar.scene import Scene, scene_of
from grammar.slips_of_result import FINDERS

N = 80


def state() -> dict[str, pd.DataFrame]:
    """The frames that the samples work on."""
    chance = np.random.default_rng(3)
    shop = pd.DataFrame(
        {
            "price": chance.normal(50, 9, N).round(2),
            "cost": chance.normal(30, 5, N).round(2),
            "units": chance.integers(1, 9, N).astype(float),
            "region": chance.choice(["North", "South", "East"], N),
            "channel": chance.choice(["web", "shop"], N),
        }
    )
    shop.loc[::7, "cost"] = np.nan
    return {"df": shop, "recent": shop[shop["price"] > 45].copy()}


def scene() -> Scene:
    """The same frames as the chatbot sees them."""
    made = {name: describe_variable(name, frame) for name, frame in state().items()}
    table = {"variable": "df", "rows": N, "columns": made["df"]["columns"]}
    return scene_of(table, made.values(), "recent")


SCENE = scene()
SAMPLES: dict[str, tuple[str, tuple[str, str]]] = {
    "filter": (
        "mask = (df['price'] >= 45) & (df['region'] == 'North')\ndear = df[mask].copy()\nprint(dear.head())",
        ("dear", "dataframe"),
    ),
    "range": ("middle = df[df['price'].between(40, 55)].copy()", ("middle", "dataframe")),
    "located": ("prices = df.loc[df['region'] == 'East', 'price']", ("prices", "series")),
    "earlier": ("mean_price = float(recent['price'].mean())", ("mean_price", "value")),
    "steps": (
        "north = df[df['region'] == 'North'].copy()\n"
        "north_web = north[north['channel'] == 'web'].copy()\n"
        "totals = north_web.groupby('region')['units'].sum()",
        ("totals", "series"),
    ),
    "groups": (
        "by_both = df.groupby(['region', 'channel'])['price'].agg(['mean', 'max'])\n"
        "by_both.columns = ['mean_price', 'max_price']\nprint(by_both.head())",
        ("by_both", "dataframe"),
    ),
    "named": (
        "spread = df.groupby('region').agg(low=('price', 'min'), high=('price', 'max'))",
        ("spread", "dataframe"),
    ),
    "columns": ("part = df[['price', 'cost', 'region']].copy()", ("part", "dataframe")),
    "top": ("top = df.sort_values('price', ascending=False, kind='stable').head(10)", ("top", "dataframe")),
    "list": ("regions = sorted(df['region'].unique().tolist())", ("regions", "list")),
    "dictionary": ("price_of = df.groupby('channel')['price'].median().to_dict()", ("price_of", "dict")),
    "ranked": (
        "mean_of = df.groupby('region')['price'].mean().to_dict()\n"
        "ranking = sorted(mean_of, key=lambda key: -mean_of[key])",
        ("ranking", "list"),
    ),
    "gap": (
        "web = df.loc[df['channel'] == 'web', 'price'].dropna()\n"
        "shop = df.loc[df['channel'] == 'shop', 'price'].dropna()\n"
        "gap = float(web.mean() - shop.mean())",
        ("gap", "value"),
    ),
    "shares": ("shares = df['region'].value_counts(normalize=True) * 100", ("shares", "series")),
    "pair": ("ends = (float(df['price'].min()), float(df['price'].quantile(0.9)))", ("ends", "tuple")),
}


def run(code: str, result: tuple[str, str]) -> Any:
    """The value that the code leaves."""
    names = {"pd": pd, "np": np, **state()}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, "<sample>", "exec"), names)
    return names[result[0]]


def slips(sample: str) -> dict[str, str]:
    """Every wrong version of a sample: what was done → the code."""
    code, result = SAMPLES[sample]
    reading = Reading(Code(code, {name: list(frame.columns) for name, frame in state().items()}, result), SCENE, result)
    found = [slip for find in FINDERS for slip in find(reading)]
    return {slip.did: reading.code.with_edits(slip.edits) for slip in found}


@pytest.mark.parametrize("sample", sorted(SAMPLES))
def test_a_wrong_version_runs_and_most_give_another_result(sample: str) -> None:
    code, result = SAMPLES[sample]
    right = run(code, result)
    assert result_type(right) == result[1]
    found = slips(sample)
    assert found
    other = 0
    for did, wrong in found.items():
        assert ast.parse(wrong) and wrong != code
        made = run(wrong, result)
        if "instead of" in did and did.startswith("returned"):
            assert result_type(made) != result[1], (did, wrong)
        other += digest(made) != digest(right)
    assert other >= 0.7 * len(found), found


@pytest.mark.parametrize(
    ("sample", "did", "words"),
    [
        ("filter", "left out the condition on 'region'", "mask = (df['price'] >= 45)\n"),
        ("filter", "compared 'price' with 45 the wrong way round", "df['price'] <= 45"),
        ("filter", "took what meets only one of the conditions", ") | ("),
        ("filter", "took everything of `df` and left the condition out", "dear = df.copy()"),
        ("range", "left out the upper limit of 55", "(df['price'] >= 40)"),
        ("located", "took everything of `df` and left the condition out", "prices = df['price']"),
        ("earlier", "worked on `df` instead of `recent`", "df['price'].mean()"),
        ("earlier", "computed the median instead of the mean", "recent['price'].median()"),
        ("steps", "worked on `north` instead of `north_web`", "totals = north.groupby"),
        ("steps", "took 'shop' instead of 'web'", "== 'shop'"),
        ("groups", "forgot to group by 'channel' as well", "groupby(['region'])"),
        ("groups", "left out the maximum", "agg(['mean'])\nby_both.columns = ['mean_price']"),
        ("named", "left out the maximum", "agg(low=('price', 'min'))"),
        ("columns", "left out 'region'", "df[['price', 'cost']]"),
        ("columns", "took every column of `df`", "part = df.copy()"),
        ("top", "took 9 instead of 10", "head(9)"),
        ("top", "sorted from low to high instead of from high to low", "ascending=True"),
        ("list", "returned a Series instead of a list", "pd.Series(sorted("),
        ("dictionary", "did not turn the result into a dictionary", ".median()"),
        ("ranked", "sorted from low to high instead of from high to low", "key: mean_of[key]"),
        ("gap", "subtracted the wrong way round", "shop.mean() - web.mean()"),
        ("shares", "gave fractions instead of percentages", "normalize=True)"),
        ("shares", "counted the values instead of giving their shares", "normalize=False"),
        ("pair", "took the quantile 0.1 instead of 0.9", "quantile(0.1)"),
        ("pair", "returned a list instead of a tuple", "ends = [float("),
    ],
)
def test_what_is_said_of_a_slip_is_what_was_done(sample: str, did: str, words: str) -> None:
    found = slips(sample)
    assert did in found, sorted(found)
    assert words in f"{found[did]}\n"


def test_a_variable_without_the_columns_is_not_mistaken_for_one_that_has_them() -> None:
    code = "marked = df.assign(margin=df['price'] - df['cost'])\nbest = float(marked['margin'].max())"
    reading = Reading(Code(code, {"df": ["price", "cost"]}, ("best", "value")), SCENE, ("best", "value"))
    assert not [slip for find in FINDERS for slip in find(reading) if slip.did.startswith("worked on")]


def test_the_difference_that_is_wanted_is_made_where_a_slip_promises_it() -> None:
    code, result = SAMPLES["filter"]
    reading = Reading(Code(code, {"df": list(state()["df"].columns)}, result), SCENE, result)
    right, made = run(code, result), Counter[str]()
    for seed in range(40):
        found = misread(reading, "shape", random.Random(seed), FINDERS)
        assert found is not None
        wrong = run(found[0], result)
        made["shape" if wrong.shape != right.shape else "values"] += 1
        found = misread(reading, "type", random.Random(seed), FINDERS)
        assert found is not None and result_type(run(found[0], result)) != "dataframe"
    assert made["shape"] > 30, made


def test_where_nothing_can_be_misread_there_is_no_wrong_version() -> None:
    reading = Reading(Code("print(1)", {}, ("x", "plot")), SCENE, ("x", "plot"))
    assert misread(reading, "values", random.Random(1), FINDERS) is None
