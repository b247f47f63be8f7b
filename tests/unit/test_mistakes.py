"""The chatbot's mistakes: believable, and really mistakes when they are executed."""

import ast
import contextlib
import io
import random
from collections import Counter

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from company.results.capture import result_type
from grammar.coding import apology
from grammar.mutating.choosing import mistake


def state() -> dict[str, pd.DataFrame]:
    """The frames that the samples work on."""
    chance = np.random.default_rng(1)
    n = 60
    shop = pd.DataFrame(
        {
            "Order ID": [f"o{i}" for i in range(n)],
            "price": chance.normal(50, 9, n).round(1),
            "unitsSold": chance.integers(1, 9, n),
            "region": chance.choice(["North", "South", "East"], n),
            "channel": chance.choice(["web", "shop"], n),
            " weight": [f"{w:.1f}kg" for w in chance.uniform(1, 4, n)],
            "ordered on": pd.date_range("2022-01-14", periods=n).strftime("%d/%m/%Y"),
            "Größe": chance.choice(["S", "M"], n),
        }
    )
    return {"df": shop, "recent": shop[shop["price"] > 40].copy()}


SAMPLES: dict[str, tuple[str, tuple[str, str]]] = {
    "group": ("mean_price = df.groupby('region')['price'].mean()\nprint(mean_price)", ("mean_price", "series")),
    "filter": (
        "mask = (df['price'] > 45) & (df['region'] == 'North')\ncheap_rows = df[mask].copy()\nprint(cheap_rows.head())",
        ("cheap_rows", "dataframe"),
    ),
    "awkward": ("total_sold = int(df['unitsSold'].sum()) + int(df['Order ID'].nunique())", ("total_sold", "value")),
    "umlaut": ("sizes = df['Größe'].unique().tolist()  # größer\nprint(sizes)", ("sizes", "list")),
    "text": ("weights = df[' weight'].str.replace('kg', '').astype(float)", ("weights", "series")),
    "dates": ("years = pd.to_datetime(df['ordered on'], format='%d/%m/%Y').dt.year", ("years", "series")),
    "sorted": (
        "dearest = recent.sort_values('price', ascending=False).drop(columns=['Order ID']).head(5)",
        ("dearest", "dataframe"),
    ),
    "labels": (
        "bands = pd.cut(df['price'], bins=[0, 40, 50, 200], labels=['low', 'middle', 'high'])",
        ("bands", "series"),
    ),
    "split": (
        "from sklearn.linear_model import LinearRegression\n"
        "from sklearn.model_selection import train_test_split\n\n"
        "X_train, X_test, y_train, y_test = train_test_split(\n"
        "    df[['price']], df['unitsSold'], test_size=0.25, random_state=42\n)\n"
        "model = LinearRegression().fit(X_train, y_train)\n"
        "predictions = model.predict(X_test)",
        ("predictions", "array"),
    ),
    "clusters": (
        "from sklearn.cluster import KMeans\n\ncolumns = ['price', 'unitsSold']\n"
        "kmeans = KMeans(n_clusters=3, random_state=42, n_init=10).fit(df[columns])\n"
        "labels = kmeans.labels_\nprint(labels)",
        ("labels", "array"),
    ),
    "dictionary": ("price_of = df.groupby('channel')['price'].median().to_dict()", ("price_of", "dict")),
    "pivot": (
        "prices = df.pivot_table(index='region', columns='channel', values='price', aggfunc='mean')",
        ("prices", "dataframe"),
    ),
    "numbered": (
        "import matplotlib.pyplot as plt\n\nscores = [3.5, 2.5, 2.0]\nfig, ax = plt.subplots()\n"
        "ax.plot(range(1, len(scores) + 1), scores)",
        ("plot", "plot"),
    ),
    "plot": (
        "import matplotlib.pyplot as plt\n\nfig, ax = plt.subplots()\nax.hist(df['price'], bins=20)\n"
        "ax.set_xlabel('price')\nax.set_ylabel('rows')\nplt.tight_layout()",
        ("plot", "plot"),
    ),
}


def outcome(code: str, result: tuple[str, str]) -> str:
    """The type of the error that the code raises, or "ResultError", or "" where nothing is wrong."""
    names = {"pd": pd, "np": np, **state()}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, "<sample>", "exec"), names)
    except Exception as problem:  # noqa: BLE001 - which one it is, is the question
        return next(kind.__name__ for kind in type(problem).__mro__ if kind.__name__ in ERRORS)
    finally:
        plt.close("all")
    name, kind = result
    return "" if kind == "plot" or result_type(names[name]) == kind else "ResultError"


ERRORS = ("KeyError", "ValueError", "AttributeError", "TypeError", "NameError", "ResultError", "Exception")
KNOWN = {name: list(frame.columns) for name, frame in state().items()}


def made(sample: str, seed: int) -> str:
    """A sample with a mistake."""
    code, result = SAMPLES[sample]
    found = mistake(code, random.Random(seed), known=KNOWN, result=result)
    assert found is not None
    return found


@pytest.mark.parametrize("sample", sorted(SAMPLES))
@pytest.mark.filterwarnings("ignore")
def test_a_mistake_raises_or_leaves_another_type(sample: str) -> None:
    code, result = SAMPLES[sample]
    assert outcome(code, result) == ""
    for wrong in {made(sample, seed) for seed in range(60)}:
        assert wrong != code
        assert outcome(wrong, result), wrong


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")
def test_sorts_of_mistakes_are_as_frequent_as_in_real_answers() -> None:
    seeds = random.Random(7).sample(range(10_000), 80)
    counts = Counter(outcome(made(sample, seed), SAMPLES[sample][1]) for sample in SAMPLES for seed in seeds)
    assert set(counts) == {"KeyError", "ValueError", "AttributeError", "TypeError", "NameError", "ResultError"}
    assert counts["KeyError"] > counts["ValueError"] > counts["TypeError"] > counts["NameError"], counts
    assert counts["AttributeError"] > counts["TypeError"], counts


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("sample", "words", "error"),
    [
        ("awkward", "df['units_sold']", "KeyError"),
        ("umlaut", "df['größe']", "KeyError"),
        ("text", "df['weight']", "KeyError"),
        ("text", "df[' weight'].astype(float)", "ValueError"),
        ("dates", "format='%Y-%m-%d'", "ValueError"),
        ("filter", ") and (", "ValueError"),
        ("labels", "bins=[40, 50, 200]", "ValueError"),
        ("split", "X_train, y_train, X_test, y_test = ", "ValueError"),
        ("split", "df['price'], df['unitsSold'], test", "ValueError"),
        ("pivot", "df.pivot(", "ValueError"),
        ("numbered", "range(1, len(scores)), scores", "ValueError"),
        ("sorted", "recent.sort('price'", "AttributeError"),
        ("dates", "'%d/%m/%Y').year", "AttributeError"),
        ("umlaut", ".unique().to_list()", "AttributeError"),
        ("clusters", "kmeans.labels\n", "AttributeError"),
        ("plot", "ax.xlabel(", "AttributeError"),
        ("sorted", "descending=True", "TypeError"),
        ("clusters", "n_cluster=3", "TypeError"),
        ("group", "df.groupby('region').mean()['price']", "TypeError"),
        ("group", "compute_mean_price(df)", "NameError"),
        ("dictionary", ".median()", "ResultError"),
        ("group", ".to_frame()", "ResultError"),
    ],
)
def test_mistakes_are_those_that_models_make(sample: str, words: str, error: str) -> None:
    endings = {wrong for seed in range(900) if words in (wrong := made(sample, seed))}
    assert endings, f"{words} never occurs"
    if words != ".median()":
        assert {outcome(wrong, SAMPLES[sample][1]) for wrong in endings} == {error}
    else:
        assert error in {outcome(wrong, SAMPLES[sample][1]) for wrong in endings}


def test_a_mistake_depends_on_the_chance_alone() -> None:
    assert [made("filter", seed) for seed in range(20)] == [made("filter", seed) for seed in range(20)]


def test_where_nothing_can_go_wrong_there_is_no_mistake() -> None:
    assert mistake("print(1)", random.Random(1), known=KNOWN, result=("x", "value")) is None


@pytest.mark.parametrize("error", [*ERRORS[:-1], "IntCastingNaNError", "ZeroDivisionError"])
def test_an_apology_is_one_sentence_and_varies(error: str) -> None:
    said = {apology(error, random.Random(seed)) for seed in range(80)}
    assert len(said) >= 6
    for sentence in said:
        assert 10 <= len(sentence.split()) <= 24, sentence
        assert sentence.endswith(".") and sentence.count(".") == 1


def test_samples_are_code() -> None:
    assert all(ast.parse(code) for code, _ in SAMPLES.values())
