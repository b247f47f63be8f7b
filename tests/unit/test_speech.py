"""Talk around requests: true to the facts, varied, and never a request by itself."""

import random
import re
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from company.results.capture import capture, describe_variable
from company.results.columns import describe_columns
from grammar import outcomes, speech
from grammar.language import sentences
from grammar.reacting import are_alike
from grammar.remarks import about, numbered, rounded, said
from grammar.reporting import finding_on
from grammar.scene import Scene, scene_of
from grammar.understanding import mentioned, understand
from grammar.voices import sentence
from grammar.words import words

PERSONA = {"name": "Nikos Moretti", "location": "Naples", "job_title": "Food Blogger", "background": ""}
SCENARIO = {
    "name": "Explaining the Price",
    "description": "Why prices differ.",
    "goal": "Find out how strongly the region and the units go together with the price.",
}
QUESTION = "How does the price differ between the region groups, among orders where 'price' is above 40?"


def orders() -> pd.DataFrame:
    chance = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "price": chance.lognormal(4, 0.5, 120).round(2),
            "units": chance.integers(1, 30, 120),
            "region": chance.choice(["North", "South", "East"], 120),
            "channel": chance.choice(["web", "shop"], 120),
        }
    )


def values() -> dict[str, object]:
    frame = orders()
    return {
        "rows": frame[frame.price > 40],
        "one row": frame.head(1),
        "no rows": frame.head(0),
        "grouped": frame.groupby("region").price.mean(),
        "signed": frame.groupby("region").price.mean() - 1_000,
        "table": frame.groupby("region")[["price", "units"]].mean(),
        "by number": frame.groupby("units").price.mean(),
        "two keys": frame.groupby(["region", "channel"]).price.sum(),
        "column": frame.price * 1000,
        "texts": frame.region,
        "constant": pd.Series([5, 5, 5]),
        "single": pd.Series([7.25], index=["North"]),
        "with stops": pd.Series([3, 1], index=["Nadal R.", "Federer R."]),
        "number": 1234567.891,
        "small": 0.00001234,
        "word": "North",
        "true": True,
        "false": False,
        "statistics": frame.price.agg(["mean", "std"]),
        "pair": (1.2345, 0.0321),
        "list": [3.5, 1.25, 2],
        "names": ["North", "South"],
        "empty": [],
        "array": np.array([0.5, 0.25]),
        "grid": np.ones((4, 3)),
        "index": frame.columns,
        "set": {"North", "South"},
        "dict": {"North": 2.5, "South": 1.25},
        "nested": {"North": [1, 2]},
    }


def results() -> dict[str, dict]:
    found = {name: capture("it", value) for name, value in values().items()}
    axes = {"title": "t", "xlabel": "region", "ylabel": "Mean price", "artists": {"bars": 3}}
    found["plot"] = {"name": "plot", "type": "plot", "shown": "", "facts": {"axes": [axes]}}
    found["model"] = {"name": "m", "type": "model", "shown": "", "facts": {"class": "KMeans", "params": {}}}
    found["bare"] = {"name": "m", "type": "series", "shown": "", "facts": {}}
    return found


def scene() -> Scene:
    frame = orders()
    table = {"variable": "df", "rows": len(frame), "columns": describe_columns(frame)}
    made = {"df": frame, "dear_orders": frame[frame.price > 40], "mean_price": frame.groupby("region").price.mean()}
    return scene_of(table, [describe_variable(name, value) for name, value in made.items()], "mean_price")


def numbers(value: object) -> Iterator[float]:
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int | float):
        yield float(value)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from numbers(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from numbers(inner)


def is_true(text: str, facts: dict) -> bool:
    """Whether every number of a sentence is one of the facts, or one of them rounded to three digits."""
    known = list(numbers(facts))
    for digits in re.findall(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?", text):
        number = float(digits.rstrip(",").replace(",", ""))
        if not any(abs(number - fact) <= 0.006 * abs(fact) for fact in known):
            return False
    return True


@pytest.mark.parametrize("name", sorted(results()))
def test_findings_are_true(name):
    result = results()[name]
    for seed in range(40):
        text = finding_on("", [result], random.Random(seed))
        assert is_true(text.replace("plot", ""), result["facts"]), (text, result["facts"])
        assert "{" not in text
        assert len(sentences(text)) == 1, text
        assert not re.search(r"['\"`]", text)


def test_a_figure_is_never_wrong_by_more_than_its_rounding():
    assert [rounded(value) for value in (3, 1234, 12345, 0.12345, 1234567.8, -2.5, 0.00001234, 0)] == [
        "3", "1234", "12,345", "0.123", "1,230,000", "-2.5", "1.23e-05", "0",
    ]  # fmt: skip
    assert not is_true("It is 15.", {"value": 10})
    assert is_true("It is 12,300.", {"value": 12345.6})


def test_what_cannot_be_said_plainly_is_left_out():
    assert [said(value) for value in ("a 'b'", "Nadal R.", "x" * 50, None, "really?", True, 2.0)] == [
        "", "", "", "", "", "true", "2",
    ]  # fmt: skip
    assert said("2024-01-01T00:00:00") == "2024-01-01"
    assert "label" not in about(results()["with stops"]), "of who is first, the name cannot be said"


def test_of_ranks_nobody_leads_by_the_largest_number():
    ranks = orders().groupby("region").price.mean().rank(ascending=False)
    assert ["label" in about(capture(name, ranks)) for name in ("mean_price_ranks", "mean_price")] == [False, True]


@pytest.mark.parametrize(
    ("ranks", "words"),
    [
        (
            {"price": [1, 2, 3], "size": [3, 1, 2]},
            "North is first by the price, but only number 3 by the size, where South",
        ),
        ({"price": [1, 2, 3], "size": [1, 3, 2]}, "North is first by the price and by the size alike"),
    ],
)
def test_who_is_ahead_by_either_measure_is_named(ranks, words):
    query = (
        "Please compute two ranks for each 'region' in `df`, by mean 'price' and by mean 'size', 1 for the highest and "
    )
    query += "the best rank for ties, and their distance as 'difference' and return a DataFrame."
    table = pd.DataFrame(ranks, index=pd.Index(["North", "South", "East"], name="region"))
    table["difference"] = (table.price - table["size"]).abs()
    assert words in finding_on(query, [capture("it", table)], random.Random(1))


def test_what_differs_most_beyond_a_line_is_named_beside_the_most_common():
    query = (
        "Please provide the share of each 'region' for the rows of `df` with 'price' above `edge` and for the rest, in "
    )
    query += "the columns 'above' and 'others', with 0 where there is none as a DataFrame."
    shares = pd.DataFrame({"above": [0.6, 0.1, 0.3], "others": [0.5, 0.4, 0.1]}, index=["North", "South", "East"])
    text = finding_on(query, [capture("it", shares.rename_axis("region"))], random.Random(1))
    assert "North is most common" in text and "South differs most, with 10 percent against 40" in text, text


@pytest.mark.parametrize(("link", "words"), [(0.9, "rise together, and closely so"), (-0.05, "little to do")])
def test_a_scatter_plot_is_told_by_how_its_points_rise_together(link, words):
    query = "Please draw a scatter plot of `df` with 'price' on the x axis and 'size' on the y axis."
    page = {"title": "", "xlabel": "price", "ylabel": "size", "artists": {"points": 40}, "link": link}
    text = finding_on(query, [{"name": "plot", "type": "plot", "facts": {"axes": [page]}}], random.Random(1))
    assert words in text and f"a rank correlation of {link}" in text, text


def test_groups_called_high_and_low_are_groups_and_leaders_of_groups_are_named():
    levels = pd.DataFrame({"mean_x": [3.0, 1.0, 2.0]}, index=pd.Index(["high", "low", "medium"], name="price_class"))
    assert about(capture("it", levels))["label"] == "high"
    query = (
        "I need the one row with the highest 'price' for each 'region' in `df`, the first in a tie, sorted by group "
    )
    query += "as a DataFrame."
    leaders = pd.DataFrame({"name": list("ABCDE"), "region": list("VWXYZ"), "price": [3.0, 9.0, 1.0, 4.0, 5.0]})
    text = finding_on(query, [capture("it", leaders)], random.Random(1))
    assert "the highest is B with 9, and the lowest C with 1" in text, text


def test_groups_by_a_number_of_things_are_said_as_so_many():
    assert [numbered(number, "number of rooms") for number in "13"] == ["1 room", "3 rooms"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("sum_price_by_region_shares", "the share of the total price"),
        ("sum_price_by_shares", "the share of the total price"),
        ("region_shares_2_ends", "the share of the rows"),
        ("mean_price_by_region_ends", "the average price"),
        ("region_counts_ends", "the number of rows"),
        ("mean_price_by_region_shares", "the figure in"),
        ("mean_price_ranks", ""),
    ],
)
def test_the_name_of_a_result_says_what_its_figures_are(name, words):
    figures = pd.Series({"North": 0.5, "South": 0.3, "East": 0.2}).rename_axis("region")
    texts = {finding_on("", [capture(name, figures)], random.Random(seed)).lower() for seed in range(9)}
    assert all(words in text for text in texts), texts


def test_statistics_are_not_held_against_each_other():
    figures = orders()[["price", "units"]].agg(["mean", "median", "count"])
    assert "label" not in about(capture("it", figures))
    assert "label" not in about(results()["statistics"])
    assert "a mean of" in about(results()["statistics"])["figures"]


def test_of_two_parts_the_same_statistic_is_told_of_both():
    parts = pd.DataFrame({"above": [576, 0.617, 0], "others": [90, 0.2, 0.1]}, index=["count", "mean", "median"])
    texts = {finding_on("", [capture("it", parts)], random.Random(seed)) for seed in range(20)}
    assert all({"0.617", "0.2", "576", "90"} <= {*re.findall(r"[\d.]*\d", text)} for text in texts), texts
    assert not any("highest" in text for text in texts)


def test_who_shares_the_first_place_is_named_and_what_is_level_is_said_to_be():
    tied = pd.Series({"North": 5.0, "South": 5.0, "East": 1.0})
    assert about(capture("it", tied))["tied"] == "North and South"
    level = {finding_on("", [capture("it", tied + 100)], random.Random(seed)) for seed in range(20)}
    assert all("hardly differs" in text for text in level)
    close = about(capture("it", pd.Series({"North": 100, "South": 99, "East": 10})))
    assert (close["second"], close["second_top"], close["times"]) == ("South", "99", "10")
    assert not {"second", "level_top", "tied"} & {*about(capture("it", pd.Series({"North": 9, "South": 5})))}


def test_strength_is_the_absolute_size():
    links = about(capture("links", pd.Series({"North": -0.9, "South": 0.2, "East": -0.1})))
    assert (links["strong"], links["weak"]) == ("North", "East")


def test_what_is_missing_is_told_and_an_error_of_rounding_is_none():
    gaps = pd.Series({"North": 1.0, "South": None, "East": 3.0})
    assert "1 of the 3 entries have none" in finding_on("", [capture("it", gaps)], random.Random(1))
    assert "no value" in finding_on("", [capture("it", float("nan"))], random.Random(1))
    assert about(capture("it", pd.Series({"mean": 5.55e-18, "std": 2.0})))["mean"] == "practically 0"


def test_a_small_table_is_told_by_its_ends():
    means = orders().groupby("region")[["price"]].mean().add_prefix("mean_")
    texts = {finding_on("", [capture("it", means)], random.Random(seed)) for seed in range(20)}
    ends = {means.mean_price.idxmax(), means.mean_price.idxmin()}
    assert all(ends <= {*re.findall(r"\w+", text)} for text in texts)
    assert "label" not in about(results()["rows"])


def test_a_chart_is_told_by_its_tallest_bar_and_a_line_by_its_ends():
    page = {"title": "", "xlabel": "region", "ylabel": "Mean price", "artists": {"bars": 3}}
    bars = {**results()["plot"], "facts": {"axes": [{**page, "tallest": ["North", 5], "shortest": ["East", 2]}]}}
    assert {"North", "5", "East"} <= {*re.findall(r"\w+", finding_on("", [bars], random.Random(1)))}
    line = {**bars, "facts": {"axes": [{**page, "artists": {"lines": 1}, "begins": [2001, 7], "ends": [2004, 3]}]}}
    assert "falls from 7 at 2001 to 3 at 2004" in finding_on("", [line], random.Random(1))


def test_each_of_two_results_is_named():
    two = [{**results()["grouped"], "name": "first_of_them"}, {**results()["table"], "name": "second_of_them"}]
    told = finding_on("", two, random.Random(1))
    assert "‘first_of_them’" in told
    assert "‘second_of_them’" in told


def test_a_query_says_what_its_figures_are():
    query = "I need the average 'price' for each 'region' of the `df` data as a Series."
    means = orders().groupby("region").price.mean()
    texts = {finding_on(query, [capture("some_name", means)], random.Random(seed)) for seed in range(20)}
    assert all("the average price" in text.lower() and "some_name" not in text for text in texts), texts


def test_a_rejected_turn_is_forgiven_and_a_question_back_is_answered():
    rejected, asked_back = {"status": "rejected", "code": None}, {"status": "accepted", "code": None}
    forgiving = {speech.remark(rejected, random.Random(seed)) for seed in range(60)}
    answers = {speech.remark(asked_back, random.Random(seed)) for seed in range(60)}
    assert len(forgiving) >= 10
    assert len(answers) >= 10
    assert not forgiving & answers


def chatter(chance: random.Random) -> list[str]:
    said = [
        sentence(group, chance, dict.fromkeys(re.findall(r"\{(\w+)\}", " ".join(group)), "North"))
        for group in words("remarks")["meanings"]
    ]
    return [
        *said,
        speech.transition(SCENARIO, PERSONA, QUESTION, chance),
        speech.closing(SCENARIO, PERSONA, chance),
        speech.back_reference("mean_price_by_region", chance),
        speech.vague(chance),
        speech.specifics_intro(chance),
        speech.statement_context(SCENARIO, PERSONA, QUESTION, chance),
    ]


def test_nothing_that_is_only_talk_is_understood_as_a_request():
    here = scene()
    for seed in range(8):
        for text in chatter(random.Random(seed)):
            assert understand(text, here) == [], text


@pytest.mark.parametrize("name", ["transition", "closing", "statement_context"])
def test_forms_are_many(name):
    says = {
        "transition": lambda chance: speech.transition(SCENARIO, PERSONA, QUESTION, chance),
        "closing": lambda chance: speech.closing(SCENARIO, PERSONA, chance),
        "statement_context": lambda chance: speech.statement_context(SCENARIO, PERSONA, QUESTION, chance),
    }[name]
    assert len({says(random.Random(seed)) for seed in range(300)}) >= (20 if name == "transition" else 10)


def test_a_transition_asks_the_question_without_its_conditions():
    texts = [speech.transition(SCENARIO, PERSONA, QUESTION, random.Random(seed)) for seed in range(60)]
    assert any("how does the price differ between the region groups?" in text for text in texts)
    assert not any("above 40" in text for text in texts)
    code = "Use `df` where 'a' is 3"
    foreign = [speech.transition(SCENARIO, PERSONA, code, random.Random(seed)) for seed in range(60)]
    assert not any("`" in text or "'a'" in text for text in foreign)


def test_a_coarse_request_begins_with_its_question():
    texts = {speech.statement_context(SCENARIO, PERSONA, QUESTION, random.Random(seed)) for seed in range(60)}
    assert all(re.search("(how|How) (does )?the price differs? between the region groups", text) for text in texts)
    assert not any("above 40" in text for text in texts)
    split = QUESTION.replace(", among", ", separately for each channel, among")
    apart = {speech.statement_context(SCENARIO, PERSONA, split, random.Random(seed)) for seed in range(60)}
    assert all("region groups, separately for each channel" in text and "above 40" not in text for text in apart)
    doubted = "Is the price spread evenly around its average, or do a few orders pull it away?"
    short = {speech.statement_context(SCENARIO, PERSONA, doubted, random.Random(seed)) for seed in range(60)}
    assert all(text.endswith("s the price spread evenly around its average?") for text in short)


def test_last_words_name_an_open_question_and_count_the_others():
    others = [QUESTION, "Which region is most common?", "How many channels are there?"]
    for seed in range(20):
        one, three = (speech.left_open(asked, random.Random(seed)) for asked in (others[1:2], others))
        assert "which region is most common?" in one
        assert "three questions" in three.lower() and "how does the price differ" in three and "above 40" not in three
    assert speech.left_open([], random.Random(0)) == ""


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Which region has the highest price on average?", "which region has the highest price on average"),
        ("Which orders would we pick in the end?", ""),
        ("Do the price and the units rise together?", "whether the price and the units rise together"),
        ("How does the price differ between the region groups?", "how the price differs between the region groups"),
        ("How closely are the price and the units related?", "how closely the price and the units are related"),
        ("How has the price developed over time?", "how the price has developed over time"),
        ("Is the price really different?", ""),
    ],
)
def test_questions_are_said_in_the_order_of_what_one_wants_to_know(question, words):
    assert speech.sought(question) == words


def test_a_vague_question_is_asked_back_about_its_columns():
    seen = set()
    for seed in range(60):
        chance = random.Random(seed)
        query = f"I have a hunch about total fat. {speech.vague(chance)}"
        back = speech.clarifying(query, ["Total_Fat", "sugar", "fat"], chance)
        assert query.endswith("?")
        assert "?" in back or "Please tell me" in back
        assert "sugar" not in back
        seen.add(back)
    assert len(seen) >= 10
    assert any("total fat" in back for back in seen)


def test_the_chatbot_says_what_its_code_does():
    usual = "compute the average 'price' for each 'region' in `df`"
    short, long = "sort `df` by 'price'", "keep only the rows of the `df` data where 'price' is above 300 and " * 2
    texts = {speech.code_intro(usual, random.Random(seed)) for seed in range(300)}
    assert len(texts) >= 25
    assert all(usual in text and 10 <= len(text.split()) <= 24 for text in texts)
    assert all(10 <= len(speech.code_intro(short, random.Random(seed)).split()) <= 24 for seed in range(100))
    assert len(speech.code_intro(long, random.Random(0)).split()) <= len(long.split()) + 7
    assert len(words("speech")["intros"]) + len(words("speech")["intros_short"]) >= 25


def test_findings_have_the_length_of_a_sentence():
    for name, result in results().items():
        for seed in range(20):
            assert 6 <= len(finding_on("", [result], random.Random(seed)).split()) <= 34, name
    assert finding_on("", [], random.Random(0))


def test_flaws_are_rare_small_and_never_in_the_request():
    chatty = "So Sonic comes out on top, and Subway is last. I would like to know more about sugar."
    formal = "Please generate a DataFrame of the rows of `df` where 'sugar' is above 3.5."
    text = f"{chatty} {formal}"
    changed = [speech.flawed(text, random.Random(seed)) for seed in range(1000)]
    assert 20 <= sum(one != text for one in changed) <= 120
    for seed in range(100):
        one = speech.flawed(text, random.Random(seed), 1.0)
        assert one != text
        assert one.endswith(formal)
        assert len(text) - len(one) in (0, 1)
        assert speech.flawed(formal, random.Random(seed), 1.0) == formal
    pointed = f"Those rows are what I wanted, thanks. {formal}"
    assert speech.flawed(pointed, random.Random(0), 1.0) == pointed


def test_a_share_is_not_taken_for_the_total_that_it_was_made_of():
    query = "Please draw `sum_price_by_region_shares` as a bar chart of 'price'."
    shares = capture("sum_price_by_region_shares", pd.Series({"North": 0.75, "South": 0.25}))
    assert "the share of the total price is higher for North" in finding_on(query, [shares], random.Random(1))


def test_the_whole_is_no_group_beside_the_others():
    shares = pd.DataFrame({"web": [0.25, 0.75, 0.5], "rows": [40, 40, 80]}, index=["North", "South", "all"])
    query = "I need the fractions of each 'channel' in `df`, one row for each 'region' and a last one, 'all', for "
    query += "the whole, with the number of rows as 'rows' at the end, as a DataFrame."
    texts = {finding_on(query, [capture("it", shares)], random.Random(seed)) for seed in range(20)}
    assert all("or South, 75 percent" in text and " all " not in text and "25 percent" in text for text in texts), texts


def test_the_last_of_the_leaders_is_not_the_last_of_all():
    query = "Please compute the mean 'price' per 'region' in `df`. I need the 3 highest figures of those figures with "
    query += "their labels, the most extreme first and ties as they stand, as a dictionary."
    leaders = capture("leaders", {"North": 9.0, "South": 8.0, "East": 5.0})
    for seed in range(20):
        text = finding_on(query, [leaders], random.Random(seed))
        assert "East" in text
        assert "lowest" not in text or "‘leaders’" in text, text


def test_that_several_share_the_last_place_is_said():
    assert about(capture("it", pd.Series({"North": 5, "South": 0, "East": 0})))["last"] == "South and East"
    assert about(capture("it", pd.Series({"North": 5} | dict.fromkeys("abcd", 0))))["last"] == "several"


@pytest.mark.parametrize("numbers", [True, False])
def test_years_are_groups_where_a_query_asks_for_them(numbers):
    query = (
        "Please determine how many rows of `df` fall into each year of 'date', from the earliest on and return a dict."
    )
    counts = {2012: 3, 2013: 126, 2014: 80}
    result = capture("it", counts if numbers else {str(year): count for year, count in counts.items()})
    texts = {finding_on(query, [result], random.Random(seed)) for seed in range(10)}
    assert all("2013" in text and "126" in text and "2012" in text for text in texts), texts
    assert not any("date 2013" in text for text in texts)


def test_shares_beyond_a_mark_are_not_taken_for_the_mark():
    query = (
        "I need a DataFrame of the fraction of rows in `df` whose 'price' is above `mean_price`, for each 'region' and "
    )
    query += "as 'share' beside the group's size as 'rows', highest share first and ties by label."
    shares = pd.DataFrame({"share": [0.9, 0.2], "rows": [10, 40]}, index=pd.Index(["North", "South"], name="region"))
    texts = {finding_on(query, [capture("it", shares)], random.Random(seed)) for seed in range(20)}
    assert all("share of rows past the mean in price" in text and "90 percent" in text for text in texts), texts


def test_a_group_in_small_letters_or_figures_is_said_to_be_of_its_own_column():
    query = "Please draw a bar chart of the average 'price' per 'region' in `df`, with the bars sorted by their labels."
    page = {"title": "", "xlabel": "", "ylabel": "", "artists": {"bars": 2}, "tallest": ["7", 5], "shortest": ["10", 2]}
    chart = {"name": "plot", "type": "plot", "facts": {"axes": [page]}}
    assert "region 7" in finding_on(query, [chart], random.Random(1))
    means = pd.DataFrame({"mean_price": [1.0, 5.0]}, index=pd.Index(["web", "shop"], name="channel"))
    assert "shop (channel)" in finding_on("", [capture("it", means)], random.Random(1))


CLUSTERED = (
    "First, copy `df` and add a column 'cluster' with the labels of k-means with 3 clusters on 'price' and 'size', "
)
CLUSTERED += (
    "scaled by StandardScaler, with random_state 42 and n_init 10. Can you average {} for each 'cluster' in these "
)
CLUSTERED += "records, with the number of records as 'rows' behind them and return a DataFrame?"


def clusters(*columns: str) -> pd.DataFrame:
    figures = {"price": [10.0, 90.0, 30.0], "size": [5.0, 4000.0, 8.0], "weight": [70.0, 20.0, 60.0]}
    index = pd.Index([0, 1, 2], name="cluster")
    return pd.DataFrame({**{name: figures[name] for name in columns}, "rows": [500, 1, 80]}, index=index)


def test_of_clusters_another_column_is_told_than_those_that_made_them():
    query = CLUSTERED.format("'price', 'weight' and 'size'")
    text = finding_on(query, [capture("it", clusters("price", "weight", "size"))], random.Random(1))
    assert "weight" in text and "70" in text and "cluster 0" in text and "price" not in text, text
    assert "only 1 of the rows for cluster 1" in text


def test_of_clusters_alone_the_sizes_are_told_and_what_extreme_rows_made():
    text = finding_on(
        CLUSTERED.format("'price' and 'size'"), [capture("it", clusters("price", "size"))], random.Random(1)
    )
    assert "cluster 0, 500 rows with averages of 10 in price and 5 in size" in text, text
    assert "cluster 1, is made by extreme values alone: 1 of the rows, with 90 in price and 4000 in size" in text, text


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ([3.0, 2.0, 2.5], "has fallen, from 3 in 2013 to 2.5 in 2015, lowest in 2014 with 2"),
        ([2.0, 4.0, 3.0], "has risen, from 2 in 2013 to 3 in 2015, highest in 2014 with 4"),
        ([2.0, 2.2, 2.01], "has hardly changed, from 2 in 2013 to 2.01 in 2015"),
    ],
)
def test_years_are_told_in_the_order_of_time(figures, words):
    query = (
        "Please calculate the mean, sample standard deviation and count of 'price' for each 'sold_year' in `df` and "
    )
    query += "return a DataFrame."
    index = pd.Index([2013, 2014, 2015], name="sold_year")
    means = pd.DataFrame({"mean_price": figures, "std_price": 1.0, "count_price": 90}, index=index)
    text = finding_on(query, [capture("it", means)], random.Random(1))
    assert words in text and "year" not in text, text


def test_the_first_row_of_a_ranking_is_named_and_level_ends_are_no_range():
    query = (
        "Please find the 3 rows of `df` with the highest 'price', in that order and ties as they stand and return a "
    )
    query += "DataFrame."
    best = pd.DataFrame({"name": ["Ada", "Bo", "Cy"], "price": [9.0, 8.0, 7.0]})
    assert mentioned(query)[-1][0] == "top_rows"
    for names in (["name"], ["game"]):
        text = finding_on(query, [capture("it", best.set_axis([*names, "price"], axis=1))], random.Random(1))
        assert "Ada with 9, Bo with 8 and Cy with 7" in text, text
    unnamed = finding_on(query, [capture("it", best.set_axis(["city", "price"], axis=1))], random.Random(1))
    assert "row 0 (Ada) with 9" in unnamed, unnamed
    level = finding_on(query, [capture("it", best.assign(price=[9.001, 9.0009, 9.0])[["price"]])], random.Random(1))
    assert "between" not in level and level.count("9") == 1, level


def test_a_share_in_a_group_of_few_rows_or_of_all_is_no_headline():
    query = "I need the fractions of each 'channel' in `df`, one row for each 'region' and a last one, 'all', for "
    query += "the whole, with the number of rows as 'rows' at the end, as a DataFrame."
    shares = pd.DataFrame(
        {"web": [0.25, 0.4, 0.9, 1.0, 0.4], "shop": [0.75, 0.6, 0.1, 0.0, 0.6], "rows": [90, 80, 7, 60, 237]},
        index=["North", "South", "Small", "Only", "all"],
    )
    text = finding_on(query, [capture("it", shares)], random.Random(1))
    assert "Small" not in text and "Only" not in text and "15" not in text, text
    assert {"25", "40"} <= {*re.findall(r"\d+", text)} or {"60", "75"} <= {*re.findall(r"\d+", text)}, text


def test_the_two_ways_to_measure_a_correlation_are_told_apart():
    query = "Please compute the Spearman correlation of 'price' with 'size' in `df` and return a single value. "
    query += "Please prepare a single value that holds the Pearson correlation of 'price' with 'size' in `df`."
    told = finding_on(query, [capture("one", 0.05), capture("two", 0.04)], random.Random(1))
    assert "Spearman correlation of 0.05" in told and "Pearson correlation of 0.04" in told, told


@pytest.mark.parametrize(
    ("size", "words"), [(0.692, "fairly closely"), (0.729, "fairly closely"), (0.9, "and closely so"),
                        (0.5, "to some degree"), (0.3, "only weakly"), (0.1, "little to do"), (-0.3, "only weakly"),
                        (-0.65, "fairly closely"), (-0.85, "and closely so")]
)  # fmt: skip
def test_a_correlation_is_called_close_in_steps(size, words):
    query = "Please compute the Pearson correlation of 'price' with 'size' in `df` and return a single value."
    assert words in finding_on(query, [capture("one", size)], random.Random(1))


def test_texts_are_alike_where_one_has_no_figure_of_its_own():
    assert are_alike("It is 5.2 for North.", "North has 5.2, and South 3.")
    assert are_alike("North has 5.2, and South 3.", "It is 5.2 for North.")
    assert not are_alike("It is 5.2 for North, and 4 for South.", "North has 5.2, and South 3.")
    assert not are_alike("The order is the same.", "North has 5.2, and South 3.")


FLAGGED = "Please summarise `df` per 'price_unusual' by the count, mean and median of 'size' and return a DataFrame."


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (
            [False, True],
            "there are 9 rows with an extreme price, for which the average size is 8, against 2 for the other",
        ),
        ([False], "there are no rows with an extreme price"),
    ],
)
def test_what_a_flag_marks_is_said_in_words_or_that_there_is_none(labels, words):
    means = pd.DataFrame({"count_size": [400, 9], "mean_size": [2.0, 8.0]}, index=[False, True]).iloc[: len(labels)]
    text = finding_on(FLAGGED, [capture("it", means.rename_axis("price_unusual"))], random.Random(1))
    assert words in text and "price_unusual" not in text, text


def test_two_groups_have_no_highest_and_lowest():
    query = "Please provide the mean 'price' per 'region' in `df` as a Series."
    means = pd.Series({"North": 9.0, "South": 5.0}).rename_axis("region")
    texts = {finding_on(query, [capture("it", means)], random.Random(seed)) for seed in range(20)}
    assert all("higher for North" in text and "highest" not in text for text in texts), texts


@pytest.mark.parametrize(
    ("links", "words"),
    [
        (
            {"age": 0.6, "size": -0.3},
            "the age is tied more closely to the price, with a correlation of 0.6 against -0.3 for",
        ),
        ({"age": 0.6, "size": -0.3, "year": 0.1}, "the age is tied most closely"),
    ],
)
def test_of_links_the_closest_is_named(links, words):
    query = (
        "Please provide the correlations of 'price' with all others in `matrix`, from strongest to weakest whatever "
    )
    query += "the sign as a Series."
    text = finding_on(query, [capture("price_links", pd.Series(links))], random.Random(1))
    assert words in text, text


@pytest.mark.parametrize(
    ("sums", "words"),
    [
        ({"North": 0.3, "South": 0.55, "East": 1.0}, "North and South"),
        ({"North": 0.6, "South": 1.0}, "North alone makes up 60 percent"),
        ({f"place {at}": (at + 1) / 20 for at in range(20)}, "it takes 10 of the 20"),
    ],
)
def test_how_many_make_up_half_is_told(sums, words):
    query = (
        "Please provide the cumulative share of total 'price' by 'region' in `df`, largest first and ties by label as "
    )
    query += "a Series."
    text = finding_on(query, [capture("it", pd.Series(sums).rename_axis("region"))], random.Random(1))
    assert words in text, text


@pytest.mark.parametrize("kind", outcomes._SAID["sorted"])
def test_of_a_sorted_table_whose_rows_a_long_prompt_has_lost_no_row_is_named(kind):
    facts = {"rows": 120, "columns": ["order", "price"], "width": 7, "head": [], "index": []}
    told = {"name": "it", "type": "dataframe", "facts": facts}
    known = outcomes.Outcome(kind, {"column": "price"}, "df", told).known(str, "orders")
    assert not known.keys() & {"all_names", "first_names"}
    ends = {"price": [["a", 1.0], ["b", 9.0]]}
    known = outcomes.Outcome(kind, {"column": "price"}, "df", {**told, "facts": {**facts, "ends": ends}}).known(str, "")
    assert known["most"] == "9"
