"""Talk around requests: true to the facts, varied, and never a request by itself."""

import random
import re
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from company.results.capture import capture, describe_variable
from company.results.columns import describe_columns
from grammar import speech
from grammar.language import sentences
from grammar.remarks import about, rounded, said
from grammar.scene import Scene, scene_of
from grammar.understanding import understand
from grammar.words import words

PERSONA = {"name": "Nikos Moretti", "location": "Naples", "job_title": "Food Blogger", "background": ""}
SCENARIO = {
    "name": "Explaining the Price",
    "description": "Why prices differ.",
    "goal": "Find out how strongly the region and the units go together with the price.",
}
QUESTION = "How does the price differ between the kinds of region, among orders where 'price' is above 40?"


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


def turn(result: dict) -> dict:
    return {"query": "", "answer": "", "code": "x = 1", "status": "accepted", "results": [result]}


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
def test_remarks_and_findings_are_true_and_varied(name):
    result = results()[name]
    made = {speech.remark(turn(result), random.Random(seed)) for seed in range(200)}
    found = {speech.finding([result], random.Random(seed)) for seed in range(40)}
    assert len(made) >= 12
    for text in made | found:
        assert is_true(text, result["facts"]), (text, result["facts"])
        assert "{" not in text
        assert len(sentences(text)) == 1, text
        assert not re.search(r"['\"`]", text)


def test_a_remark_uses_the_facts():
    result = results()["grouped"]
    texts = [speech.remark(turn(result), random.Random(seed)) for seed in range(100)]
    means = orders().groupby("region").price.mean()
    best, worst = means.idxmax(), means.idxmin()
    assert sum(best in text or worst in text for text in texts) >= 70
    assert any(rounded(means.max()) in text for text in texts)
    assert not any(re.search(rf"{worst} (comes out on top|first)", text) for text in texts)


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
    assert about(results()["with stops"])[0] == "numbers"


def test_of_ranks_nobody_leads_by_the_largest_number():
    ranks = orders().groupby("region").price.mean().rank(ascending=False)
    assert [about(capture(name, ranks))[0] for name in ("mean_price_ranks", "mean_price")] == ["numbers", "grouped"]


def test_statistics_are_no_groups_that_lead():
    texts = {speech.remark(turn(results()["statistics"]), random.Random(seed)) for seed in range(60)}
    texts |= {speech.finding([results()["statistics"]], random.Random(seed)) for seed in range(20)}
    assert any("a mean of" in text for text in texts)
    assert not any(re.search(r"lead|ahead|top|first|last", text) for text in texts)


def test_what_is_below_zero_does_not_lead():
    texts = {speech.remark(turn(results()["signed"]), random.Random(seed)) for seed in range(60)}
    texts |= {speech.finding([results()["signed"]], random.Random(seed)) for seed in range(20)}
    assert not any(re.search(r"lead|ahead|on top|comes last", text) for text in texts)


def test_a_small_table_is_told_by_its_ends():
    means = orders().groupby("region").price.mean()
    texts = {speech.finding([results()["table"]], random.Random(seed)) for seed in range(20)}
    assert all({means.idxmax(), means.idxmin()} <= {*re.findall(r"\w+", text)} for text in texts)
    assert about(results()["rows"])[0] == "frame"
    figures = orders()[["price", "units"]].agg(["mean", "median", "count"])
    assert about(capture("it", figures))[0] == "frame", "statistics are not held against each other"


def test_both_of_two_results_are_reported():
    told = speech.finding([results()["number"], results()["pair"]], random.Random(1))
    assert "1,230,000" in told
    assert "0.0321" in told


def test_nobody_is_surprised_at_a_figure_that_was_heard_before():
    result = results()["number"]
    fresh = {speech.remark(turn(result), random.Random(seed)) for seed in range(60)}
    known = {speech.remark(turn(result), random.Random(seed), "It was 1,230,000 before.") for seed in range(60)}
    assert any("1,230,000" in text for text in fresh)
    assert not any("1,230,000" in text for text in known)


def test_every_sentence_can_be_filled_with_some_facts():
    reached = {about(result)[0] for result in results().values()}
    assert reached == set(words("remarks")["remarks"]) == set(words("remarks")["findings"])


def test_a_rejected_turn_is_forgiven_and_a_question_back_is_answered():
    rejected = {**turn(results()["grouped"]), "status": "rejected"}
    asked_back = {**turn(results()["grouped"]), "code": None, "results": []}
    forgiving = {speech.remark(rejected, random.Random(seed)) for seed in range(60)}
    answers = {speech.remark(asked_back, random.Random(seed)) for seed in range(60)}
    assert len(forgiving) >= 10
    assert len(answers) >= 10
    assert not forgiving & answers
    assert not any("North" in text for text in forgiving | answers)


def chatter(chance: random.Random) -> list[str]:
    made = [speech.remark(turn(result), chance) for result in results().values()]
    return [
        *made,
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
    assert any("how does the price differ between the kinds of region?" in text for text in texts)
    assert not any("above 40" in text for text in texts)
    code = "Use `df` where 'a' is 3"
    foreign = [speech.transition(SCENARIO, PERSONA, code, random.Random(seed)) for seed in range(60)]
    assert not any("`" in text or "'a'" in text for text in foreign)


def test_a_coarse_request_begins_with_its_question():
    texts = {speech.statement_context(SCENARIO, PERSONA, QUESTION, random.Random(seed)) for seed in range(60)}
    assert all(re.search("(how|How) (does )?the price differs? between the kinds of region", text) for text in texts)
    assert not any("above 40" in text for text in texts)
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
        ("How does the price differ between the kinds of region?", "how the price differs between the kinds of region"),
        ("How closely are the price and the units related?", "how closely the price and the units are related"),
        ("How has the price developed over the date?", "how the price has developed over the date"),
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
            assert 10 <= len(speech.finding([result], random.Random(seed)).split()) <= 30, name
    assert speech.finding([], random.Random(0))


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
