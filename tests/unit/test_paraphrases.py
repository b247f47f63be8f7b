"""Other ways to write a reference, made from the query alone: what they refuse, and what people are asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.config import ReviewSettings, load
from company.families.dialogues.body.bodies import body_of
from company.families.dialogues.body.entries import Situation, code_entry
from company.families.dialogues.body.reference import answer_code
from company.families.dialogues.judging import judged
from company.families.dialogues.lines import wrong_fields
from company.families.dialogues.records import Case
from company.families.dialogues.settings import settings_of
from company.families.dialogues.stages.paraphrasing import distinct
from company.reviewing import undecided
from company.run.rounds import Rounds
from company.sandbox import Sandbox
from human_review.queueing import apply, fill
from human_review.store import ReviewStore
from human_review.verdicts import Accept
from tests.support.gating import gate_of
from tests.support.review import invited
from tests.support.review_run import judge

pytestmark = pytest.mark.asyncio(loop_scope="session")
RIGHT = 'best = float(by_city.sort_values("sum").iloc[-1]["sum"])'
LOOP = 'best = 0.0\nfor value in by_city["sum"]:\n    best = max(best, float(value))'
SMALLEST = 'best = float(by_city["sum"].min())'
ALSO_SMALLEST = 'best = float(by_city["sum"].sort_values().iloc[0])'
FAILS = 'best = by_city["summe"].max()'


def entry(dialogue: Any, *ways: str, **more: Any) -> dict[str, Any]:
    turn = dialogue.turns[1]
    here = Situation(dialogue.table, dialogue.prelude, "shops", dialogue.turns[:1])
    if ways:
        more["paraphrases"] = scripts(dialogue, *ways)
    line: dict[str, Any] = code_entry(here, turn.query, turn.code, turn.intents, turn.id, **more).line()
    return line


def scripts(dialogue: Any, *ways: str) -> list[str]:
    return [answer_code(dialogue.prelude, way, dialogue.turns[1].intents) for way in ways]


@pytest.mark.parametrize(
    ("ways", "reasons", "found"),
    [
        ((RIGHT, LOOP), (), ([0, 1], [], False)),
        ((RIGHT, FAILS), (), ([0], [], False)),
        ((FAILS,), (), ([], [], False)),
        (
            (RIGHT, SMALLEST, FAILS),
            ("1 of 2 other ways to write it gives another result than the reference",),
            ([0], [1], False),
        ),
        (
            (SMALLEST, FAILS),
            ("1 of 1 other ways to write it gives another result than the reference",),
            ([], [0], False),
        ),
        (
            (SMALLEST, ALSO_SMALLEST),
            ("2 of 2 other ways to write it give another result than the reference",),
            ([], [0, 1], True),
        ),
        (
            (SMALLEST, "best = -7.5"),
            ("2 of 2 other ways to write it give another result than the reference",),
            ([], [0, 1], False),
        ),
    ],
)
async def test_ways_that_run_have_to_come_to_the_results_of_the_reference(
    dialogue: Any, sandbox: Sandbox, ways: tuple[str, ...], reasons: tuple[str, ...], found: Any
) -> None:
    report = await gate_of(entry(dialogue, *ways), dialogue.resource, sandbox)
    assert report.reasons == reasons
    measured = report.measured["paraphrases"]
    assert (measured["agree"], measured["differ"], measured["against"]) == found
    assert list(measured["failed"]) == [str(ways.index(FAILS))] if FAILS in ways else not measured["failed"]


async def test_a_way_is_tried_on_the_state_before_it_and_not_on_what_another_has_left(
    dialogue: Any, sandbox: Sandbox
) -> None:
    changing = f'{RIGHT}\nby_city["sum"] = 0\nby_city.drop(by_city.index, inplace=True)'
    report = await gate_of(entry(dialogue, changing, RIGHT), dialogue.resource, sandbox)
    assert report.passed, report.reasons


async def test_a_way_that_saves_nothing_does_not_count(dialogue: Any, sandbox: Sandbox) -> None:
    report = await gate_of(entry(dialogue, RIGHT, "best = 1 / 0"), dialogue.resource, sandbox)
    assert report.measured["paraphrases"]["failed"] == {"1": "ZeroDivisionError: division by zero"}
    line = entry(dialogue, RIGHT)
    line["paraphrases"] += [f"{dialogue.prelude}\nbest = 1.0"]
    report = await gate_of(line, dialogue.resource, sandbox)
    assert report.measured["paraphrases"]["failed"] == {"1": "it does not save best.pkl"}


async def test_a_line_whose_ways_are_no_texts_is_refused(dialogue: Any) -> None:
    line = entry(dialogue)
    assert "paraphrases" not in wrong_fields(line, list(line), ())
    for wrong in ("best = 1", [1], {"first": "best = 1"}):
        assert "paraphrases" in wrong_fields({**line, "paraphrases": wrong}, [*entry(dialogue)], ())


async def test_ways_that_differ_in_words_alone_are_no_other_ways() -> None:
    reference = "# the largest\nbest = top.max()\nprint(best)"
    ways = ["best = top.max()", "best  = top.max()\nprint(best, 1)", "best = max(top)", "best = max( top )", "best ="]
    assert distinct(ways, reference) == ["best = max(top)"]


class _Office:
    """What judging asks of an office."""

    def __init__(self, resource: Path, sandbox: Sandbox) -> None:
        self.resource, self.sandbox = resource, sandbox


async def case_of(dialogue: Any, sandbox: Sandbox, *ways: str) -> Case:
    async def made() -> list[str]:
        return scripts(dialogue, *ways)

    office: Any = _Office(dialogue.resource, sandbox)
    return await judged(office, "cases", dialogue.turns[1], body_of(entry(dialogue)), ways=made)


async def test_ways_that_agree_come_with_the_case(dialogue: Any, sandbox: Sandbox) -> None:
    case = await case_of(dialogue, sandbox, RIGHT, FAILS, LOOP)
    assert case.status == "accepted"
    assert case.entry["paraphrases"] == scripts(dialogue, RIGHT, LOOP)


async def test_a_way_that_differs_is_the_end_of_a_case(dialogue: Any, sandbox: Sandbox) -> None:
    case = await case_of(dialogue, sandbox, RIGHT, SMALLEST)
    assert (case.status, case.reason) == (
        "rejected",
        "release gate: 1 of 2 other ways to write it gives another result than the reference",
    )


async def test_ways_that_agree_against_the_reference_are_for_people(dialogue: Any, sandbox: Sandbox) -> None:
    case = await case_of(dialogue, sandbox, SMALLEST, ALSO_SMALLEST)
    assert (case.status, case.reason) == (
        "proposed",
        "for people to decide: 2 of 2 other ways to write it give another result than the reference, and all of them "
        "the same",
    )
    assert undecided(case)
    assert case.gate["paraphrases"]["other"] == SMALLEST
    assert "paraphrases" not in case.entry


async def test_a_case_for_people_is_not_counted_until_one_accepts_it(
    dialogue: Any, sandbox: Sandbox, tmp_path: Path
) -> None:
    case = await case_of(dialogue, sandbox, SMALLEST, ALSO_SMALLEST)
    file = tmp_path / "simulation.toml"
    file.write_text('[table]\nbuiltin = "wine"\n[targets]\nnormal = 1\n')
    with Archive.create(tmp_path / "run") as archive:
        archive.put(case)
        rounds = Rounds(load(file), archive)
        assert rounds.settle() == {}
        assert archive.get(case.id) == case
        told = ReviewSettings(overlap=1, rest="trust", audit=0)
        with ReviewStore(tmp_path / "review.sqlite") as store:
            fill(archive, store, told)
            (item,) = store.items()
            assert (item.record, item.why) == (case.id, "uncertain")
            judge(store, invited(store, "Ada")[0], case.id, Accept())
            assert apply(archive, store, 0).accepted == 1
        assert rounds.settle() == {"normal": 1}
        assert archive.get(case.id).status == "accepted"


@pytest.mark.parametrize(
    ("told", "numbers"),
    [("", {"procedural": 3, "openai": 0}), ("[gate]\nparaphrases = 2\n", {"procedural": 2, "openai": 2})],
)
async def test_models_are_asked_where_the_settings_say_so(tmp_path: Path, told: str, numbers: dict[str, int]) -> None:
    file = tmp_path / "simulation.toml"
    file.write_text(f'[table]\nbuiltin = "wine"\n{told}[model]\nbackend = "openai"\nname = "m"\n')
    settings = settings_of(load(file))
    assert {name: settings.paraphrases(name) for name in numbers} == numbers
    rehearsal = settings.for_rehearsal()
    # The built-in company rehearses the calls of a model, and is asked no more than that is.
    assert rehearsal.paraphrases("procedural") == numbers["openai"]
