"""The client of a conversation: 302 questions by hand, what she says, and how her patience wears out."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from company.families.dialogues.evaluation.conversation.client import (
    ASKED_OF_YOU,
    IMPATIENT,
    IN_HANDBOOK,
    PURPOSE,
    UNKNOWN,
    Client,
)
from company.families.dialogues.evaluation.conversation.matching import Matched, asks_for_purpose
from company.families.dialogues.evaluation.conversation.record import (
    Round,
    Talk,
    Term,
    Version,
    _Rests,
    _round,
    _served,
    _term,
    _views,
)

FOLDER = Path(__file__).parents[1] / "corpus" / "conversation"
DIALOGUES = ("bookings", "orders", "loans")
"""Two records by hand, and one of a dialogue by the built-in company, with a handbook."""


def turn(number: int = 1, holds: dict[str, int | None] | None = None, items: tuple[str, ...] = ()) -> Round:
    return Round(number, "?", "", None, "", (), None, "", (), holds or {}, items)


@cache
def record(name: str) -> tuple[Term, ...]:
    told = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["terms"]
    return tuple(
        Term(
            each["slot"],
            each["name"],
            each["kind"],
            tuple(Version(**version) for version in each["versions"]),
            tuple(each["phrasings"]),
            each.get("rule", ""),
        )
        for each in told
    )


@cache
def questions(name: str) -> list[tuple[str, str]]:
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.partition(" | ") for line in lines if line and not line.startswith("#")]
    return [(wanted, asked) for wanted, _, asked in pairs]


def client(name: str, patience: int = 10**6) -> tuple[Client, Round]:
    terms = record(name)
    asked = turn(12, {term.slot: 0 for term in terms})
    return Client(Talk(name, "", "", (asked,), terms), patience), asked


def test_questions_by_hand_are_for_the_right_item_and_nearly_never_for_a_wrong_one() -> None:
    right = wrong = either = 0
    for name in DIALOGUES:
        asked, now = client(name)
        for wanted, question in questions(name):
            found = asked.match(question, now)
            kinds = {"work": "asked of you", "none": "unknown"}
            right += found.kind == kinds[wanted] if wanted in kinds else wanted in found.slots
            wrong += found.kind == "item" and found.slots != (wanted,)
            either += found.kind == "either"
    total = sum(len(questions(name)) for name in DIALOGUES)
    assert total >= 400
    assert right >= 0.95 * total and wrong <= 0.01 * total
    assert either <= 0.05 * total  # who asks back at every turn is never wrong, and of no use


def test_all_that_is_answered_is_on_record_or_a_fixed_sentence() -> None:
    for name in DIALOGUES:
        asked, now = client(name)
        names = [term.name for term in record(name)]
        known = {version.says for term in record(name) for version in term.versions}
        known |= {IN_HANDBOOK.format(rule=term.rule) for term in record(name)}
        known |= {ASKED_OF_YOU, UNKNOWN} | {f"{one} or {other}?" for one in names for other in names}
        assert {asked.answer(question, now)[0] for _, question in questions(name)} <= known


def test_an_item_is_told_as_it_holds_now_and_not_before_it_was_agreed() -> None:
    versions = (Version(2, "It is 7.", "7"), Version(5, "It is 10 now.", "10"))
    line = Term("line", "a long stay", "line", versions, ("what is a long stay",))
    asked = Client(Talk("d", "", "", (turn(),), (line,)), 10)
    said = [asked.answer("What is a long stay?", turn(number, holds))[0]
            for number, holds in ((1, {}), (3, {"line": 0}), (6, {"line": 1}), (9, {"line": None}))]  # fmt: skip
    assert said == [UNKNOWN, "It is 7.", "It is 10 now.", "What we agreed about a long stay no longer holds."]
    assert asked.answer("What is a long stay?", turn(1, {}, ("line",)))[0] == "It is 7."


def test_patience_wears_out_and_asking_back_is_free_once() -> None:
    terms = (
        Term("a", "the summer price", "line", (Version(1, "Ten.", "10"),), ("what is the summer price",)),
        Term("b", "the winter price", "line", (Version(1, "Five.", "5"),), ("what is the winter price",)),
    )
    rounds = tuple(turn(number, {"a": 0, "b": 0}) for number in range(1, 12))
    asked = Client.of(Talk("d", "", "", rounds, terms), 1)
    assert asked.patience == 3  # one, and two for eleven turns
    told = [asked.answer(text, rounds[0]) for text in ("Which price?", "The winter price?", "Which price?",
                                                       "What is the result?", "The winter price?")]  # fmt: skip
    assert [answer for answer, _ in told] == [
        "the summer price or the winter price?", "Five.", "the summer price or the winter price?", ASKED_OF_YOU,
        IMPATIENT,
    ]  # fmt: skip
    assert [question.cost for _, question in told] == [0, 1, 1, 1, 0]
    assert [question.item for _, question in told] == [None, "b", None, None, None]
    assert asked.patience == 0


def test_a_model_of_the_client_words_nothing_and_where_it_differs_is_noted() -> None:
    asked, now = client("orders")
    answer, question = asked.answer("When is a delivery late?", now, Matched("item", ("fiscal",)))
    assert answer == "The fiscal year starts in October." and question.other == "late"
    assert "other" not in asked.answer("When is a delivery late?", now, Matched("item", ("late",)))[1].as_json()


@pytest.mark.parametrize(
    ("question", "sets", "code", "said"),
    [
        (
            "Should I redo the earlier results?",
            "all",
            "x = 1\ny = 2",
            "`x`, and nothing else, is made again with it first.",
        ),
        ("Do I recompute x, too?", "all", "x = 1\ny = 2", "`x`, and nothing else, is made again with it first."),
        (
            "Do I recompute x, too?",
            "all",
            "line = 10\n_rows = line\nx = _rows\ny = 2",
            "`x`, and nothing else, is made again with it first.",
        ),
        ("Does it apply retroactively?", "on", "y = 2", "It holds from now on. What is there stays as it is."),
        ("Just for this question?", "here", "y = 2", "It holds for this question alone. What is there stays as it is."),
        ("Do the previous results change?", "", "y = 2", "Nothing that is there changes."),
        ("What is a long stay?", "on", "y = 2", "It is 10."),
        ("Is my y right?", "on", "y = 2", ASKED_OF_YOU),
    ],
)
def test_who_asks_how_far_a_change_reaches_is_told_what_is_made_again(
    question: str, sets: str, code: str, said: str
) -> None:
    first = _told(
        1, "line = 7\n_rows = line\nx = _rows", "x", [{"slot": "line", "act": "define", "version": 0, "reach": "on"}]
    )
    act = "suppose" if sets == "here" else "change"
    second = _told(2, code, "y", [{"slot": "line", "act": act, "version": 1, "reach": sets}] if sets else [])
    talk = _talk([first, second])
    assert Client(talk, 10).answer(question, talk.rounds[-1])[0] == said


def test_what_is_brought_back_for_one_question_is_not_what_holds_afterwards() -> None:
    sets = [("define", 0, "on"), ("change", 1, "on"), ("restore", 0, "here"), None]
    turns = [
        _told(at, f"y{at} = 1", f"y{at}", [dict(zip(("act", "version", "reach"), each, strict=True), slot="line")])
        if each
        else _told(at, f"y{at} = 1", f"y{at}", [])
        for at, each in enumerate(sets, start=1)
    ]
    talk = _talk(turns)
    said = [Client(talk, 10).answer("What is a long stay?", each)[0] for each in talk.rounds]
    assert said == ["It is 7.", "It is 10.", "It is 7.", "It is 10."]


def _told(number: int, code: str, name: str, sets: list[dict[str, object]]) -> dict[str, object]:
    return {"turn": number, "query": "?", "answer": "", "code": code, "sets": sets,
            "intents": [{"name": name, "type": "value"}]}  # fmt: skip


def _talk(turns: list[dict[str, object]]) -> Talk:
    """A conversation about one term, whose last turn has a case."""
    versions = [{"turn": 1, "says": "It is 7."}, {"turn": 2, "says": "It is 10."}]
    term = {"slot": "line", "name": "a long stay", "kind": "line", "versions": versions,
            "phrasings": ["what is a long stay"]}  # fmt: skip
    terms = (_term(term),)
    rests = _Rests()
    rounds = [_round(turn, None, "", "", view, rests) for turn, view in zip(turns, _views(turns, terms), strict=True)]
    return Talk("d", "", "", tuple(rounds), terms)


@pytest.mark.parametrize("text", ["", "?!", "…", "a" * 5000])
def test_a_question_without_words_is_for_nothing_on_record(text: str) -> None:
    asked, now = client("bookings")
    assert asked.answer(text, now)[0] == UNKNOWN


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Should rows with a missing duration be dropped?", "unknown"),
        ("How is the fee rounded?", "unknown"),
        ("What is a modest duration?", "item"),
        ("From which duration on is it modest?", "item"),
    ],
)
def test_a_question_about_a_column_alone_is_answered_with_no_definition(question: str, kind: str) -> None:
    says = "What we call a modest duration takes less than 20 in the column 'duration'; exactly 20 does not count."
    line = Term("modest", "a modest duration", "line", (Version(2, says, "20"),), ("what is a modest duration",))
    cap = "For the capped fee we take 'fee' as it is up to 9, and 9 for every loan that has more."
    capped = Term("capped", "the capped fee", "measure", (Version(3, cap, "lambda t: t['fee'].clip(upper=9)"),), ())
    now = turn(5, {"modest": 0, "capped": 0})
    assert Client(Talk("d", "", "", (now,), (line, capped)), 10).match(question, now).kind == kind


def test_a_term_whose_whole_name_is_said_is_told_whatever_else_is_asked_with_it() -> None:
    def line(slot: str, name: str, column: str) -> Term:
        says = f"What we call {name} is less than 20 in the column '{column}'; exactly 20 does not count."
        return Term(slot, name, "line", (Version(2, says, "20"),), (f"what is {name}",))

    called = {
        "deposit": "a low deposit",
        "fee": "a low fee",
        "age": "a low member age",
        "price": "a low purchase price",
    }
    terms = tuple(line(column, name, column) for column, name in called.items())
    now = turn(5, dict.fromkeys(called, 0))
    question = (
        "What does 'a low deposit' mean exactly: is the borderline itself included, and do members whose contract was "
        "prolonged belong to it?"
    )
    assert Client(Talk("d", "", "", (now,), terms), 10).match(question, now) == Matched("item", ("deposit",))


@pytest.mark.parametrize(
    "asked",
    [
        "What do you want to find out with this?",
        "What is the question behind this?",
        "Which question does this answer?",
        "Why do you want the figures by city?",
        "What are you trying to decide?",
    ],
)
def test_what_the_client_wants_to_find_out_is_told_as_the_plan_has_it(asked: str) -> None:
    served = replace(turn(), serves="Which city is dearest?")
    client = Client(Talk("d", "", "", (served,), record("bookings")), patience=2)
    said, question = client.answer(asked, served)
    assert said == PURPOSE.format(question="Which city is dearest?") and question.kind == "purpose"
    unknown, _ = client.answer(asked, turn())
    assert "Which city" not in unknown


@pytest.mark.parametrize("name", DIALOGUES)
def test_no_question_about_an_item_is_taken_for_one_about_the_purpose(name: str) -> None:
    asked = [text for wanted, text in questions(name) if wanted not in ("work", "none")]
    assert asked and not [text for text in asked if asks_for_purpose(text)]


def test_a_turn_serves_what_was_asked_in_place_of_its_question() -> None:
    plan = ["Which city is dearest?", "How many nights?"]
    assert _served({"question": 2}, plan) == "How many nights?" and _served({"question": 3}, plan) == ""
    assert _served({"question": 1, "instead": "Which month is dearest?"}, plan) == "Which month is dearest?"
