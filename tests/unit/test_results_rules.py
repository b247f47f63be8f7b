"""The paper's rules of comparison, and the wrong versions that must fail them."""

import copy
import datetime as dt
import types

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from company.results.digests import digest
from company.results.perturb import perturbed
from company.results.rules import same

SCALARS = st.one_of(
    st.booleans(),
    st.integers(-(10**12), 10**12),
    st.floats(),
    st.text(max_size=5),
    st.dates(dt.date(1900, 1, 1), dt.date(2100, 1, 1)).map(pd.Timestamp),
    st.none(),
)
COLUMNS = st.sampled_from(
    [st.floats(), st.integers(-9, 9), st.text(max_size=4), st.booleans(), st.none() | st.text(max_size=3), SCALARS]
)


@st.composite
def frames(draw):
    rows = draw(st.integers(0, 5))
    columns = [draw(st.lists(draw(COLUMNS), min_size=rows, max_size=rows)) for _ in range(draw(st.integers(0, 4)))]
    names = [draw(st.sampled_from(["a", "b", 1, "a b"])) for _ in columns]
    frame = pd.concat([pd.Series(each) for each in columns], axis=1) if columns else pd.DataFrame(index=range(rows))
    return frame.set_axis(names, axis=1)


NESTED = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
)
VALUES = st.one_of(
    st.tuples(st.just("dataframe"), frames()),
    st.tuples(st.just("series"), st.lists(SCALARS, max_size=5).map(lambda items: pd.Series(items, dtype=object))),
    st.tuples(st.just("series"), st.lists(st.floats(), max_size=5).map(lambda items: pd.Series(items, dtype=float))),
    st.tuples(st.just("list"), st.lists(NESTED, max_size=4)),
    st.tuples(st.just("tuple"), st.lists(NESTED, max_size=4).map(tuple)),
    st.tuples(st.just("dict"), st.dictionaries(st.text(max_size=3) | st.integers(), NESTED, max_size=4)),
    st.tuples(st.just("set"), st.sets(st.integers() | st.text(max_size=2), max_size=4)),
    st.tuples(st.just("array"), st.lists(st.floats(), max_size=6).map(np.array)),
    st.tuples(st.just("index"), st.lists(st.text(max_size=3), max_size=5).map(pd.Index)),
    st.tuples(st.just("value"), SCALARS.filter(lambda value: value is not None)),
)


@given(VALUES)
@settings(max_examples=60, deadline=None)
def test_everything_is_the_same_as_its_copy(case):
    kind, value = case
    assert same(kind, value, copy.deepcopy(value))


@given(VALUES)
@settings(max_examples=60, deadline=None)
def test_no_wrong_version_passes_and_there_always_is_one(case):
    kind, value = case
    before = digest(value)
    wrong = perturbed(kind, value)
    assert wrong
    assert not [label for label, each in wrong if same(kind, value, each)]
    assert digest(value) == before


FRAME = pd.DataFrame({"n": [1.0, 2.0, np.nan], "s": ["x", None, "z"], "d": pd.to_datetime(["2020-01-01"] * 3)})
FILTERED = FRAME[FRAME["s"].isin(["x", "z"])]
GROUPED = pd.DataFrame({"mean": [1.5, 2.5], "size": [3, 4]}, index=pd.Index(["p", "q"], name="g"))
PAIRED = GROUPED.set_axis(pd.MultiIndex.from_tuples([("p", 1), ("q", 2)], names=["g", "h"]))
SAME = [
    ("value", 5, 5.0),
    ("value", np.int64(5), 5),
    ("value", 0.1 + 0.2, 0.3),
    ("value", np.float32(0.1), 0.1),
    ("value", np.str_("x"), "x"),
    ("value", np.bool_(True), True),
    ("value", float("nan"), np.nan),
    ("value", 10**400, 10**400),
    ("value", pd.Timestamp("2020-01-01"), dt.date(2020, 1, 1)),
    ("value", pd.Timestamp("2020-01-01 12:00", tz="UTC"), pd.Timestamp("2020-01-01 13:00", tz="Europe/Rome")),
    ("value", pd.Timedelta("1h"), dt.timedelta(hours=1)),
    ("list", [1, [2.0, None]], [np.int64(1), [2, np.nan]]),
    ("dict", {1: "a", 2: "b"}, {2.0: "b", 1.0: "a"}),
    ("dict", {0.1 + 0.2: 1}, {0.3: 1}),
    ("set", {1, 2}, frozenset({2.0, 1.0})),
    ("array", np.array([1, 2]), np.array([1.0, 2.0])),
    ("array", np.array(["x", "y"]), pd.Series(["x", "y"]).unique()),
    ("index", pd.RangeIndex(3), pd.Index([0, 1, 2], name="n")),
    ("index", pd.Index(["a", "b"]), pd.CategoricalIndex(["a", "b"])),
    ("series", FRAME["n"], FRAME["n"].rename("other")),
    ("series", pd.Series(["a", "b"]), pd.Series(["a", "b"], dtype="category")),
    ("series", pd.Series([1, None], dtype="Int64"), pd.Series([1.0, np.nan])),
    ("series", pd.Series([0, 1]), pd.Series(pd.arrays.SparseArray([0, 1]))),
    ("dataframe", FRAME, FRAME[["s", "d", "n"]]),
    ("dataframe", FRAME, FRAME.set_axis(["p", "q", "r"], axis=1)),
    ("dataframe", FRAME, FRAME.set_axis(["r", "x", "q"], axis=1)[["q", "r"]].assign(k=FRAME["s"])),
    ("dataframe", FRAME.astype({"s": object}), FRAME.astype({"s": "category"})),
    ("dataframe", FILTERED, FILTERED.reset_index(drop=True)),
    ("dataframe", FILTERED.reset_index(drop=True), FILTERED),
    ("dataframe", FILTERED, FILTERED.set_axis([1, 2])),
    ("dataframe", FILTERED, FILTERED.set_index("s")),
    ("dataframe", GROUPED, GROUPED.reset_index()),
    ("dataframe", GROUPED, GROUPED.rename_axis("letter").reset_index()[["mean", "letter", "size"]]),
    ("dataframe", GROUPED.reset_index(), GROUPED),
    ("dataframe", PAIRED, PAIRED.reset_index()),
    ("dataframe", PAIRED, PAIRED.reset_index("h")),
    ("series", FILTERED["n"], FILTERED["n"].reset_index(drop=True)),
    ("series", FILTERED["n"].reset_index(drop=True), FILTERED["n"]),
    ("list", [FILTERED], [FILTERED.reset_index(drop=True)]),
]
DIFFERENT = [
    ("value", 1, True),
    ("value", "5", 5),
    ("value", 5, "5"),
    ("value", 1.0, 1.001),
    ("value", 0.0, float("nan")),
    ("value", float("nan"), 0.0),
    ("value", float("inf"), float("-inf")),
    ("value", pd.Timestamp("2020-01-01"), "2020-01-01"),
    ("value", pd.Timestamp("2020-01-01"), pd.Timestamp("2020-01-01", tz="UTC")),
    ("value", 3, [3]),
    ("list", [1, 2], (1, 2)),
    ("list", [1, 2], pd.Series([1, 2])),
    ("list", [1, 2], [2, 1]),
    ("tuple", (1, (2, 3)), (1, [2, 3])),
    ("dict", {"a": 1}, {"a": 1, "b": 2}),
    ("dict", {1: "a"}, {True: "a"}),
    ("set", {1}, [1]),
    ("array", np.eye(2), np.eye(2).reshape(-1)),
    ("array", np.array([1, 2]), [1, 2]),
    ("array", np.array([1.0, np.nan]), np.array([np.nan, 1.0])),
    ("index", pd.Index([1, 2]), pd.Index(["1", "2"])),
    ("index", pd.MultiIndex.from_tuples([(1, 2)]), pd.Index([1])),
    ("series", FRAME["n"], FRAME["n"].fillna(0)),
    ("series", FRAME["n"], FRAME[["n"]]),
    ("series", FRAME["n"].set_axis([2, 5, 7]), FRAME["n"].set_axis([2, 5, 8])),
    ("series", FRAME["n"].set_axis(list("xyz")), FRAME["n"].set_axis(list("xzy"))),
    ("series", GROUPED["mean"], GROUPED["mean"].reset_index(drop=True)),
    ("dataframe", FILTERED, FILTERED.set_axis([1, 3])),
    ("dataframe", FILTERED, FILTERED.reset_index(drop=True)[::-1]),
    ("dataframe", GROUPED, GROUPED.reset_index(drop=True)),
    ("dataframe", GROUPED, GROUPED.set_axis(["q", "p"])),
    ("dataframe", GROUPED.reset_index(), GROUPED.set_axis(["q", "p"]).rename_axis("g")),
    ("series", pd.Series([True, False]), pd.Series([1, 0])),
    ("dataframe", FRAME, FRAME.iloc[::-1]),
    ("dataframe", FRAME, FRAME.assign(n=[1, 2, 0])),
    ("dataframe", FRAME, FRAME.assign(s=["x", "", "z"])),
    ("dataframe", FRAME, FRAME.drop(columns="n")),
    ("dataframe", FRAME, FRAME.set_axis(["n", "x", "d"], axis=1).assign(n=9.5)),
    ("dataframe", pd.DataFrame({"a": [1], "b": [2]}), pd.DataFrame({"a": [2], "b": [1]})),
    ("dataframe", pd.DataFrame({"a": [1, 2], "b": [1, 2]}), pd.DataFrame({"c": [1, 2], "d": [1, 3]})),
    ("plot", {"axes": []}, None),
    ("model", 1, 1),
]


@pytest.mark.parametrize(("kind", "reference", "answer"), SAME)
def test_these_are_the_same(kind, reference, answer):
    assert same(kind, reference, answer)


@pytest.mark.parametrize(("kind", "reference", "answer"), DIFFERENT)
def test_these_are_not(kind, reference, answer):
    assert not same(kind, reference, answer)


def test_an_answer_that_raises_is_wrong():
    class Hostile:
        def __eq__(self, other):
            raise RuntimeError

        __hash__ = None

    assert not same("value", 5, Hostile())
    assert not same("list", [5], [Hostile()])
    assert not same("series", pd.Series([5], dtype=object), pd.Series([Hostile()]))


def test_a_confusion_matrix_may_be_better():
    reference, better, worse = np.array([[8, 2], [3, 7]]), np.array([[9, 1], [3, 7]]), np.array([[7, 3], [3, 7]])
    assert same("array", reference, better, name="confusion_matrix")
    assert not same("array", reference, better, name="matrix")
    assert not same("array", reference, worse, name="confusion_matrix")
    assert not same("array", reference, better * 2, name="confusion_matrix")
    assert not [each for _, each in perturbed("array", reference) if same("array", reference, each, name="confusion")]


def models():
    from sklearn.cluster import KMeans
    from sklearn.decomposition import PCA
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LinearRegression, Ridge
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import LabelEncoder, StandardScaler

    rng = np.random.default_rng(0)
    x = rng.normal(size=(60, 3)) + np.repeat([[0], [5], [10]], 20, axis=0)
    y = np.repeat(["a", "b", "c"], 20)
    return {
        "clusters": KMeans(3, n_init=3, random_state=0).fit(x),
        "clusters again": KMeans(3, n_init=3, random_state=1).fit(x),
        "four clusters": KMeans(4, n_init=3, random_state=0).fit(x),
        "line": LinearRegression().fit(x, x[:, 0] * 2 + 1),
        "other line": LinearRegression().fit(x, x[:, 1] * 2 + 1),
        "ridge": Ridge(5).fit(x, x[:, 0] * 2 + 1),
        "forest": RandomForestClassifier(5, random_state=0).fit(x, y),
        "neighbours": KNeighborsClassifier(3).fit(x, y),
        "more neighbours": KNeighborsClassifier(5).fit(x, y),
        "components": PCA(2).fit(x),
        "pipeline": make_pipeline(StandardScaler(), LinearRegression()).fit(x, x[:, 0]),
        "other pipeline": make_pipeline(StandardScaler(), LinearRegression()).fit(x, x[:, 1]),
        "labels": LabelEncoder().fit(y),
        "not fitted": LinearRegression(),
    }


def test_models_are_told_apart_by_what_they_learned():
    found = models()
    passed = {(a, b) for a in found for b in found if a != b and same("model", found[a], found[b])}
    assert passed == {("clusters", "clusters again"), ("clusters again", "clusters")}
    assert all(same("model", each, copy.deepcopy(each)) for each in found.values())
    for name, each in found.items():
        wrong = perturbed("model", each)
        assert wrong, name
        assert not [label for label, other in wrong if same("model", each, other)], name


def test_components_may_point_the_other_way():
    model = models()["components"]
    turned = copy.deepcopy(model)
    turned.components_ = model.components_ * [[-1], [1]]
    assert same("model", model, turned)
    turned.components_ = model.components_ * [[-1], [1.1]]
    assert not same("model", model, turned)


def test_functions_are_the_same_by_their_code():
    first, again, other = (eval(code) for code in ("lambda x: x + 1", "lambda y: y + 1", "lambda x: x + 2"))
    assert same("function", first, again)
    assert not same("function", first, other)
    assert not same("function", first, 3)
    assert all(not same("function", first, each) for _, each in perturbed("function", first))


def test_digests_follow_values():
    assert digest(pd.Series([1, 2])) == digest(pd.Series([1.0, 2.0 + 1e-12]))
    assert digest(pd.Series([1e9 + 1, 2])) != digest(pd.Series([1e9 + 9, 2]))
    assert digest(pd.Series([10**12])) != digest(pd.Series([10**12 + 1]))
    assert digest({1, "a", 2.5}) == digest({"a", 2.5, 1})
    assert digest([1]) != digest((1,)) != digest([True])
    assert digest(np.array([0.0, np.nan])) == digest(np.array([-0.0, -np.nan]))
    assert digest(FRAME) != digest(FRAME.iloc[::-1])
    assert digest(FRAME) != digest(FRAME.rename(columns={"n": "m"}))
    with pytest.raises(ValueError, match="SimpleNamespace"):
        digest([types.SimpleNamespace()])
