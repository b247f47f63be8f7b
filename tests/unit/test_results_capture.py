"""Values of untrusted code become JSON, whatever they are."""

import collections
import datetime as dt
import decimal
import json
import tempfile
import types

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.cluster import KMeans
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from company.records import Result, Variable
from company.results.capture import MOST_CELLS, capture, describe_variable, result_type
from company.results.columns import describe_columns
from company.results.shown import ROWS, SIZES, least

FRAME = pd.DataFrame({"a": [1.0, np.nan, np.inf], "b": ["x", None, "z"]}, index=pd.Index([5, 6, 7], name="key"))


class Raising:
    def __repr__(self):
        raise SystemExit


class Liar:
    @property
    def __class__(self):
        return pd.DataFrame


class Meta(type):
    def __getattribute__(cls, name):
        raise RuntimeError(name)


class Odd(metaclass=Meta):
    pass


class Frame(pd.DataFrame):
    pass


class Interrupting(list):
    def __len__(self):
        raise KeyboardInterrupt

    def __iter__(self):
        raise SystemExit


class Keyless(dict):
    def __len__(self):
        return -1

    def items(self):
        raise SystemExit


class Mute(BaseException):
    def __str__(self):
        raise self


class Unspeakable:
    def __repr__(self):
        raise Mute


class Numeric:
    def __repr__(self):
        return 5


class Text(str):
    def encode(self, *_):
        raise SystemExit

    def __len__(self):
        return 10**9


class Wordy:
    def __repr__(self):
        return Text("w")


class Echo:
    def __repr__(self):
        return repr([self])


class Unequal:
    def __eq__(self, other):
        raise KeyboardInterrupt

    def __hash__(self):
        return 1


class Unhashable:
    def __hash__(self):
        raise SystemExit


class Attributes:
    def __getattr__(self, name):
        raise SystemExit


class Arrayless:
    def __array__(self, *_, **__):
        raise SystemExit


class Thing:
    pass


class Fitted:
    """What a model of statsmodels looks like."""

    params = pd.Series([1.0])

    def summary(self):
        return "R2 0.5"


TYPES = [
    (FRAME, "dataframe"),
    (FRAME["a"], "series"),
    (FRAME.index, "index"),
    (pd.MultiIndex.from_tuples([(1, 2)]), "index"),
    (FRAME["b"].astype("category").unique(), "array"),
    (np.eye(2), "array"),
    ([1], "list"),
    ((1,), "tuple"),
    ({}, "dict"),
    (frozenset(), "set"),
    (True, "value"),
    (np.float32(1), "value"),
    (pd.Timestamp("2020-01-01"), "value"),
    (pd.NaT, "value"),
    (len.__class__, None),
    (lambda: None, "function"),
    (None, None),
    (pd, None),
    (range(3), None),
    (FRAME.groupby("b"), None),
    (Frame(), None),
    (Liar(), None),
    (Odd(), None),
]


@pytest.mark.parametrize(("value", "expected"), TYPES, ids=[str(number) for number in range(len(TYPES))])
def test_result_types(value, expected):
    assert result_type(value) == expected


def test_models_and_plots_have_their_types():
    from matplotlib.figure import Figure
    from sklearn.linear_model import LinearRegression

    assert result_type(LinearRegression()) == "model"
    assert result_type(Figure()) == "plot"
    assert result_type(Figure().subplots()) == "plot"


@pytest.mark.parametrize("value", [value for value, kind in TYPES if kind] + [10**400, "\ud800", float("inf"), [FRAME]])
def test_a_captured_value_is_a_record_and_json(value):
    found = capture("found", value)
    json.dumps(found, allow_nan=False).encode()
    assert Result(**found).type == result_type(value)
    assert len(found["shown"]) <= 2000
    Variable(**describe_variable("found", value))


def test_noise_in_the_last_digits_of_a_number_is_no_fact():
    near = [capture("s", pd.Series([0.40829132051120137 + noise, 1.0]))["facts"] for noise in (0, 5e-17)]
    assert near[0] == near[1]
    assert capture("v", 1 / 3)["facts"] == {"value": 0.333333333333}
    (column,) = describe_variable("v", pd.Series([1 / 3, 0.1 + 0.2]))["columns"]
    assert column["values"] == [["0.3", 1], ["0.333333333333", 1]]


def test_facts_by_type():
    frame = capture("f", FRAME)["facts"]
    assert (frame["rows"], frame["columns"]) == (3, ["a", "b"])
    assert frame["head"] == [[1.0, "x"], [None, None], ["inf", "z"]]
    series = capture("s", pd.Series([3, 9, 1], index=list("pqr"), name="n"))["facts"]
    assert (series["length"], series["name"]) == (3, "n")
    assert series["head"] == [["p", 3], ["q", 9], ["r", 1]]
    assert (series["largest"], series["smallest"]) == (["q", 9], ["r", 1])
    assert capture("v", np.float64(2.5))["facts"] == {"value": 2.5}
    assert capture("l", [1, np.nan, "x"])["facts"] == {"length": 3, "items": [1, None, "x"]}
    assert capture("d", {"a": 1})["facts"] == {"length": 1, "items": [["a", 1]]}


def test_a_model_is_summed_up():
    from sklearn.linear_model import LinearRegression

    found = capture("m", LinearRegression().fit([[0.0], [1.0]], [1.0, 3.0]))["facts"]
    assert found["class"] == "LinearRegression"
    assert found["fitted"]["coef_"] == pytest.approx([2.0])
    assert found["params"]["fit_intercept"] is True


REFUSED = [
    Raising(), [Raising()], Liar(), Odd(), {"a": Odd()}, Frame(), None, pd.Series([Raising()]),
    types.SimpleNamespace(),
]  # fmt: skip


@pytest.mark.parametrize("value", REFUSED, ids=[str(number) for number in range(len(REFUSED))])
def test_what_cannot_be_captured_is_refused_with_a_reason(value):
    with pytest.raises(ValueError, match=r"^(found|capturing found|measuring found) "):
        capture("found", value)


def nested(depth, around):
    found = [1]
    for _ in range(depth):
        found = around(found)
    return found


def endless(kind):
    found = kind()
    found.append(found) if kind is list else found.update(a=found)
    return found


def refused_reason(value):
    with pytest.raises(ValueError, match=r"^(capturing )?found ") as caught:
        capture("found", value)
    return str(caught.value)


def test_what_refers_to_itself_is_refused():
    around = {"list": lambda found: [found], "dict": lambda found: {"a": found}, "tuple": lambda found: (found,)}
    for value in (endless(list), endless(dict), *(nested(10_000, each) for each in around.values())):
        assert "levels deep" in refused_reason(value)
        Variable(**describe_variable("found", value))
    assert capture("found", nested(48, around["list"]))["type"] == "list"


def test_what_grows_without_end_is_refused(monkeypatch):
    monkeypatch.setattr("company.results.digests.MOST_PARTS", 10_000)
    for value in (nested(40, lambda found: [found, found]), nested(40, lambda found: {"a": found, "b": found})):
        assert "too many values" in refused_reason(value)
        Variable(**describe_variable("found", value))


INSIDE = [Raising, Unspeakable, Numeric, Echo, Unequal, Unhashable, Attributes, Arrayless, Liar, Odd, Wordy, Thing]


@pytest.mark.parametrize("place", range(len(INSIDE)))
def test_objects_inside_of_values_are_refused_with_a_reason(place):
    kind = INSIDE[place]
    column = np.empty(3, dtype=object)
    for row in range(3):
        column[row] = kind()
    values = [kind(), [kind()], {"a": kind()}, column, pd.Series(column), pd.DataFrame({"a": pd.Series(column)})]
    if kind is not Unhashable:
        values += [{kind(): 1}, {kind()}, pd.Series([1, 2, 3], index=pd.Series(column))]
    for value in values:
        refused_reason(value)
        try:
            Variable(**describe_variable("found", value))
        except ValueError as problem:
            assert str(problem).startswith("describing found failed: ")


def test_a_subclass_is_read_past_what_it_overrides():
    assert capture("found", Interrupting([1, 2]))["digest"] == capture("found", [1, 2])["digest"]
    assert capture("found", Keyless(a=1))["facts"] == {"length": 1, "items": [["a", 1]]}
    assert result_type(Text("a")) is None
    assert refused_reason(pd.Series([Text("a")] * 3, dtype=object))


DATA = np.arange(24.0).reshape(12, 2) % 7


def fitted(model, rows=DATA):
    return model.fit(rows, [0, 1, 0, 1] * 3)


def bins(values):
    return pd.cut(pd.Series(values), [0, 5, 10])


MOMENTS = pd.to_datetime(["2020-01-01 10:00", None, "2021-01-01 00:00"])
KINDS = {
    "dataframe": {
        "sparse frame": lambda: pd.DataFrame({"s": pd.arrays.SparseArray([0, 0, 1]), "t": list("aba")}),
        "ordered": lambda: pd.DataFrame({"c": pd.Categorical(list("ab"), list("ba"), ordered=True)}),
        "grouped by category": lambda: pd.DataFrame({"b": bins([1, 9]), "v": [1, 2]}).groupby("b").mean(),
        "indexed by interval": lambda: pd.DataFrame({"a": [1, 2]}, index=pd.interval_range(0, 2)),
        "levels of columns": lambda: pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_product([["a"], [1, None]])),
        "levels of rows": lambda: pd.DataFrame({"a": [1]}, index=pd.MultiIndex.from_tuples([(1, "x")])),
        "nullable": lambda: pd.DataFrame({"i": [1, None], "b": [True, None], "s": ["a", None]}).convert_dtypes(),
        "complex": lambda: pd.DataFrame({"c": [1j, np.nan]}),
        "halves": lambda: pd.DataFrame({"h": np.array([1, np.inf], dtype="f2")}),
        "zone": lambda: pd.DataFrame({"z": MOMENTS.tz_localize("Europe/Paris")}),
        "dicts and lists": lambda: pd.DataFrame({"d": [{"a": [1]}, {}], "l": [[1], []], "s": [{1, 2}, {"b", "a"}]}),
        "odd labels": lambda: pd.DataFrame([[1, 2, 3, 4]], columns=[None, np.nan, ("a", 1), dt.date(2020, 1, 1)]),
        "the same label twice": lambda: pd.DataFrame([[1, 2]], columns=["a", "a"], index=pd.Index([0], name=("p", 1))),
        "no columns": lambda: pd.DataFrame(index=range(5)),
    },
    "series": {
        "sparse series": lambda: pd.Series(pd.arrays.SparseArray([True, False])),
        "unused categories": lambda: pd.Series(pd.Categorical(["a", None], ["a", "b", "c"])),
        "no category at all": lambda: pd.Series(pd.Categorical([None, None])),
        "bins": lambda: bins([1, 9]),
        "indexed by period": lambda: pd.Series([1, 2], index=pd.period_range("2020", periods=2, freq="M")),
        "missing period": lambda: pd.Series(pd.PeriodIndex(["2020-01", None], freq="M")),
        "only missing": lambda: pd.Series([pd.NA, pd.NA], dtype="Int64"),
        "huge whole numbers": lambda: pd.Series([2**64 - 1], dtype="UInt64"),
        "two zones": lambda: pd.Series([MOMENTS[0].tz_localize("UTC"), MOMENTS[0].tz_localize("Asia/Tokyo")]),
        "dates far away": lambda: pd.Series(np.array(["-5000-01-01", "9999-01-01"], dtype="M8[s]")),
        "decimals": lambda: pd.Series([decimal.Decimal("1.5"), decimal.Decimal("NaN")]),
    },
    "array": {
        "sparse array": lambda: pd.arrays.SparseArray([0, 2]),
        "long doubles": lambda: np.array(["1e4000", "nan"], dtype="longdouble"),
        "records": lambda: np.array([(1, 2.5)], dtype=[("a", "i4"), ("b", "f8")]),
        "nothing around it": lambda: np.array(3.5),
        "five dimensions": lambda: np.zeros((2, 1, 2, 1, 2)),
        "objects": lambda: np.array([1, "a", None, [1]], dtype=object),
        "days": lambda: np.array(["2020-01-01"], dtype="M8[D]"),
    },
    "index": {
        "periods": lambda: pd.period_range("2020", periods=3, freq="Q"),
        "intervals": lambda: pd.interval_range(0, 3),
        "lengths of time": lambda: pd.to_timedelta([1, None, 3], unit="h"),
    },
    "value": {
        "complex number": lambda: 1 + 2j,
    },
    "dict": {
        "frames in a dict": lambda: {"a": pd.DataFrame({"x": [1]}), 1: pd.Series([1])},
        "many keys": lambda: {number: str(number) for number in range(20_000)},
        "keys of all kinds": lambda: {None: 1, (1, 2): 2, float("nan"): 3, 2.5: 4, "\ud800": 5},
        "counter": lambda: collections.Counter("aab"),
    },
    "tuple": {
        "named tuple": lambda: collections.namedtuple("P", "x y")(1, 2),
    },
    "model": {
        "pipeline": lambda: fitted(make_pipeline(StandardScaler(), Ridge())),
        "search": lambda: fitted(GridSearchCV(Ridge(), {"alpha": [1, 2]})),
        "clusters": lambda: fitted(KMeans(2, random_state=0)),
        "tree": lambda: fitted(DecisionTreeClassifier(random_state=0)),
        "encoder": lambda: fitted(OneHotEncoder()),
        "words": lambda: fitted(TfidfVectorizer(), ["a bc", "de f"] * 6),
        "not fitted": Ridge,
    },
}  # fmt: skip


@pytest.mark.parametrize(("expected", "kind"), [(expected, kind) for expected in KINDS for kind in KINDS[expected]])
def test_every_kind_is_a_typed_result_and_the_same_twice(expected, kind):
    make = KINDS[expected][kind]
    found, again = capture("found", make()), capture("found", make())
    assert json.loads(json.dumps(found, allow_nan=False)) == json.loads(json.dumps(again))
    assert Result(**found).type == result_type(make()) == expected
    described = describe_variable("found", make())
    assert Variable(**json.loads(json.dumps(described, allow_nan=False))) == Variable(
        **describe_variable("found", make())
    )
    assert max(len(found["shown"]), len(described["preview"])) <= 2000


def mapped():
    with tempfile.TemporaryFile() as file:
        return np.memmap(file, shape=(3,))


OTHERS = {
    "generator": lambda: (number for number in range(3)),
    "masked array": lambda: np.ma.masked_array([1, 2], [0, 1]),
    "memory map": mapped,
    "matrix": lambda: np.asmatrix(np.eye(2)),
    "sparse matrix": lambda: scipy.sparse.csr_matrix(np.eye(2)),
    "subclass of a frame": lambda: Frame({"a": [1]}),
    "statsmodels": Fitted,
    "grouped": lambda: pd.DataFrame({"a": [1]}).groupby("a"),
    "signalling": lambda: pd.DataFrame({"a": [decimal.Decimal("sNaN"), decimal.Decimal(1)]}),
    "too long a number": lambda: [10**5000],
}


@pytest.mark.parametrize("other", OTHERS)
def test_other_kinds_are_refused(other):
    assert refused_reason(OTHERS[other]())


def test_ends_are_called_by_the_columns_that_name_their_rows():
    groups = pd.DataFrame({"ground": [f"g{at // 6}" for at in range(36)], "crew": [at % 6 for at in range(36)]})
    found = capture("found", groups.assign(kg=[*range(5, 40), 0.5]))["facts"]["ends"]["kg"]
    assert found == [["g5", "crew 4", 39.0], ["g5", "crew 5", 0.5]]
    rows = groups.assign(crew=1, kg=range(36))
    assert capture("found", rows)["facts"]["ends"]["kg"] == [[35, 35], [0, 0]]
    unnamed = pd.DataFrame({"kg": [1.5, *range(35)], "ground": "g"})
    assert capture("found", unnamed)["facts"]["ends"]["kg"] == [[35, 34.0], [1, 0.0]]


def test_small_tables_are_told_whole_and_long_ones_by_their_ends():
    small = pd.DataFrame({"a": range(15), "b": [None, *range(14)]})
    facts = capture("found", small)["facts"]
    assert (len(facts["head"]), facts["missing"], "tail" in facts) == (15, {"b": 1}, False)
    frame = pd.DataFrame({"a": [5, 9, *range(30)], "b": "x"}, index=[f"r{place}" for place in range(32)])
    facts = capture("found", frame)["facts"]
    assert (len(facts["head"]), facts["tail"]) == (5, [["r30", [28, "x"]], ["r31", [29, "x"]]])
    assert (facts["ends"], "missing" in facts) == ({"a": [["r31", 29], ["r2", 0]]}, False)
    assert len(capture("found", frame[:30])["facts"]["head"]) == 30, "of few columns, some more rows are told"
    assert len(capture("found", pd.DataFrame({name: range(30) for name in "abcdefghi"}))["facts"]["head"]) == 5
    facts = capture("found", frame["a"])["facts"]
    assert (facts["largest"], facts["second"], facts["smallest"]) == (["r31", 29], ["r30", 28], ["r2", 0])
    assert facts["tail"] == [["r30", 28], ["r31", 29]]
    assert "second" not in capture("found", pd.Series([1.0, np.nan]))["facts"]


def test_a_figure_is_told_by_its_tallest_bar_or_the_ends_of_its_line():
    from matplotlib.figure import Figure

    drawing = Figure()
    bars, line, both = drawing.subplots(1, 3)
    bars.bar(["x", "y", "z"], [1, 4, 2])
    line.plot([2001, 2002, 2003], [5, 9, 7])
    both.plot([1, 2], [1, 2], [1, 2], [3, 4])
    bars, line, both = capture("found", drawing)["facts"]["axes"]
    assert (bars["tallest"], bars["shortest"]) == (["y", 4.0], ["x", 1.0])
    assert [line[end][1] for end in ("begins", "ends")] == [5.0, 7.0]
    assert not {"tallest", "begins"} & {*both}


def test_points_are_told_by_how_they_rise_together():
    from matplotlib.figure import Figure

    drawing = Figure()
    rising, named, level = drawing.subplots(1, 3)
    rising.scatter([1, 2, 3, 4, 5], [10, 100, 90, 1000, 2000])
    named.scatter(["a", "b", "c", "d"], [1, 2, 3, 4])
    level.scatter([1, 2, 3, 4], [5, 5, 5, 5])
    rising, named, level = capture("found", drawing)["facts"]["axes"]
    assert rising["link"] == 0.9
    assert "link" not in named and "link" not in level


def test_figures_by_themselves_are_results_and_in_lists_are_not():
    from matplotlib.figure import Figure

    def drawing(height):
        figure = Figure()
        figure.subplots().plot([1, np.nan, 3], [height, 2, np.inf])
        return figure

    assert capture("found", drawing(1))["digest"] == capture("found", drawing(1))["digest"]
    assert capture("found", drawing(1))["digest"] != capture("found", drawing(2))["digest"]
    assert "holds a Figure" in refused_reason([drawing(1), drawing(2)])
    assert "holds a Axes" in refused_reason(Figure().subplots(2))
    for several in ([drawing(1), drawing(2)], Figure().subplots(2)):
        json.dumps(describe_variable("found", several), allow_nan=False)


def test_an_artist_that_raises_is_refused():
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    class Hostile(Line2D):
        def get_xydata(self):
            raise SystemExit

    figure = Figure()
    figure.subplots().add_line(Hostile([1], [1]))
    with pytest.raises(ValueError, match=r"^reading the figure failed: SystemExit$"):
        capture("found", figure)


def test_an_estimator_that_raises_is_refused():
    from sklearn.base import BaseEstimator

    class Raises(BaseEstimator):
        @property
        def coef_(self):
            raise SystemExit

    class Parameterless(BaseEstimator):
        def get_params(self, deep=True):
            return 7

    class Inside(BaseEstimator):
        @property
        def coef_(self):
            return self

    for kind in (Raises, Parameterless, Inside):
        refused_reason(kind())


def test_one_unruly_column_leaves_the_others():
    frame = pd.DataFrame({"a": [1, 2], "b": [decimal.Decimal("sNaN"), decimal.Decimal(1)]})
    first, second = describe_columns(frame)
    assert (first["role"], first["distinct"]) == ("measure", 2)
    assert (second["name"], second["role"]) == ("b", "text")


def test_what_is_too_large_is_refused():
    wide = np.lib.stride_tricks.as_strided(np.zeros(1), shape=(MOST_CELLS + 1,), strides=(0,))
    with pytest.raises(ValueError, match="cells"):
        capture("wide", wide)


def test_shown_says_the_shape_and_stays_short():
    big = pd.DataFrame({f"column {number}": ["long text " * 20] * 500 for number in range(50)})
    shown = capture("big", big)["shown"]
    assert shown.endswith("[500 rows x 50 columns]")
    assert len(shown) <= 2000
    assert capture("l", list(range(1000)))["shown"].endswith("… 1000 in all]")


@pytest.mark.parametrize("rows", [0, 1, 7, 500])
@pytest.mark.parametrize("columns", [0, 1, 3, 5, 8, 12, 30])
def test_a_size_is_passed_over_only_where_the_text_is_longer(rows, columns):
    frame = pd.DataFrame({f"{'n' * number}{number}": [1.5] * rows for number in range(columns)})
    for most, width in SIZES:
        assert least(frame, most) <= len(frame.to_string(max_rows=ROWS, max_cols=most, max_colwidth=width))


def test_the_same_value_is_captured_the_same_twice():
    assert capture("s", {"b", "a", "c"})["shown"] == "{'a', 'b', 'c'}"
    for value in ([Thing()], pd.Series([Thing()]), pd.DataFrame({"a": [Thing()]}), pd.Series([1], name=Thing())):
        assert "0x" not in describe_variable("t", value)["preview"]
    one, other = (capture("s", pd.Series([1], name=Thing())) for _ in range(2))
    assert one == other


def test_a_variable_is_described():
    found = describe_variable("df", FRAME)
    assert (found["type"], found["shape"], found["index_name"]) == ("dataframe", (3, 2), "key")
    assert [each["name"] for each in found["columns"]] == ["a", "b"]
    assert len(describe_variable("df", pd.DataFrame(np.ones((2, 100))))["columns"]) == 60
    assert describe_variable("g", FRAME.groupby("b"))["type"] == "DataFrameGroupBy"
    assert len(describe_variable("t", "x" * 5000)["preview"]) <= 300
