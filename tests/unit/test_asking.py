"""Colloquial dialogues: questions are stated, worked through one after the other, and answered from their results."""

import random
import re
from collections.abc import Iterator
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from company.results.capture import capture, capture_figure, describe_variable
from company.results.columns import describe_columns
from grammar import asking, coding, colloquial, speech
from grammar.answering import Told, answer, is_open
from grammar.language import sentences
from grammar.outcomes import Outcome, small
from grammar.remarks import ends_of
from grammar.requesting import least_repeating
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS
from grammar.words import words

DIFFER = {
    "text": "Which region has the highest price on average, and which the lowest?",
    "columns": ["price", "region"],
    "conditions": [],
    "result_types": ["series"],
}
RELATED = {
    "text": "How closely are the price and the units related, among orders where 'channel' is 'web'?",
    "columns": ["price", "units", "channel"],
    "conditions": ["'channel' is 'web'"],
    "result_types": ["value"],
}
CHANCE = {**DIFFER, "text": "Is the price really different from one region to the next, or is that chance?"}
QUESTIONS = (DIFFER, RELATED)


def orders() -> pd.DataFrame:
    chance = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "price": chance.lognormal(4, 0.5, 240).round(2),
            "units": chance.integers(1, 90, 240),
            "region": chance.choice(["North", "South", "East", "West", "Centre"], 240),
            "channel": chance.choice(["web", "shop"], 240),
        }
    )


def brief(
    state: dict[str, Any],
    history: list[dict[str, Any]],
    left: int,
    questions: Any = QUESTIONS,
    speech: str = "colloquial",
    leaves_open: bool = False,
) -> dict[str, Any]:
    frame = orders()
    names = [each["name"] for turn in history for each in turn["results"] if each["type"] != "plot"]
    frames = [name for name, value in state.items() if isinstance(value, pd.DataFrame)]
    variables = [describe_variable(name, state[name]) for name in dict.fromkeys(["df", *frames, *names])]
    return {
        "table": {"name": "orders", "variable": "df", "rows": len(frame), "row_meaning": "order",
                  "columns": describe_columns(frame)},
        "persona": {"name": "Nikos Moretti", "job_title": "Food Blogger"},
        "scenario": {"name": "Explaining the Price", "goal": "Find out what the price goes along with."},
        "plan": {"speech": speech, "questions": list(questions)},
        "variables": variables,
        "history": history,
        "results_so_far": names,
        "asked_before": [],
        "turns_per_question": [sum(turn["question"] == n for turn in history) for n in range(1, len(questions) + 1)],
        "turns_left": left,
        "leaves_open": leaves_open,
    }  # fmt: skip


def turn(question: int, query: str, code: str, state: dict[str, Any], *results: tuple[str, str]) -> dict[str, Any]:
    """A turn that has been executed."""
    exec(code, state)
    found = [capture_figure(plt.gcf()) if kind == "plot" else capture(name, state[name]) for name, kind in results]
    plt.close("all")
    return {
        "question": question,
        "query": query,
        "answer": "Done.",
        "code": code,
        "status": "accepted",
        "results": found,
    }


def played(
    seed: int, turns: int, speech: str = "colloquial", questions: Any = QUESTIONS, leaves_open: bool = False
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each brief of a dialogue, and the reply to it, to the last words."""
    chance = random.Random(seed)
    state: dict[str, Any] = {"pd": pd, "np": np, "plt": plt, "df": orders()}
    history: list[dict[str, Any]] = []
    for left in range(turns, -1, -1):
        now = brief(state, [*history], left, questions, speech, leaves_open)
        reply = asking.ask_next(now, chance)
        if reply["finished"]:
            yield now, {**reply, **asking.close(now, chance)}
            return
        yield now, reply
        query, question = reply["message"], reply["question"]
        seen = {name: part for name, part in now.items() if name != "results_so_far"}
        written = coding.write_code({**seen, "query": query}, chance)
        results = [(each["name"], each["type"]) for each in written["results"]]
        if written["code"] is None:
            history.append({**turn(question, query, "", state), "answer": written["message"], "code": None})
        else:
            history.append(turn(question, query, written["code"], state, *results))


@pytest.fixture(autouse=True)
def no_slips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coding, "WRONG", 0)
    monkeypatch.setattr(speech, "flawed", lambda text, chance: text)


@pytest.mark.parametrize("seed", range(4))
def test_questions_are_stated_and_worked_through_in_order(seed: int) -> None:
    replies = [reply for _, reply in played(seed, 14)]
    asked = [reply["question"] for reply in replies]
    assert asked == sorted(asked)
    for number, stated in (
        (1, "which region has the highest price"),
        (2, "how closely (are )?the price and the units (are )?related"),
    ):
        first = next(reply["message"] for reply in replies if reply["question"] == number)
        assert re.search(stated, first.lower())
    said = [text[start:end] for text in (reply["message"] for reply in replies) for start, end in sentences(text)]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("seed", range(4))
def test_a_statement_dialogue_states_each_question_unless_it_grows_long_and_ends_with_its_findings(seed: int) -> None:
    *asked, last = [reply for _, reply in played(seed, 2, "statement")]
    assert [reply["question"] for reply in asked] == [1, 2] and last["finished"]
    for reply, stated in zip(asked, ("(W|w)hich region has the highest price", "price and the units"), strict=True):
        assert re.search(stated, reply["message"].split("'")[0]) or len(reply["message"].split()) > 40
    assert "region" in last["message"] or "units" in last["message"]
    assert not re.search("(?i)open|no answer", last["message"])


@pytest.mark.parametrize("seed", range(4))
def test_a_statement_goes_on_with_the_rows_that_an_earlier_one_has_left(seed: int) -> None:
    limited = {"conditions": RELATED["conditions"]}
    text = "How are the orders spread over the region groups, counting only orders where 'channel' is 'web'?"
    asked = {**DIFFER, **limited, "text": text, "columns": ["region", "channel"]}
    first, second, last = (reply["message"] for _, reply in played(seed, 2, "statement", [asked, RELATED]))
    assert "'channel' is 'web'" in first.replace("equals", "is")
    assert "'channel'" not in second and re.search("`[a-z_]+`", second)
    assert "the price" in last and "the units" in last
    # Rows that all findings are about are said once.
    assert last.count("channel is web") == 1, last


@pytest.mark.parametrize("seed", range(6))
def test_a_line_that_an_earlier_question_had_keeps_none_from_being_asked(seed: int) -> None:
    groups = ("region", "channel")
    texts = [f"If we kept only the top tenth by price, which {group} would remain?" for group in groups]
    limits = [{**DIFFER, "text": text, "columns": ["price", group]} for text, group in zip(texts, groups, strict=True)]
    replies = [reply for _, reply in played(seed, 2, "statement", limits)]
    assert [reply["question"] for reply in replies[:-1]] == [1, 2]


@pytest.mark.parametrize("seed", range(6))
def test_rows_that_were_picked_out_long_ago_are_gone_on_with(seed: int) -> None:
    state: dict[str, Any] = {"pd": pd, "df": orders(), "web_orders": orders().query("channel == 'web'")}
    picked = "Please keep only the rows of `df` where 'channel' is 'web' and return a DataFrame."
    now = brief(state, [], 8, [RELATED])
    now["asked_before"] = [{"query": picked, "results": [{"name": "web_orders", "type": "dataframe"}]}]
    now["results_so_far"] = ["web_orders"]
    message = asking.ask_next(now, random.Random(seed))["message"]
    assert "web_orders" in message and "`df`" not in message


@pytest.mark.parametrize("seed", range(6))
def test_rows_that_nothing_holds_any_more_are_picked_out_again(seed: int) -> None:
    now = brief({"pd": pd, "df": orders()}, [], 8, [RELATED])
    picked = "Please keep only the rows of `df` where 'channel' is 'web' and return a DataFrame."
    now["asked_before"] = [{"query": picked, "results": []}]
    assert "'channel'" in asking.ask_next(now, random.Random(seed))["message"]


def test_a_question_that_is_come_back_to_is_stated_in_other_words() -> None:
    asked = [reply["message"] for _, reply in played(2, 4, "statement", [RELATED])]
    stated = [text[slice(*sentences(text)[0])] for text in asked[:-1]]
    assert len(stated) > 1 and len(set(stated)) == len(stated)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_not_begun_when_the_turns_are_done_stays_open(seed: int) -> None:
    replies = [reply for _, reply in played(seed, 1, "statement")]
    assert [reply["finished"] for reply in replies] == [False, True]
    assert re.search("how closely (are )?the price and the units", replies[-1]["message"])


def test_what_came_out_twice_is_told_once() -> None:
    state: dict[str, Any] = {"pd": pd, "df": orders()}
    twice = [*chain_by_region(state), *({**each, "question": 2} for each in chain_by_region(state))]
    now = brief(state, twice, 0, [CHANCE, CHANCE], "statement")
    assert asking.close(now, random.Random(1))["message"].count("p-value") == 1


def test_a_large_question_takes_a_second_statement_where_a_turn_is_to_spare() -> None:
    small, large = ({**question, "result_types": types} for question, types in
                    zip(QUESTIONS[:2], (["dataframe"], ["dataframe", "value"]), strict=True))  # fmt: skip
    for left, questions, asked in ((2, (large, small), [1, 2]), (3, (large, small), [1, 1, 2])):
        replies = [reply for _, reply in played(1, left, "statement", questions)]
        assert [reply["question"] for reply in replies if not reply["finished"]] == asked


def test_what_is_not_seen_whole_is_not_called_open() -> None:
    state: dict[str, Any] = {"pd": pd, "df": orders()}
    begun = brief(state, chain_by_region(state)[:1], 0, [CHANCE])
    assert "really different" in asking.close(begun, random.Random(1))["message"]
    begun["turns_per_question"] = [3]
    assert "really different" not in asking.close(begun, random.Random(1))["message"]


def test_a_dialogue_ends_where_nothing_is_left_to_ask() -> None:
    replies = [reply for _, reply in played(1, 40)]
    assert replies[-1]["finished"]
    assert len(replies) < 30


@pytest.mark.parametrize("seed", range(3))
def test_what_the_chatbot_asked_about_is_settled(seed: int) -> None:
    replies = list(played(seed, 12, leaves_open=True))
    open_turns = [at for at, (now, _) in enumerate(replies) if now["history"] and now["history"][-1]["code"] is None]
    assert open_turns
    for at in open_turns:
        now, reply = replies[at]
        moves = coding.understand(reply["message"], coding.scene_in(now))
        assert moves
        assert reply["question"] == now["history"][-1]["question"]
        assert any(colloquial._was_left_open(move.step, now["history"][-1]["query"]) for move in moves)


def chain_by_region(state: dict[str, Any]) -> list[dict[str, Any]]:
    """The turns of a chain from its first place to its end."""
    return [
        turn(1, "Please show 'price' of `df` in box plots by 'region'.", "df.boxplot('price', 'region')", state,
             ("plot", "plot")),
        turn(1, "I need the mean, sample standard deviation and number of filled-in values of 'price' per 'region' in "
             "`df`, with the groups as the index, as a DataFrame.",
             "summary = df.groupby('region').agg(mean_price=('price', 'mean'))", state, ("summary", "dataframe")),
        turn(1, "Please compute the statistic and the p-value of a one-way ANOVA of 'price' across all groups of "
             "'region' in `df` and return a tuple.", "test = (0.4, 0.8123)", state, ("test", "tuple")),
    ]  # fmt: skip


def test_an_answer_says_what_came_out() -> None:
    state: dict[str, Any] = {"pd": pd, "df": orders()}
    history = chain_by_region(state)
    told = {answer(brief(state, history, 5, [CHANCE]), 1, random.Random(seed)) for seed in range(20)}
    assert len(told) > 5
    assert all(re.search("price.* region .*may well be chance, with a p-value of 0.812", text) for text in told)
    begun = brief(state, history[:2], 5, [CHANCE])
    assert re.search("(far as we came|have by now|Up to here)", answer(begun, 1, random.Random(1)))
    assert not is_open(begun, 1), "what came out is said"
    drawn = brief(state, history[:1], 5, [CHANCE])
    assert is_open(drawn, 1)
    assert answer(drawn, 1, random.Random(1)) and not re.search(r"\d", answer(drawn, 1, random.Random(1)))
    assert not is_open(brief(state, history, 5, [CHANCE]), 1)
    state["test"] = (99.0, 1e-9)
    history[-1]["results"] = [capture("test", state["test"])]
    assert "a p-value below 0.001" in answer(brief(state, history, 5, [CHANCE]), 1, random.Random(1))


def test_rows_that_everybody_knows_of_are_these_rows() -> None:
    told = Told(brief({"pd": pd, "df": orders()}, [], 5), 2)
    limits = "orders whose channel is web"
    assert told.limited("the price is 3", "named") == f"among {limits}, the price is 3"
    assert told.limited("the price is 3", "known") == "among these orders, the price is 3"
    assert told.limited("for shops, it is 3", "named") == f"for shops, it is 3, counting only {limits}"
    assert told.limited("for shops, it is 3", "known") == told.limited("for shops, it is 3", "left out")
    about = f"the price is 3, other than among {limits}, where it is 2"
    assert told.limited(about, "known") == f"among these orders, {about}", "what was found is left as it is"


def test_a_part_is_named_and_held_against_the_whole() -> None:
    state: dict[str, Any] = {"pd": pd, "df": orders()}
    asked = {**DIFFER, "text": "What does the price look like without the orders that have an extreme units?"}
    question = {**asked, "columns": ["units", "price"]}
    history = [
        turn(1, "I need the figures mean, median and std for 'price' in `df`, with these words as labels as a Series.",
             "all_of = df.price.agg(['mean', 'median', 'std'])", state, ("all_of", "series")),
        turn(1, "Please keep only the rows of `df` whose 'units' lies within 1.5 interquartile ranges of the quartiles "
             "and return a DataFrame.", "usual = df[df.units < 80].copy()", state, ("usual", "dataframe")),
        turn(1, "I need the figures mean, median and std for 'price' in `usual`, with these words as labels, as a "
             "Series.",
             "some = usual.price.agg(['mean', 'median', 'std'])", state, ("some", "series")),
    ]  # fmt: skip
    mean, whole = state["some"]["mean"], state["all_of"]["mean"]
    told = {answer(brief(state, history, 5, [question]), 1, random.Random(seed)) for seed in range(30)}
    assert any(f"{mean:.3g} on average, against {whole:.3g} in all" in text for text in told)
    assert all("without those of extreme units" in text for text in told)


def test_a_check_on_a_part_is_told_beside_the_answer_for_all() -> None:
    state: dict[str, Any] = {"pd": pd, "df": orders()}
    question = {**RELATED, "text": "How closely are the price and the units related?", "conditions": []}

    def correlation(rows: str, method: str, figure: float) -> dict[str, Any]:
        name = f"{rows}_{method}".lower()
        asked = (
            f"Please compute the {method} correlation of 'price' with 'units' in `{rows}` and return a single value."
        )
        return turn(1, asked, f"{name} = {figure}", state, (name, "value"))

    history = [
        turn(1, "Please plot 'price' on the y axis against 'units' on the x axis for all rows of `df`, as points.",
             "df.plot.scatter('units', 'price')", state, ("plot", "plot")),
        correlation("df", "Pearson", 0.741),
        turn(1, "Please keep only the rows of `df` whose 'units' lies within 1.5 interquartile ranges of the quartiles "
             "and return a DataFrame.", "usual = df[df.units < 80].copy()", state, ("usual", "dataframe")),
        correlation("usual", "Pearson", 0.692),
        correlation("df", "Spearman", 0.729),
    ]  # fmt: skip
    told = answer(brief(state, history, 5, [question]), 1, random.Random(1))
    assert re.search(r"rise together fairly closely, .* 0\.741, and 0\.692 among the orders without those", told), told


def test_last_words_of_statements_begin_with_what_was_asked_first() -> None:
    state: dict[str, Any] = {"pd": pd, "df": orders()}
    now = brief(state, chain_by_region(state), 0, [CHANCE], "statement")
    for seed in range(5):
        told = asking.close(now, random.Random(seed))["message"]
        assert re.search("is the price really different .*may well be chance", told), told


def test_shares_that_are_equal_are_not_held_against_each_other() -> None:
    table = {"columns": ["above", "others"], "index": ["Hard", "Clay"], "rows": 2, "head": [[0.6, 0.6], [0.4, 0.4]]}
    assert ends_of({"type": "dataframe", "facts": table})["same_percent"] == "60"
    other = {**table, "head": [[0.6, 0.5], [0.4, 0.5]]}
    assert ends_of({"type": "dataframe", "facts": other})["beside_percent"] == "50"


@pytest.mark.parametrize(
    ("beside", "words"), [(0.6, "though less so than among the others"), (0.3, "against 30 percent")]
)
def test_the_most_common_beyond_a_line_may_be_rarer_there_than_among_the_others(beside: float, words: str) -> None:
    head = [[0.45, beside], [0.35, 0.2], [0.2, 0.2]]
    columns = {"columns": ["above", "others"], "index": ["web", "shop", "fair"], "rows": 3, "width": 2}
    slots = {"by": "channel", "column": "price", "source": "limit"}
    told = Outcome("shares_beyond_value", slots, "limit", {"type": "dataframe", "facts": {**columns, "head": head}})
    said = told.says({**told.known(lambda name: name, "orders"), "mark": "50"}, random.Random(1))
    assert "web" in said and "45 percent" in said and words in said, said


def test_of_links_of_both_signs_the_loosest_is_the_one_nearest_to_none() -> None:
    links = [["web", -0.4], ["shop", 0.02], ["fair", 0.3]]
    facts = {"length": 3, "index_name": "channel", "head": links}
    slots = {"by": "channel", "column": "price", "other": "units"}
    made = Outcome("correlation_per_group", slots, "df", {"type": "series", "facts": {}})
    told = Outcome("sort_figures", {}, "links", {"type": "series", "facts": facts}, made)
    said = told.says(told.known(lambda name: name, "orders"), random.Random(1))
    assert "most closely for web, with a correlation of -0.4, and least for shop, with 0.02" in said


def test_shares_are_compared_between_groups_and_neither_with_the_whole_nor_with_the_sizes() -> None:
    table = {"columns": ["no", "yes", "rows"], "index": ["web", "shop", "all"], "rows": 3, "width": 3}
    facts = {**table, "head": [[0.8, 0.2, 40], [0.1, 0.9, 60], [0.38, 0.62, 100]]}
    slots = {"by": "channel", "other": "returned"}
    told = Outcome("shares_with_sizes", slots, "df", {"type": "dataframe", "facts": facts})
    known = told.known({"channel": "channel", "returned": "return"}.get, "orders")
    assert told.says(known, random.Random(1)) == "for web, 80 percent are no, against 10 percent for shop"


def test_a_group_of_few_rows_is_named_as_such_and_no_other() -> None:
    table = {"columns": ["a", "b", "c", "rows"], "index": ["web", "shop", "all"], "rows": 3, "width": 4}
    facts = {**table, "head": [[0.3, 0.6, 0.1, 12], [0.35, 0.05, 0.6, 60], [0.34, 0.14, 0.52, 72]]}
    told = Outcome("shares_with_sizes", {"by": "channel", "other": "kind"}, "df", {"type": "dataframe", "facts": facts})
    known = told.known({"channel": "channel", "kind": "kind"}.get, "orders")
    assert told.says(known, random.Random(1)) == "for web, 60 percent are b, against 5 percent for shop"
    assert small(known) == ", with only 12 of the orders for web"


def test_what_has_been_said_before_comes_last() -> None:
    state: dict[str, Any] = {"pd": pd, "df": orders()}
    now = {
        **brief(state, [], 5),
        "asked_before": [{"query": "Good, thank you. Please sort `df` by 'price'.", "results": []}],
    }
    drafts = ["Good, thank you. And now?", "So there are 5 of them. And now?"]
    assert least_repeating(drafts, now) == drafts[::-1]


def test_only_what_no_late_turn_has_used_is_called_to_mind() -> None:
    state: dict[str, Any] = {"pd": pd, "df": orders(), "dear": orders()[:80]}
    made = turn(1, "Please keep only the rows of `df` where 'price' is above 60 and return a DataFrame.", "", state,
                ("dear", "dataframe"))  # fmt: skip
    other = turn(
        1, "Please provide the average 'price' of `df` as a single value.", "mean = 5", state, ("mean", "value")
    )
    step = Step("aggregate", {"column": "units", "agg": "mean", "source": "dear"}, "value")

    def called_to_mind(history: list[dict[str, Any]]) -> bool:
        now = brief(state, history, 5)
        scene = coding.scene_in(now)
        said = (colloquial.leading_up(step, scene, now, "", random.Random(seed)) for seed in range(60))
        return any("dear" in text for text in said)

    assert not called_to_mind([made, other, other, other])
    assert called_to_mind([made, other, other, other, other])
    using = {**other, "query": other["query"].replace("`df`", "`dear`")}
    assert not called_to_mind([made, other, using, other, other])


def test_answers_are_of_steps_that_there_are() -> None:
    told = words("answers")
    for name in (*told["says"], *told["parts"]):
        assert {*name.split(" of ")} <= {*KINDS}, name
    for name, cases in told["says"].items():
        for case in cases:
            assert {*case} <= {"least", "most", "when", "says"}
            assert {*case.get("when", {})} <= {*KINDS[name.split(" of ")[0]].slots}, name
            assert all(sentences(form + ".") == [(0, len(form) + 1)] for form in case["says"])


def test_what_a_turn_makes_on_its_way_is_what_its_result_is_about() -> None:
    state: dict[str, Any] = {"pd": pd, "df": orders()}
    text = "How many orders are out of the ordinary in their units, and do they differ from the rest in their price?"
    question = {**DIFFER, "text": text, "columns": ["units", "price"]}
    history = [
        turn(1, "Please find the rows in `df` whose 'units' is an outlier by the 1.5 IQR rule and return a DataFrame.",
             "odd = df[df.units > 85].copy()", state, ("odd", "dataframe")),
        turn(1, "To begin with, take a copy of `df` and put True where 'units' is an outlier by the 1.5 IQR rule, else "
             "False into a new column 'units_unusual'. Please prepare a DataFrame "
             "that holds the mean and number of filled-in values of 'price' in those rows grouped by 'units_unusual', "
             "with the groups as the index.",
             "mean = df.assign(units_unusual=df.units > 85).groupby('units_unusual').agg(mean_price=('price', 'mean'))",
             state, ("mean", "dataframe")),
    ]  # fmt: skip
    told = {answer(brief(state, history, 5, [question]), 1, random.Random(seed)) for seed in range(20)}
    assert all("for orders with extreme units, against" in text and "outlier" not in text for text in told), told


def test_who_is_first_by_one_measure_is_told_with_the_place_by_the_other() -> None:
    ranks = pd.DataFrame({"price": [2, 1, 3], "units": [1, 3, 2], "difference": [1, -2, 1]}, index=["a", "b", "c"])
    slots = {"by": "region", "column": "price", "other": "units", "source": "df"}
    told = Outcome("groups_ranked_twice", slots, "df", capture("ranks", ranks.rename_axis("region")))
    said = told.says(told.known(lambda name: name, "orders"), random.Random(1))
    assert "b is first by the price, but only number 3 by the units, where a leads" in said, said
    ranks = ranks.assign(units=[3, 1, 2], difference=[-1, 0, 1]).rename_axis("region")
    told = Outcome("groups_ranked_twice", slots, "df", capture("ranks", ranks))
    said = told.says(told.known(lambda name: name, "orders"), random.Random(1))
    assert "b is first by the price and by the units alike, though 2 of the 3" in said, said


def test_a_line_that_shares_were_counted_by_is_told_with_their_ends() -> None:
    line = Outcome("quantile", {"column": "price", "percent": 75}, "df", capture("line", 60.5))
    slots = {"by": "region", "column": "price", "table": "df", "source": "line"}
    shares = Outcome("share_beyond_per_group", slots, "line", capture("shares", pd.Series({"a": 0.4, "b": 0.2})), line)
    ends = capture("ends", pd.Series({"a": 0.4, "b": 0.2}).rename_axis("region"))
    told = Outcome("ends_of_figures", {"source": "shares"}, "shares", ends, shares)
    said = told.says(told.known(lambda name: name, "orders"), random.Random(1))
    assert "60.5 in price" in said and "40 percent" in said, said


@pytest.mark.parametrize(("mean", "words"), [(10.2, "hardly distort the whole"), (14, "pull the average away")])
def test_whether_extreme_rows_distort_the_whole_is_told(mean: float, words: str) -> None:
    figures = {"count": [100, 95], "mean": [mean, 10.0], "median": [9.0, 8.9], "std": [2.0, 1.0]}
    result = capture("both", pd.DataFrame(figures, index=["all", "without"]))
    told = Outcome("with_and_without_outliers", {"column": "price", "source": "df"}, "df", result)
    assert words in told.says(told.known(lambda name: name, "orders"), random.Random(1))


@pytest.mark.parametrize(
    ("model", "words"), [(0.704, "right in 70.4 percent .* in 71.2 percent"), (0.9, "right in 90 percent")]
)
def test_a_model_is_told_beside_a_guess(model: float, words: str) -> None:
    result = capture("right", pd.Series({"model": model, "guess": 0.712}))
    told = Outcome("accuracy_beside_majority", {"column": "channel", "source": "df"}, "df", result)
    said = told.says(told.known(lambda name: name, "orders"), random.Random(1))
    assert re.search(words, said), said
