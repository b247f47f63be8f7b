"""Exactly one assumption is safe: the gate finds a second one, and the lines are what was executed."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from company.families.dialogues.body.entries import Situation, choice_entry
from company.families.dialogues.records import Choice, Option
from company.families.dialogues.stages.actions.best_guess import Lines, Looks, fault, offered, probe, read
from company.families.dialogues.stages.actions.replies import Decision, Decisions
from company.records import Column, Variable
from company.sandbox import Sandbox
from grammar.deciding import decide
from tests.support.gating import gate_of

DECISION = Decision(
    question="Which 'kind' has the most rows where 'size' is high?",
    word="high",
    source="frame",
    column="size",
    code="def decision(line):\n    figures = frame[frame['size'] >= line].groupby('kind').size()\n"
    "    leading = figures[figures == figures.max()].index\n"
    "    return ' and '.join(sorted(str(label) for label in leading))",
    assumption="Take 'size' as high when it is {line} or more.",
)
PRELUDE = (
    "import numpy as np\nimport pandas as pd\n\nframe = pd.DataFrame({'size': np.arange(200) / 10.0, "
    "'kind': [('a' if i % 3 else 'b') if i < 60 else ('c' if i % 3 else 'a') if i < 120 else ('b' if i < 160 else 'a')"
    " for i in range(200)]})"
)
FRAME = Variable(
    name="frame",
    type="dataframe",
    columns=(
        Column(name="size", position=0, dtype="float64", role="measure", missing=0, distinct=200, numeric=True),
        Column(name="kind", position=1, dtype="str", role="category", missing=0, distinct=3),
    ),
)


def lines(answers: str) -> Lines:
    return Lines(tuple(float(number) for number in range(len(answers))), tuple(answers), 0)


def test_a_line_is_safe_only_if_nothing_changes_on_the_way() -> None:
    found = lines("aaaabaaaabbbbb")
    safe, turning = found.split(2)
    assert 11 in safe
    assert 4 not in turning or found.answers[2] != found.answers[4]
    assert not set(safe) & set(turning)
    assert all(len(set(found.answers[at - 2 : at + 3])) == 1 for at in safe)
    assert 6 not in safe, "the decision turns at 4, which is two steps below"


def test_a_decision_with_two_leaders_is_never_safe() -> None:
    assert Lines((1.0, 2.0, 3.0), ("a and b",) * 3, 0).split(1) == ([], [])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"source": "nothing"}, "no data frame"),
        ({"column": "kind"}, "no column of numbers"),
        ({"word": "large"}, "'large'"),
        ({"assumption": "Take what you like."}, "{line}"),
        ({"code": "decision ="}, "not Python"),
        ({"code": "def other(line): return 1"}, "function `decision`"),
    ],
)
def test_a_decision_that_cannot_be_tried_goes_back(changes: dict[str, Any], words: str) -> None:
    assert words in (fault(DECISION.model_copy(update=changes), [FRAME]) or "")
    assert fault(DECISION, [FRAME]) is None


def test_what_is_not_ours_in_the_output_is_not_taken_for_lines() -> None:
    assert read("no lines here") == []
    assert read("lines: {broken") == []
    assert isinstance(read('lines: {"0": {"error": "KeyError: 1"}}')[0], str)


async def judged(dialogue: Any, sandbox: Sandbox, choice: Choice) -> tuple[str, ...]:
    line = choice_entry(Situation(dialogue.table, PRELUDE, "frame"), choice, "shops.p1.s1.d1.t01.best_guess")
    return (await gate_of(line, dialogue.resource, sandbox, cold_check=False)).reasons


@pytest.mark.asyncio(loop_scope="session")
async def test_executed_lines_make_a_case_and_a_second_safe_line_is_refused(dialogue: Any, sandbox: Sandbox) -> None:
    session = await sandbox.open({})
    await session.run(PRELUDE)
    found = read((await session.run(probe([DECISION]))).output)[0]
    await session.close()
    assert isinstance(found, Lines)
    looks = [Looks(3, place, alone) for place in range(4) for alone in range(4)]
    made = [offered(DECISION, found, each, random.Random(5)) for each in looks]
    choice = next(each for each in made if each is not None)
    assert await judged(dialogue, sandbox, choice) == ()
    right = next(option for option in choice.options if not option.slip)
    again = right.model_copy(update={"text": right.text + " Surely.", "slip": "the decision turns near its line"})
    two = choice.model_copy(update={"options": (*choice.options[:3], again, right)})
    two = two.model_copy(update={"options": tuple(dict.fromkeys((*two.options, right)))})
    reasons = await judged(dialogue, sandbox, two)
    assert any("2 options are right" in reason for reason in reasons), reasons


def test_the_safe_line_stands_where_it_was_drawn_to_stand() -> None:
    found = lines("aaaaaabbbbbbbaaaaaaaccccccca")
    for place in range(4):
        for alone in range(4):
            choice = offered(DECISION, found, Looks(3, place, alone), random.Random(place))
            if choice is None:
                continue
            numbers = {option.text: int(option.text.split()[7]) for option in choice.options}
            right = next(numbers[option.text] for option in choice.options if not option.slip)
            assert sum(each < right for each in numbers.values()) == place


def test_no_case_is_made_where_too_few_lines_turn() -> None:
    assert offered(DECISION, lines("a" * 30), Looks(3, 1, 1), random.Random(1)) is None
    assert offered(DECISION, lines("ab" * 15), Looks(3, 1, 1), random.Random(1)) is None, "nothing is safe"


def test_the_built_in_company_proposes_decisions_that_can_be_tried(dialogue: Any) -> None:
    column = dialogue.table.columns[3].model_copy(update={"distinct": 40, "quartiles": (50.0, 80.0, 120.0)})
    table = dialogue.table.model_copy(update={"columns": (*dialogue.table.columns[:3], column), "rows": 90})
    brief = {
        "table": table.model_dump(mode="json") | {"variable": "shops"},
        "variables": [],
        "history": [],
        "persona": {"name": "Ada Berg"},
        "scenario": {"name": "Where to open"},
        "plan": {"questions": [{"columns": ["sales", "city"], "conditions": []}]},
        "question": 1,
        "wrong": [],
    }
    found = Decisions.model_validate(decide(brief, random.Random(1))).decisions
    assert found
    frame = Variable(name="shops", type="dataframe", columns=table.columns)
    assert [fault(each, [frame]) for each in found] == [None] * len(found)
    assert decide({**brief, "table": brief["table"] | {"columns": []}}, random.Random(1)) == {"decisions": []}


def test_lines_are_said_and_written_in_one_precision() -> None:
    found = replace(lines("aabb"), lines=(1000.0, 1000.5, 1001.0, 1001.5), places=1)
    assert (found.said(1000.0), found.written(1000.0)) == ("1,000.0", "1000.0")
    assert json.loads(found.written(1000.5)) == 1000.5
    assert Option(text="x", code=f"decision({found.written(1001.0)})")
