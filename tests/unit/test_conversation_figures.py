"""Replies read, turns named, and the figures of conversations."""

from __future__ import annotations

from typing import Any

import pytest

from company.errors import ConfigError
from company.evaluation.sittings import Sitting
from company.families.dialogues.evaluation.conversation.attribution import _only_in, literals_of
from company.families.dialogues.evaluation.conversation.figures import figures_of, median_survival
from company.families.dialogues.evaluation.conversation.lines import TurnLine
from company.families.dialogues.evaluation.conversation.record import turns_named
from company.families.dialogues.evaluation.conversation.replies import move_in
from company.families.dialogues.evaluation.conversation.telling import conversation_text


def line(dialogue: str, turn: int, right: bool | None, **more: Any) -> dict[str, Any]:
    known: dict[str, Any] = {
        "dialogue": dialogue, "turn": turn, "data_id": None if right is None else f"{dialogue}.t{turn:02d}",
        "actions": 1, "calls": 1, "handed": ["x"], "right": right, "lines": [] if right is None else [right],
        "failure": None, "outcome": None, "tokens": {"input": 100, "cached": 60, "output": 10},
    }  # fmt: skip
    return TurnLine.of({**known, **more}).as_json()


def told(lines: list[dict[str, Any]]) -> dict[str, Any]:
    return figures_of(Sitting("openai/gpt-4o", "conversation", "", "", (), lines=tuple(lines)))


@pytest.mark.parametrize(
    ("reply", "kinds", "done"),
    [
        ("```python\nx = 1\n```\nDONE", ["python"], True),
        ("I look first.\n```python\nprint(1)\n```", ["python"], False),
        ("```py\na = 1\n```\nand then\n```python\nb = a\n```\n**DONE**", ["python"], True),
        ("ASK: what is a long stay?", ["ask_client"], False),
        ("**ASK:** what is it?\nDONE", ["ask_client"], False),
        ("```python\nx = 1\n```\nASK: is it net?", ["python", "ask_client"], False),
        ("DONE.", [], True),
        ("It is DONE now, I think.", [], False),
        ("<think>```python\nboom\n```\nDONE</think>ASK: how?", ["ask_client"], False),
        ("```\nx = 1\n```", ["python"], False),
        ("```text\nDONE\n```", [], False),
        ("```python\nprint('''\nDONE\n''')", ["python"], False),
        ("", [], False),
    ],
)
def test_what_a_reply_does_is_read_off_plain_text(reply: str, kinds: list[str], done: bool) -> None:
    move = move_in(reply)
    assert ([each.kind for each in move.actions], move.done) == (kinds, done)


def test_turns_are_named_alone_or_as_a_range() -> None:
    assert [turns_named(text) for text in ("", "7", "1-20", "5-")] == [(1, None), (7, 7), (1, 20), (5, None)]
    for text in ("x", "9-3", "-4", "1-x", "0"):
        with pytest.raises(ConfigError, match="--turns"):
            turns_named(text)


def test_dialogues_weigh_alike_however_long_they_are() -> None:
    found = told([*(line("long", number, True) for number in range(1, 10)), line("short", 1, False)])
    assert found["accuracy"]["value"] == 0.5 and found["accuracy"]["turns"] == 10
    assert found["accuracy"]["low"] is None  # two dialogues tell no interval
    many = told([line(f"d{number}", turn, number % 2 == 0) for number in range(8) for turn in (1, 2)])
    assert many["accuracy"]["low"] < 0.5 < many["accuracy"]["high"]


def test_quarters_go_by_the_place_in_the_dialogue_and_turns_without_a_case_count_for_nothing() -> None:
    lines = [line("d", turn, turn <= 4 if turn != 2 else None) for turn in range(1, 9)]
    found = told(lines)
    assert {name: each["value"] for name, each in found["by"]["quarter"].items()} == {
        "first": 1.0, "second": 1.0, "third": 0.0, "fourth": 0.0,
    }  # fmt: skip
    assert found["drop"]["value"] == 1.0
    assert (found["turns"], found["checked"]) == (8, 7)


def test_errors_are_counted_by_whose_they_are() -> None:
    lines = [
        line("d", 1, True),
        line("d", 2, False, **{"class": "new"}, lapse="never agreed", term="a"),
        line("d", 3, False, **{"class": "inherited"}, wrong_before=[2]),
        line("d", 4, True, wrong_before=[2]),
        line("d", 5, False, **{"class": "repeated"}, lapse="never agreed", term="a"),
    ]
    errors = told(lines)["errors"]
    assert errors["classes"] == {"new": 1, "repeated": 1, "inherited": 1, "unclear": 0}
    assert errors["new_rate"]["value"] == pytest.approx(1 / 3, abs=1e-4)
    assert errors["inherited_share"]["value"] == pytest.approx(1 / 3, abs=1e-4)
    assert errors["recovery"]["value"] == 0.5
    assert errors["lapses"] == {"never agreed": 2} and errors["without_lapse"] == 1


def test_the_first_error_is_a_median_of_which_clean_dialogues_know_only_a_bound() -> None:
    assert median_survival([(3, True), (5, True), (9, False)]) == 5
    assert median_survival([(3, True), (9, False), (9, False)]) is None
    # By hand: 6 at risk at 2 (5/6 left), 4 at 4 (5/8), 2 at 7 (5/16).
    assert median_survival([(2, True), (3, False), (4, True), (5, False), (7, True), (9, False)]) == 7
    assert told([line("a", 1, True), line("b", 1, False)])["first_error"] == {"median": 1, "dialogues": 2, "clean": 1}


def test_questions_are_counted_by_what_was_needed_and_what_helped() -> None:
    asked = [
        {"text": "?", "item": "a", "kind": "item", "cost": 1},
        {"text": "?", "item": "b", "kind": "item", "cost": 1},
    ]
    found = told([
        line("d", 1, True, items=["a"], questions=asked),
        line("d", 2, False, items=["c"], questions=[{"text": "?", "item": None, "kind": "unknown", "cost": 1}]),
    ])["questions"]  # fmt: skip
    assert (found["needed"], found["asked"], found["hits"], found["wrong_unasked"]) == (2, 3, 1, 1)
    assert found["kinds"] == {"item": 2, "unknown": 1} and found["recall"] == 0.5


def test_a_turn_is_paid_by_published_prices_and_all_of_it_is_told_in_lines() -> None:
    features = {"pattern": ["update", "inherit"], "distance": 9, "breadth": 2, "level": "hard"}
    found = told([line("d", 1, True), line("d", 2, False, features=features, rests=True)])
    assert found["costs"]["cached"] == 60 and 0 < found["costs"]["usd"] < 0.01
    assert list(found["by"]["distance"]) == ["8–15"] and list(found["by"]["pattern"]) == ["update", "inherit"]
    text = conversation_text(found)
    assert "by pattern" in text and "wrong turns: 1 (new 0" in text and "60 of them cached" in text


def test_a_literal_is_one_that_nobody_has_said_and_that_a_wrong_result_alone_has() -> None:
    code = "share = total / 1234.5\ntop = 'Porto'\nfew = 3\nline = 250\n"
    assert literals_of([code], "What is it in Porto above 250?") == [1234.5]
    assert _only_in([1234.5], [{"a": 1234.4999}], [1300.0]) and not _only_in([1234.5], [1234.5], [1234.5])
