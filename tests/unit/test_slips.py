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
from grammar.mutating.choosing import misread
from grammar.mutating.code import Code
from grammar.mutating.facts import Facts
from grammar.mutating.ways import sorts
from grammar.scene import Scene, scene_of

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
    "costs": ("mean_cost = float(df['cost'].mean())", ("mean_cost", "value")),
    "level": ("by_region = df.groupby('region')['price'].mean()", ("by_region", "series")),
    "percent": ("percent = df['price'] / df['price'].sum() * 100", ("percent", "series")),
    "best": ("best = df[df['region'] == 'East'].nlargest(5, 'price')", ("best", "dataframe")),
    "joined": (
        "mins = df.groupby('region')['price'].min().rename('lowest').reset_index()\n"
        "joined = df.merge(mins, on='region', how='left')\n"
        "joined.index = df.index",
        ("joined", "dataframe"),
    ),
    "ranks": ("ranks = df.groupby('region')['price'].rank(ascending=False)", ("ranks", "series")),
    "gaps": ("gaps = df['price'] - df.groupby('region')['price'].transform('mean')", ("gaps", "series")),
    "change": (
        "figures = df.groupby('units')['price'].median()\nchange = figures - figures.shift(1)",
        ("change", "series"),
    ),
    "table": (
        "counts = pd.crosstab(df['region'], df['channel'])\nshares = counts.div(counts.sum(axis=1), axis=0)",
        ("shares", "dataframe"),
    ),
    "of_each": (
        "of_each = pd.crosstab(df['region'], df['channel'], normalize='index')",
        ("of_each", "dataframe"),
    ),
    "some": ("some = df[df['region'].isin(['North', 'East'])].copy()", ("some", "dataframe")),
    "smooth": (
        "figures = df.groupby('units')['price'].median()\nsmooth = figures.rolling(3).mean()",
        ("smooth", "series"),
    ),
    "growth": (
        "figures = df.groupby('units')['price'].median()\ngrowth = figures.pct_change() * 100",
        ("growth", "series"),
    ),
    "pair": ("ends = (float(df['price'].min()), float(df['price'].quantile(0.9)))", ("ends", "tuple")),
}


def run(code: str, result: tuple[str, str]) -> Any:
    """The value that the code leaves."""
    names = {"pd": pd, "np": np, **state()}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, "<sample>", "exec"), names)
    return names[result[0]]


def right(sample: str) -> Code:
    """A sample with the frames that it can see."""
    code, result = SAMPLES[sample]
    return Code(code, {name: list(frame.columns) for name, frame in state().items()}, result)


def slips(code: Code) -> dict[str, str]:
    """Every wrong version of some code: what was done → the code."""
    found = [each for sort in sorts("misreading") for each in sort.mistakes(Facts(code, SCENE), shown=False)]
    return {each.did: code.with_edits(each.edits) for each in found}


@pytest.mark.parametrize("sample", sorted(SAMPLES))
def test_a_wrong_version_runs_and_most_give_another_result(sample: str) -> None:
    code, result = SAMPLES[sample]
    answer = run(code, result)
    assert result_type(answer) == result[1]
    found = slips(right(sample))
    assert found
    other = 0
    for did, wrong in found.items():
        assert ast.parse(wrong) and wrong != code
        made = run(wrong, result)
        assert result_type(made) == result[1], f"a slip of meaning keeps the type: {did}"
        other += digest(made) != digest(answer)
    assert other >= 0.5 * len(found), found


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
        ("ranked", "sorted from low to high instead of from high to low", "key: mean_of[key]"),
        ("gap", "subtracted the wrong way round", "shop.mean() - web.mean()"),
        ("shares", "gave fractions instead of percentages", "normalize=True)"),
        ("shares", "counted the values instead of giving their shares", "normalize=False"),
        ("of_each", "took shares along the other direction", "normalize='columns'"),
        ("some", "forgot about 'East'", "isin(['North'])"),
        ("smooth", "used 4 instead of 3", "rolling(4)"),
        ("growth", "compared with the last but one instead of the last", "pct_change(2)"),
        ("pair", "took the quantile 0.1 instead of 0.9", "quantile(0.1)"),
        ("costs", "counted missing values as zero", "df['cost'].fillna(0).mean()"),
        ("costs", "took the mean of the figures by 'region'", "df.groupby('region')['cost'].mean().mean()"),
        (
            "level",
            "took the mean of the figures by 'channel'",
            "groupby(['region', 'channel'])['price'].mean().groupby(",
        ),
        ("level", "lost every row of `df` that has a gap in any column", "df.dropna().groupby('region')"),
        ("shares", "divided by the number of all rows in `df`", "df['region'].value_counts() / len(df)"),
        ("percent", "divided by the largest value instead of the total", "df['price'].max()"),
        ("top", "cut the rows off before they were sorted", "df.head(10).sort_values('price', "),
        (
            "best",
            "took the rows first and filtered them afterwards",
            "df.nlargest(5, 'price').loc[df['region'] == 'East']",
        ),
        ("joined", "joined every row of a group with every other one", "mins = df[['region', 'price']].set_axis("),
        ("ranks", "took everything as one group", "df['price'].rank(ascending=False)"),
        ("gaps", "took everything as one group", "df['price'].mean()"),
        ("change", "compared with the last but one instead of the last", "figures.shift(2)"),
        ("table", "took shares along the other direction", "counts.div(counts.sum(axis=0), axis=1)"),
        ("table", "divided by everything instead of each line's own total", "counts / counts.to_numpy().sum()"),
    ],
)
def test_what_is_said_of_a_slip_is_what_was_done(sample: str, did: str, words: str) -> None:
    found = slips(right(sample))
    assert did in found, sorted(found)
    assert words in f"{found[did]}\n"


def test_a_variable_without_the_columns_is_not_mistaken_for_one_that_has_them() -> None:
    code = "marked = df.assign(margin=df['price'] - df['cost'])\nbest = float(marked['margin'].max())"
    found = slips(Code(code, {"df": ["price", "cost"]}, ("best", "value")))
    assert found and not [did for did in found if did.startswith("worked on")]


@pytest.mark.parametrize(
    ("sample", "kind"),
    [
        ("percent", "denominator"),
        ("costs", "missing values"),
        ("top", "order of steps"),
        ("joined", "multiplied rows"),
        ("level", "level"),
        ("change", "period"),
        ("earlier", "stale variable"),
        ("table", "axis"),
        ("filter", "condition"),
        ("columns", "column"),
        ("dictionary", "statistic"),
        ("ranked", "order"),
    ],
)
def test_the_kind_of_slip_that_is_proposed_is_made_where_the_code_allows_it(sample: str, kind: str) -> None:
    answer, others = digest(run(*SAMPLES[sample])), 0
    for seed in range(5):
        made = misread(right(sample), SCENE, [kind], random.Random(seed))
        assert made is not None and made[2] == kind
        others += digest(run(made[0], SAMPLES[sample][1])) != answer
    assert others >= 3


def test_on_the_private_library_a_rule_of_the_house_is_passed_over() -> None:
    code = "total = work_out_typical(df['cost'], gaps='apart')\ntop = gather_highest(df, 3, 'price', ties='first')"
    called = Code(code, {"df": list(state()["df"].columns)}, ("top", "dataframe"))
    found = {did: wrong for did, wrong in slips(called).items() if did.startswith("passed over")}
    assert found == {
        "passed over what the documentation of `work_out_typical` says of `gaps`": code.replace(", gaps='apart'", ""),
        "passed over what the documentation of `gather_highest` says of `ties`": code.replace(", ties='first'", ""),
    }
    made = misread(called, SCENE, ["house rule"], random.Random(1))
    assert made is not None and made[2] == "house rule"


def test_a_version_that_was_tried_is_not_written_again() -> None:
    tried: set[str] = set()
    while made := misread(right("shares"), SCENE, [], random.Random(1), tried=tried):
        assert made[0] not in tried
        tried.add(made[0])
    assert len(tried) >= 4


def test_slips_that_keep_the_size_of_the_result_are_preferred() -> None:
    made = Counter[bool]()
    answer = run(*SAMPLES["level"])
    for seed in range(30):
        found = misread(right("level"), SCENE, [], random.Random(seed))
        assert found is not None
        made[run(found[0], SAMPLES["level"][1]).shape == answer.shape] += 1
    assert made[True] >= 25, made


def test_where_nothing_can_be_misread_there_is_no_wrong_version() -> None:
    assert misread(Code("print(1)", {}, ("x", "plot")), SCENE, ["level"], random.Random(1)) is None
