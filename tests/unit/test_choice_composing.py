"""Drafted options are executed; what does not hold goes back in words, and what slips through the gate refuses."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError

from company.families.dialogues.body.entries import Situation, choice_entry
from company.families.dialogues.stages.actions.choice_replies import ChoiceDraft
from company.families.dialogues.stages.actions.composing import chosen
from company.families.shared.choices.records import Choice, Option
from company.sandbox import Sandbox
from tests.support.gating import gate_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

SALES = "shops.groupby('city')['sales'].sum()"
STAFF = "shops['staff']"


@pytest.fixture
def here(dialogue: Any) -> Situation:
    return Situation(dialogue.table, dialogue.prelude, dialogue.variable, [dialogue.turns[0]])


def _draft(*options: tuple[str, str, str], form: str = "value") -> ChoiceDraft:
    made = [{"text": text, "code": code, "slip": slip} for text, code, slip in options]
    return ChoiceDraft.model_validate({"question": "How large is the staff?", "form": form, "options": made})


def _numbers(*codes: str) -> ChoiceDraft:
    return _draft(*(("It is {value}", code, "another statistic" if place else "") for place, code in enumerate(codes)))


GOOD = (
    f"{STAFF}.max()",
    f"{STAFF}.min()",
    f"{STAFF}.median()",
    f"{STAFF}.sum()",
    f"len({STAFF})",
    f"{STAFF}.nunique()",
)


async def _chosen(draft: ChoiceDraft, here: Situation, dialogue: Any, sandbox: Sandbox, seed: int = 1) -> Choice | str:
    office: Any = SimpleNamespace(resource=dialogue.resource, sandbox=sandbox)
    return await chosen(office, here, draft, random.Random(seed))


async def test_a_good_draft_becomes_a_choice_that_passes_the_gate(
    here: Situation, dialogue: Any, sandbox: Sandbox
) -> None:
    choice = await _chosen(_numbers(*GOOD), here, dialogue, sandbox)
    assert isinstance(choice, Choice)
    assert [option.text for option in choice.options if not option.slip] == ["It is 7"]
    report = await gate_of(choice_entry(here, choice, "shops.x"), dialogue.resource, sandbox)
    assert report.passed, report.reasons


async def test_near_misses_that_come_to_the_same_or_fail_are_left_out(
    here: Situation, dialogue: Any, sandbox: Sandbox
) -> None:
    same, nearly, broken = f"max({STAFF})", f"{STAFF}.max() + 0.01", "shops['nothing'].max()"
    for seed in range(3):
        choice = await _chosen(_numbers(*GOOD[:4], same, nearly, broken), here, dialogue, sandbox, seed)
        assert isinstance(choice, Choice)
        assert not {same, nearly, broken} & {option.code for option in choice.options}


@pytest.mark.parametrize(
    ("codes", "complaint"),
    [
        ((*GOOD[:3], "12"), "no expression over the dialogue's variables: 12"),
        ((*GOOD[:3], f"x = {STAFF}.max()"), "no expression over"),
        (("shops['nothing'].max()", *GOOD[:3]), "the right option cannot be computed: KeyError"),
        ((GOOD[0], GOOD[0], f"int({GOOD[0]})", GOOD[1]), "only 1 of the near-misses"),
        (("shops['city'].str.cat() * 9", *GOOD[1:4]), "cannot be shown in an option"),
    ],
)
async def test_a_broken_draft_goes_back_with_what_is_wrong(
    codes: tuple[str, ...], complaint: str, here: Situation, dialogue: Any, sandbox: Sandbox
) -> None:
    found = await _chosen(_numbers(*codes), here, dialogue, sandbox)
    assert isinstance(found, str) and complaint in found


async def test_of_claims_the_code_says_which_is_true(here: Situation, dialogue: Any, sandbox: Sandbox) -> None:
    claims = [
        (f"{city} sells most", f"{SALES}.idxmax() == {city!r}", "another city") for city in ("Oslo", "Bergen", "Narvik")
    ]
    four = [*claims, ("Nobody sells anything", f"{SALES}.sum() == 0", "nothing is sold")]
    choice = await _chosen(_draft(*four, form="claim"), here, dialogue, sandbox)
    assert isinstance(choice, Choice)
    assert [option.text for option in choice.options if not option.slip] == ["Oslo sells most"]
    assert (await gate_of(choice_entry(here, choice, "shops.x"), dialogue.resource, sandbox)).passed
    false = [*four[1:], ("Tokyo sells most", f"{SALES}.idxmax() == 'Tokyo'", "another city")]
    found = await _chosen(_draft(*false, form="claim"), here, dialogue, sandbox)
    assert isinstance(found, str) and "no option comes out true" in found


Spoil = Callable[[dict[str, Any]], None]


def _wrong_gold(entry: dict[str, Any]) -> None:
    gold = json.loads(entry["reference_answer"])["correct_answer"]
    entry["reference_answer"] = json.dumps({"correct_answer": "A" if gold != "A" else "B"})


def _right_twice(entry: dict[str, Any]) -> None:
    _wrong(entry)["code"] = f"int({entry['choice']['answer']})"
    _wrong(entry)["template"] = ""


def _nearly_right(entry: dict[str, Any]) -> None:
    _wrong(entry)["code"] = f"{entry['choice']['answer']} + 1e-7"


def _constant(entry: dict[str, Any]) -> None:
    _wrong(entry)["code"] = "12"


def _other_value(entry: dict[str, Any]) -> None:
    _wrong(entry)["code"] = f"{STAFF}.sum() + 1000"


def _wrong(entry: dict[str, Any]) -> dict[str, Any]:
    return next(option for option in entry["choice"]["options"] if option["slip"])


@pytest.fixture
def written(here: Situation) -> dict[str, Any]:
    """A case of multiple choice as a writer may get it right."""
    options = [
        Option(text=f"It is {said}", code=code, template="It is {value}", slip="" if code == GOOD[0] else "other")
        for said, code in zip(("7", "1", "2.5", "23"), GOOD, strict=False)
    ]
    choice = Choice(question="How large is the staff?", options=tuple(options), answer=GOOD[0])
    return choice_entry(here, choice, "shops.x").line()


async def test_the_gate_passes_what_a_writer_gets_right(
    written: dict[str, Any], dialogue: Any, sandbox: Sandbox
) -> None:
    assert (await gate_of(written, dialogue.resource, sandbox)).passed


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (_wrong_gold, "is right, and the reference answer says"),
        (_right_twice, "2 options are right"),
        (_nearly_right, "is wrong by less than is shown"),
        (_constant, "its code refers to nothing in the dialogue"),
        (_other_value, "does not say the value that its code has"),
    ],
)
async def test_the_gate_refuses_what_a_writer_may_get_wrong(
    spoil: Spoil, reason: str, written: dict[str, Any], dialogue: Any, sandbox: Sandbox
) -> None:
    spoil(written)
    report = await gate_of(written, dialogue.resource, sandbox)
    assert not report.passed and any(reason in each for each in report.reasons), report.reasons


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"question": " "}, "question: it is empty"),
        ({"options": []}, "at least 4"),
        ({"options": [{"text": "x", "code": "shops", "slip": "s"}] * 4}, "holds {value} once"),
        ({"options": [{"text": "{value}", "code": "shops", "slip": ""}] * 4}, "4 have no slip"),
        ({"options": [{"text": f"{n} {{value}}", "code": "shops", "slip": ""} for n in range(4)]}, "the same text"),
        ({"form": "claim", "options": [{"text": "x", "code": "shops", "slip": ""}] * 4}, "each has a slip"),
    ],
)
async def test_a_reply_that_cannot_be_executed_is_sent_back_before_it_is_tried(
    change: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValidationError, match=complaint):
        ChoiceDraft.model_validate({**_numbers(*GOOD).model_dump(), **change})


async def test_a_slip_that_many_near_misses_share_does_not_crowd_out_the_others(
    here: Situation, dialogue: Any, sandbox: Sandbox
) -> None:
    """Of six that name a leader and two that deny one, the lone kind would else be right whenever it is offered."""
    towns = ("Bergen", "Narvik", "Rome", "Paris", "Kyiv", "Lima")
    claims = [(f"{town} leads", f"{SALES}.idxmax() == {town!r}", "another leader") for town in towns]
    claims += [("Nobody leads", f"{SALES}.nunique() == 1", "a lead overlooked")]
    claims += [("Two lead", f"({SALES} == {SALES}.max()).sum() == 2", "a tie that is none")]
    claims += [("Oslo leads", f"{SALES}.idxmax() == 'Oslo'", "another leader")]
    for seed in range(3):
        choice = await _chosen(_draft(*claims, form="claim"), here, dialogue, sandbox, seed)
        assert isinstance(choice, Choice)
        assert sum(option.slip == "another leader" for option in choice.options) <= 2
