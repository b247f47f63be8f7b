"""Kinds of operation, read from code."""

import pytest

from company.results.operations import CALLS, operations

CODE = {
    'top = df[df["a"] > 3][["a", "b"]]': ("filter", "select_columns"),
    'df.groupby("x")["y"].mean().sort_values().head(5)': ("aggregate", "groupby", "rank", "select_columns", "sort"),
    'df["z"] = df["a"].map({"x": 1})': ("assign", "encode", "select_columns"),
    'df["m"] = df["a"].map(means)': ("assign", "join_back", "select_columns"),
    'df.loc[df["a"].isin(["x"]), ["a"]]': ("filter", "isin", "select_columns"),
    "df[(df.a > 1) & ~df.b]": ("filter",),
    "[x for x in range(3)]": ("loop",),
    "KMeans(3).fit(scaled)": ("kmeans",),
    "LinearRegression().fit(X, y)": ("sklearn_other",),
    "DecisionTreeClassifier().fit(X, y)": ("sklearn_other",),
    "StandardScaler().fit_transform(X)": ("scale",),
    "df.T": ("reshape",),
    "plt.bar(a, b)": ("plot",),
    "df.plot.bar()": ("plot",),
    "df.corr()": ("correlate",),
    "ttest_ind(a, b)": ("test",),
    "def f(x):\n    return x": ("define_function",),
    "s.str.lower()": ("string",),
    "s.dt.year": ("datetime",),
    "pd.cut(s, 3)": ("bin",),
    "df.iloc[0]": (),
    "a = 1": (),
    "not Python at all": (),
    "": (),
}


@pytest.mark.parametrize("code", CODE)
def test_kinds_of_operation(code):
    assert operations(code) == CODE[code]


def test_every_kind_in_the_table_is_found():
    for kind, names in CALLS.items():
        for name in names.split():
            assert kind in operations(f"x.{name}(y)"), (kind, name)


def test_no_name_stands_for_two_kinds():
    names = [name for each in CALLS.values() for name in each.split()]
    assert len(names) == len(set(names))


def test_a_condition_that_was_given_a_name_is_a_filter() -> None:
    assert operations("mask = df['a'] > 260\nx = df[mask].copy()") == ("filter", "select_columns")
    assert operations("cols = ['a', 'b']\nx = df[cols]") == ()
