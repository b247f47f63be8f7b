"""What a question leaves open is read from its words and code; an answer is arranged accordingly, and no further."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from company.families.dialogues.body.openness import leeways
from company.results.leeway import Leeway
from company.results.perturb import perturbed
from company.results.rules import same

FREE = Leeway(order="")
MEANS = pd.DataFrame({"mean": [3.0, 3.0, 2.0, 1.0], "size": [4, 5, 6, 7]}, index=pd.Index(list("pqrs"), name="g"))
LABELS = np.array([0, 0, 1, 2, 1, 2, 2])
CENTRES = pd.DataFrame({"x": [0.0, 5.0, 9.0], "y": [100.0, 300.0, 200.0]})
CLUSTERED = pd.DataFrame({"x": [1, 1, 5, 9, 5, 9, 9], "cluster": LABELS})
PORTRAITS = pd.DataFrame({"x": [1.5, 2.5], "rows": [4, 9]}, index=pd.Index([0, 1], name="cluster"))
BY_CLUSTER = pd.Series([2, 3, 4], index=pd.Index([0, 1, 2], name="cluster"))
STATISTICS = pd.DataFrame({"size": [1, 5, 9], "rent": [10, 20, 40]}, index=["min", "median", "max"])
MONTHLY = pd.Series([4, 2, 7], index=pd.period_range("2024-11", periods=3, freq="M", name="day"))
TAKEN: list[tuple[str, Any, Any, Leeway]] = [
    ("dataframe", MEANS, MEANS.iloc[::-1], FREE),
    ("dataframe", MEANS, MEANS.iloc[::-1].reset_index(), FREE),
    ("series", MEANS["mean"], MEANS["mean"].iloc[[2, 0, 3, 1]], FREE),
    ("list", ["a", "b", "c"], ["c", "a", "b"], FREE),
    ("index", pd.Index(["a", "b"]), pd.Index(["b", "a"]), FREE),
    ("dataframe", MEANS, MEANS.iloc[[1, 0, 2, 3]], Leeway(order="sorted by mean from high to low")),
    ("series", MEANS["mean"], MEANS["mean"].iloc[[1, 0, 2, 3]].iloc[::1], Leeway(order="sorted by mean")),
    ("series", pd.Series({"a": 1.0, "b": 2.0}), pd.Series({"x": 1.0, "y": 2.0}), Leeway(labels=("a", "b"))),
    ("dict", {"mean_x": 1, "n": 2}, {"Mean X": 1, "count": 2}, Leeway(labels=("mean_x", "n"))),
    ("array", LABELS, (LABELS + 1) % 3, Leeway(clusters=("it",))),
    ("series", pd.Series(LABELS), pd.Series(2 - LABELS), Leeway(clusters=("it",))),
    ("dataframe", CLUSTERED, CLUSTERED.assign(cluster=2 - LABELS), Leeway(clusters=("cluster",))),
    ("series", BY_CLUSTER, BY_CLUSTER.iloc[::-1].set_axis(BY_CLUSTER.index), Leeway(clusters=("cluster",))),
    ("dict", {0: 5, 1: 6}, {0: 6, 1: 5}, Leeway(clusters=("c",), by_cluster=True)),
    ("dataframe", CENTRES, CENTRES.iloc[[2, 0, 1]] * 1.001, Leeway(centres=True)),
    ("array", CENTRES.to_numpy(), CENTRES.to_numpy()[::-1], Leeway(centres=True)),
    ("dataframe", STATISTICS, STATISTICS.T, Leeway(turned=True)),
    ("series", MONTHLY, MONTHLY.to_timestamp(), FREE),
    ("series", MONTHLY, MONTHLY.set_axis(MONTHLY.index.astype(str)), FREE),
    ("series", MONTHLY.to_timestamp(how="end").rename(lambda day: day.normalize()), MONTHLY, FREE),
    ("dataframe", MONTHLY.set_axis(MONTHLY.index.astype(str)).reset_index(), MONTHLY.to_timestamp().to_frame(), FREE),
]
REFUSED: list[tuple[str, Any, Any, Leeway]] = [
    ("dataframe", MEANS, MEANS.iloc[::-1], Leeway()),
    ("dataframe", MEANS, MEANS.set_axis(list("qprs")), FREE),
    ("dataframe", MEANS, MEANS.iloc[[0, 0, 2, 3]], FREE),
    ("dataframe", MEANS, MEANS.iloc[::-1], Leeway(order="sorted by mean")),
    ("dataframe", MEANS, MEANS.iloc[[1, 0, 2, 3]], Leeway(order="sorted by mean, then size")),
    ("dataframe", MEANS, MEANS.iloc[[1, 0, 2, 3]], Leeway(order="in the order of the first")),
    ("list", [1, 2, 3], [3, 2, 1], FREE),
    ("list", ["a", "a", "b"], ["b", "a", "a"], FREE),
    ("tuple", ("a", "b"), ("b", "a"), FREE),
    ("series", pd.Series({"a": 1.0, "b": 2.0}), pd.Series({"b": 1.0, "a": 2.0}), Leeway(labels=("a", "b"))),
    ("series", pd.Series({"a": 1.0, "b": 2.0}), pd.Series({"x": 1.0, "y": 2.0}), Leeway(labels=("a",))),
    ("array", LABELS, np.array([0, 0, 1, 2, 1, 2, 1]), Leeway(clusters=("it",))),
    ("array", LABELS, (LABELS + 1) % 3, Leeway(clusters=("other",))),
    ("dataframe", CLUSTERED, CLUSTERED.assign(x=CLUSTERED["x"] + 1), Leeway(clusters=("cluster",))),
    ("series", BY_CLUSTER, BY_CLUSTER + 1, Leeway(clusters=("cluster",))),
    # a mean beside those that were asked for, in the place of the clusters' numbers
    ("dataframe", PORTRAITS, PORTRAITS.assign(z=[0.5, 0.25]), Leeway(clusters=("cluster",), by_cluster=True)),
    ("dataframe", CENTRES, CENTRES * 1.2, Leeway(centres=True)),
    ("dataframe", CENTRES, CENTRES.assign(x=CENTRES["x"].to_numpy()[::-1]), Leeway(centres=True)),
    ("dataframe", STATISTICS, STATISTICS.T.iloc[::-1].set_axis(["size", "rent"]), Leeway(turned=True)),
    ("dataframe", STATISTICS, STATISTICS.T.set_axis(["min", "mean", "max"], axis=1), Leeway(turned=True)),
    ("series", MONTHLY, MONTHLY.to_timestamp().shift(1, freq="MS"), FREE),
    ("series", MONTHLY, MONTHLY.to_timestamp().shift(1, freq="D"), FREE),
]


@pytest.mark.parametrize(("kind", "reference", "answer", "leeway"), TAKEN)
def test_what_is_left_open_is_no_mistake(kind: str, reference: Any, answer: Any, leeway: Leeway) -> None:
    assert same(kind, reference, answer, "it", leeway)
    assert not same(kind, reference, answer, "it")


@pytest.mark.parametrize(("kind", "reference", "answer", "leeway"), REFUSED)
def test_what_is_not_left_open_still_counts(kind: str, reference: Any, answer: Any, leeway: Leeway) -> None:
    assert not same(kind, reference, answer, "it", leeway)


@pytest.mark.parametrize(("kind", "reference", "answer", "leeway"), TAKEN)
def test_wrong_versions_are_left_that_no_leeway_takes(kind: str, reference: Any, answer: Any, leeway: Leeway) -> None:
    wrong = perturbed(kind, reference, leeway)
    assert len(wrong) >= 5
    assert not [label for label, each in wrong if same(kind, reference, each, "confusion", leeway)]


def line(query: str, code: str = "r = df", history: str = "", **more: Any) -> dict[str, Any]:
    return {
        "current_query": query,
        "reference_answer": code,
        "ref_code_hist": history,
        "prompt_with_hist_json": [
            {"role": "system", "content": "The columns: `size`. Values: \"low\"."},
            {"role": "user", "content": "Sort the rows by size."},
            {"role": "assistant", "content": "Here."},
            {"role": "user", "content": query},
        ],
        **more,
    }  # fmt: skip


def of(asked: dict[str, Any], kind: str = "dataframe") -> Leeway:
    return leeways(asked, [("r", kind)])["r"]


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("One row per town with the mean of size.", ""),
        ("As a first step, take rows with a size of at least 3 and at most 9. What is the mean per town?", ""),
        ("One row per town with the mean of size in `sorted_by_size`.", ""),
        ("One row per town, sorted by size from high to low. Thanks!", "sorted by size from high to low."),
        ("The rows of the town with the highest size. As a DataFrame.", ""),
        ("The rows by size, in ascending order and with ties as they stand.", None),
        ("The means of these towns in this order.", None),
    ],
)
def test_an_order_is_what_the_question_asks_for(query: str, order: str | None) -> None:
    assert of(line(query)).order == order


def test_a_rank_is_asked_for_where_the_reference_puts_something_in_order() -> None:
    asked = line("The 3 rows with the highest size. As a DataFrame.", "r = df.nlargest(3, 'size')")
    assert of(asked).order == "highest size."


def test_what_is_agreed_in_a_case_that_evolves_asks_for_no_order() -> None:
    query = "The oldest are the 5 that are highest in age, with all that tie. How far is each town below the highest?"
    agreed = "oldest = lambda t: t[t['age'].rank(ascending=False) <= 5].sort_values('age')\n"
    below = f"{agreed}r = oldest(df).groupby('town')['size'].sum()\nr = r.max() - r"
    assert of(line(query, below), "series").order is None
    assert of(line(query, below, depends_on=[]), "series").order == ""
    top = f"{agreed}r = oldest(df).groupby('town')['size'].sum().nlargest(3)"
    assert of(line(query, top, depends_on=[]), "series").order is None


def test_each_result_has_the_order_of_its_own_sentences() -> None:
    asked = line("One row per town as a DataFrame. The sizes of all rows in ascending order and return a list.")
    found = leeways(asked, [("r", "dataframe"), ("s", "list")])
    assert found["r"].order == ""
    assert found["s"].order == "ascending order and return a list."


def test_a_correction_still_asks_for_what_was_asked_before() -> None:
    assert of(line("That is not what I meant.")).order == ""
    assert of(line("That is not what I meant.", wrong={"kind": "raises"})).order == "Sort the rows by size."
    told = [{"question": "In which order?", "answer": "Rank them by age."}]
    assert "Rank them by age." in str(of(line("The towns.", clarifications=told)).order)


def test_a_list_with_an_element_for_each_of_something_has_an_order() -> None:
    assert of(line("The names of the towns."), "list").order == ""
    assert of(line("The best town of each year."), "list").order is None


def test_rows_and_columns_may_change_places_where_nobody_says_which_is_which() -> None:
    assert of(line("Give me the minimum and the maximum of size and rent as a DataFrame.")).turned
    assert not of(line("Give me the mean of size per town as a DataFrame.")).turned
    assert not of(line("Give me the minimum and the maximum, with the statistics as rows.")).turned


def test_labels_are_open_where_nobody_has_said_them() -> None:
    code = 'r = pd.Series({"low": 1, "avg": 2, "high": 3})'
    assert of(line("The figures, with high as a label.", code), "series").labels == ("avg",)
    assert of(line("The figures.", code, 'x = "high"'), "series").labels == ("avg",)
    assert of(line("The figures.", code), "dataframe").labels == ()


@pytest.mark.parametrize(
    ("code", "clusters", "by_cluster"),
    [
        ("km = KMeans(3).fit(x)\nr = km.labels_", ("r",), True),
        ("r = KMeans(3).fit_predict(x)", ("r",), False),
        ("km = KMeans(3)\nkm.fit(x)\ndf['c'] = km.predict(x)\nr = df.groupby('c').size()", ("c",), True),
        ("z = df.assign(seg=fcluster(t, 3, 'maxclust'))\nr = z['size'].mean()", ("seg",), False),
        ("m = LinearRegression().fit(x, y)\nr = m.predict(x)", (), False),
    ],
)
def test_clusters_are_known_by_how_they_are_made(code: str, clusters: tuple[str, ...], by_cluster: bool) -> None:
    found = of(line("Clusters, please.", code), "series")
    assert (found.clusters, found.by_cluster) == (clusters, by_cluster)


def test_centres_are_known_on_whatever_way_they_come() -> None:
    code = "c = km.cluster_centers_\nback = scaler.inverse_transform(c)\nr = pd.DataFrame(back)\nother = df.mean()"
    found = leeways(line("Centres.", code), [("r", "dataframe"), ("other", "dataframe")])
    assert (found["r"].centres, found["other"].centres) == (True, False)
