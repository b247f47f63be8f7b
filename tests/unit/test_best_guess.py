"""One assumption is safe: on every value within reach, on the rows that are asked about, in every reading."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from company.families.dialogues.body.entries import Situation, choice_entry
from company.families.dialogues.records import Turn
from company.families.dialogues.stages.actions.assumptions import (
    fault,
    held_code,
    leading,
    not_held,
    offered,
    plainly,
    read,
    survey_code,
    whole_of,
)
from company.families.dialogues.stages.actions.other_readings import MOST as MOST_READINGS
from company.families.dialogues.stages.actions.other_readings import completed
from company.families.dialogues.stages.actions.replies import Decision, Decisions, Limits
from company.families.dialogues.stages.actions.standing import Standing
from company.families.shared.choices.assumptions import ANSWER, PROMISE, promise_faults, states
from company.families.shared.choices.bodies import ChoiceBody
from company.families.shared.choices.options import judge
from company.families.shared.choices.reach import (
    BEYOND,
    MOST_LINES,
    OUTSIDE,
    SAFE,
    TURNS,
    USUAL,
    Reach,
    held,
    surveyed,
)
from company.families.shared.choices.records import Choice, Guess, Option
from company.records import Column, Variable
from company.sandbox import Sandbox
from grammar.deciding import decide
from grammar.lines import span_of
from tests.support.gating import gate_of

PRELUDE = (
    "import numpy as np\nimport pandas as pd\n\nframe = pd.DataFrame({'size': np.arange(200) / 10.0, "
    "'kind': [('a' if i % 3 else 'b') if i < 60 else ('c' if i % 3 else 'a') if i < 120 else ('b' if i < 160 else 'a')"
    " for i in range(200)]})\nmiddle = frame[frame['size'] > 2]\nmiddle_years = frame[frame['size'] > 6]"
)
LEADING = "    leading = figures[figures == figures.max()].index\n    return leading[0] if len(leading) == 1 else None"
MOST = (
    f"def decision(low, high):\n    figures = frame[frame['size'].between(low, high)].groupby('kind').size()\n{LEADING}"
)
SHARE = (
    "def decision(low, high):\n    figures = frame['size'].between(low, high).groupby(frame['kind']).mean()\n" + LEADING
)


def _from(*lines: float) -> tuple[Limits, ...]:
    return tuple(Limits(said=f"{line:g} or more", low=line) for line in lines)


DECISION = Decision(
    question="Which 'kind' has the most rows in `frame` where 'size' is large?",
    word="large",
    side="high",
    source="frame",
    column="size",
    code=MOST,
    assumption="Take 'size' as large when it is {reading}.",
    readings=_from(16.5, 17.0, 17.5),
    others=(*_from(9.5, 11.5, 12.0, 7.0, 12.5, 0.0, 40.0), Limits(said="5 or less", high=5.0)),
)
FRAME = Variable(
    name="frame",
    type="dataframe",
    columns=(
        Column(name="size", position=0, dtype="float64", role="measure", missing=0, distinct=200, numeric=True),
        Column(name="kind", position=1, dtype="str", role="category", missing=0, distinct=3),
    ),
)


def test_a_decision_that_holds_at_three_lines_and_not_between_turns() -> None:
    """The lines 30, 40 and 50 lead to one decision, and 44 to another: whoever tries three calls it safe."""
    reach = Reach([*range(100)], lambda low, high: "other" if low == 44 else "same", "high")
    assert {reach.decision(line, None) for line in (30, 40, 50)} == {"same"}
    assert reach.judged(40, None, by=10) == TURNS
    assert reach.turn(40, None, by=10) == (44, None)
    assert reach.judged(60, None, by=10) == SAFE
    whole = Reach([*range(100)], lambda low, high: "other" if high == 57 else "same", "middle")
    assert whole.judged(30, 50, by=5) == SAFE
    assert whole.judged(30, 50, by=10) == TURNS, "either limit is moved"


def test_a_line_that_turns_at_the_end_of_its_reach_costs_three_decisions() -> None:
    """Of a column of prices, each of hundreds within reach was tried."""
    tried: list[float] = []

    def decide(low: float, high: float) -> str:
        tried.append(low)
        return "same" if low < 59 else "other"

    assert Reach([*range(100)], decide, "high").judged(50, None, by=10) == TURNS
    assert tried == [50, 40, 60]


def test_a_glance_does_not_see_what_lies_between_and_the_whole_reach_does() -> None:
    names = {"frame": pd.DataFrame({"size": [*range(100)]}), "decision": lambda low, high: "b" if low == 44 else "a"}
    guess = {
        "source": "frame",
        "column": "size",
        "side": "high",
        "whole": "frame",
        "readings": [(40, None), (50, None)],
    }
    ((own, _), other) = surveyed(names, guess, [""], [(30, None)], {})[0]["found"]
    assert (own, other[0]) == (SAFE, SAFE)
    (verdict,) = held(names, {**guess, "by": 10.0}, [""], (40, None))
    assert verdict == "turns, such as at 44, where b leads"
    assert "does not hold: turns, such as at 44" in (not_held(f"survey: {json.dumps([verdict])}") or "")
    assert not_held('survey: ["safe", "safe"]') is None
    assert "by alternative 1: outside" in (not_held('survey: ["safe", "outside"]') or "")


def test_what_was_tried_for_one_option_is_not_tried_again_for_the_next(tmp_path: Path) -> None:
    lines = Counter[float]()

    def decide(low: float, high: float) -> str:
        lines[low] += 1
        return "a"

    order = {
        "answer": ANSWER,
        "options": [{"letter": f"at {line}", "code": f"assuming({line}, None)"} for line in (40, 45, 50)],
        "guess": {"source": "frame", "column": "size", "side": "high", "whole": "frame", "by": 10.0,
                  "readings": [(40, None), (50, None)], "alternatives": []},
    }  # fmt: skip
    (tmp_path / "order.json").write_text(json.dumps(order))
    frame = pd.DataFrame({"size": [*range(100)]})
    judge({"frame": frame, "decision": decide}, tmp_path / "order.json", tmp_path / "report.json")
    told = json.loads((tmp_path / "report.json").read_text())
    assert [each["said"] for each in told["options"]] == [SAFE] * 3
    assert set(lines) == {*range(30, 61)} and set(lines.values()) == {1}


@pytest.mark.parametrize(
    ("side", "low", "high", "verdict"),
    [
        ("high", None, 30, OUTSIDE),
        ("low", 30, None, OUTSIDE),
        ("middle", 30, None, OUTSIDE),
        ("high", 99.9, None, OUTSIDE),
        ("high", -5, None, OUTSIDE),
        ("high", 70, None, SAFE),
        ("low", 20, 40, SAFE),
    ],
)
def test_a_reading_that_nobody_would_hold_is_told_from_one_that_somebody_may(
    side: str, low: float | None, high: float | None, verdict: str
) -> None:
    assert Reach([*range(100)], lambda low, high: "same", side).judged(low, high, by=1) == verdict


def test_a_reading_between_sense_and_nonsense_is_neither() -> None:
    reach = Reach([*range(100)], lambda low, high: "same", "high")
    with pytest.raises(ValueError, match=r"90.0% of the rows, which is neither a usual meaning"):
        reach.judged(10, None, by=1)


def test_a_complaint_tells_who_leads_where_so_that_a_line_can_be_chosen() -> None:
    """The lines are in their order, and those under which the same group leads stand together."""
    lines = [[3000, None, "Masters"], [450, None, "ATP250"], [1600, None, "ATP250"], [12000, None, None]]
    told = leading([*lines, [4000, None, "Masters"]])
    assert told == (
        "who leads with which line: from 450 up to 1600: ATP250; from 3000 up to 4000: Masters; "
        "12,000: nobody or several"
    )
    assert "20 to 40: a; 25 to 60: b" in leading([[25, 60, "b"], [20, 40, "a"]])


def test_the_limits_of_a_complaint_stand_in_the_prompt() -> None:
    prompt = (files("company.families.dialogues.prompts") / "data_scientist_decide.md").read_text()
    assert f"{100 * USUAL[0]:.0f} to {100 * USUAL[1]:.0f} in 100 rows" in prompt
    assert f"fewer than 1 in {1 / BEYOND[0]:.0f} rows" in prompt and f"more than {20 * BEYOND[1]:.0f} in 20" in prompt
    assert f"At most {MOST_LINES} values" in prompt


@pytest.mark.asyncio(loop_scope="session")
async def test_a_decision_without_a_right_option_goes_back_with_who_leads_where(sandbox: Sandbox) -> None:
    told = await chosen(sandbox, others=_from(16.0))
    assert isinstance(told, str) and "\n- who leads with which line: " in told, told
    assert ": a" in told.splitlines()[-1]


def test_what_is_usual_is_told_by_the_whole_and_not_by_the_rows_that_were_picked() -> None:
    """Of rows below 50, none is at 70; that a word means 70 and more is no nonsense for that."""
    picked, whole = [*range(50)], [*range(100)]
    assert Reach(picked, lambda low, high: None, "high").judged(70, None, by=1) == OUTSIDE
    assert Reach(picked, lambda low, high: None, "high", whole).judged(70, None, by=1) == TURNS
    assert whole_of(DECISION, [FRAME], "frame") == "frame"
    assert whole_of(DECISION.model_copy(update={"column": "made"}), [FRAME], "frame") == "frame"
    assert whole_of(DECISION.model_copy(update={"source": "picked"}), [FRAME], "frame") == "frame"
    assert whole_of(DECISION.model_copy(update={"source": "picked", "column": "made"}), [FRAME], "frame") == "picked"


def test_numbers_are_read_in_groups_and_years_are_not() -> None:
    assert [plainly(each) for each in (2000000.0, 2008.0, 0.25)] == ["2,000,000", "2008", "0.25"]


def test_nobody_or_several_is_no_decision() -> None:
    for found in (None, float("nan"), "", ["a", "b"]):
        assert Reach([*range(100)], lambda low, high, found=found: found, "high").judged(60, None, by=1) == TURNS


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"source": "nothing"}, "no data frame"),
        ({"column": "kind"}, "no column of numbers"),
        ({"word": "huge"}, "'huge'"),
        ({"assumption": "Take what you like."}, "{reading}"),
        ({"code": "decision ="}, "not Python"),
        ({"code": "def other(low, high): return 1"}, "function `decision`"),
        ({"alternatives": ("x = 1",)}, "alternatives"),
        ({"question": "Which 'kind' has most rows where 'size' is large?"}, "so it has to name it"),
        ({"question": "In `frame`, for which 'kind' is the share of large ones the largest?"}, "a share can be"),
        ({"readings": _from(17.0)}, "two to six"),
        ({"readings": (*_from(17.0), Limits(said="20 or less", high=20))}, "of one form"),
        ({"others": (Limits(said="much", low=3),)}, "does not state its limits"),
    ],
)
def test_a_decision_that_cannot_be_tried_goes_back(changes: dict[str, Any], words: str) -> None:
    assert words in (fault(DECISION.model_copy(update=changes), [FRAME], "df") or "")
    assert fault(DECISION, [FRAME], "df") is None


SPREAD = FRAME.columns[0].model_copy(update={"minimum": 0.0, "quartiles": (5.0, 10.0, 15.0), "maximum": 19.9})


def test_other_readings_lie_all_over_the_column_worded_and_rounded_as_those_of_the_field() -> None:
    told = completed(DECISION.model_copy(update={"others": ()}), SPREAD, random.Random(2))
    lines = [each.low for each in told.others if each.low is not None]
    assert 12 <= len(told.others) == len({*lines}) <= MOST_READINGS
    assert all(each.said == f"{each.low:g} or more" for each in told.others)
    assert all(line % 0.5 == 0 and not 16.5 <= line <= 17.5 for line in lines)
    assert min(lines) < 2 and 17.5 < sorted(lines)[-2] < 20 < max(lines)
    kept = completed(DECISION, SPREAD, random.Random(2)).others
    assert kept[: len(DECISION.others)] == DECISION.others and len(kept) == MOST_READINGS


def test_other_readings_with_two_limits_are_spans_in_the_same_words() -> None:
    aged = (Limits(said="aged 20,000 to 40,000", low=20_000, high=40_000),
            Limits(said="aged 25,000 to 45,000", low=25_000, high=45_000))  # fmt: skip
    column = SPREAD.model_copy(update={"quartiles": (9_000.0, 30_000.0, 60_000.0), "maximum": 90_000.0})
    told = completed(DECISION.model_copy(update={"readings": aged, "others": ()}), column, random.Random(2)).others
    assert len(told) == MOST_READINGS
    for each in told:
        assert each.low is not None and each.high is not None and each.low < each.high
        digits = [f"{limit:,.10g}" if limit >= 10_000 else f"{limit:.10g}" for limit in (each.low, each.high)]
        assert each.said == f"aged {digits[0]} to {digits[1]}"
        assert not (20_000 <= each.low <= 25_000 and 40_000 <= each.high <= 45_000)
        assert each.low % 1000 == each.high % 1000 == 0


def test_of_a_column_of_which_nothing_is_known_no_readings_are_drawn() -> None:
    for column in (None, FRAME.columns[0], SPREAD.model_copy(update={"maximum": 0.0})):
        assert completed(DECISION, column, random.Random(2)) == DECISION
    years = DECISION.model_copy(update={"readings": _from(2008.0, 2010.0), "others": ()})
    column = SPREAD.model_copy(update={"minimum": 1990.0, "quartiles": (1999.0, 2006.0, 2011.0), "maximum": 2020.0})
    assert all("," not in each.said for each in completed(years, column, random.Random(2)).others)


def test_a_text_states_a_limit_only_in_its_own_digits() -> None:
    assert states("1,200 to 1500.5 euros", (1200.0, 1500.5))
    assert not states("about 12 hundred", (1200.0, None))


def test_what_is_not_ours_in_the_output_is_not_taken_for_a_survey() -> None:
    assert read("no survey here", 2) == read("survey: []", 2)
    assert all(isinstance(each, str) for each in read("no survey here", 2))
    first, second = read('survey: {broken\nsurvey: {"error": "KeyError: 1"}', 2)
    assert isinstance(first, str)
    assert "KeyError" in str(second)


async def told_of(decision: Decision, sandbox: Sandbox) -> Any:
    session = await sandbox.open({})
    await session.run(PRELUDE)
    ran = await session.run(survey_code([(decision, "frame")]))
    await session.close()
    assert ran.ok, ran.error
    (told,) = read(ran.output, 1)
    return told


@pytest.mark.parametrize("name", ["known", "held", "reach", "json", "told"])
@pytest.mark.asyncio(loop_scope="session")
async def test_a_dialogue_may_call_its_variables_as_it_likes(sandbox: Sandbox, name: str) -> None:
    session = await sandbox.open({})
    await session.run(f"{PRELUDE}\n{name} = frame")
    decision = DECISION.model_copy(update={"code": DECISION.code.replace("frame", name)})
    ran = await session.run(survey_code([(DECISION, "frame"), (decision, "frame")]))
    await session.close()
    usual, other = read(ran.output, 2)
    assert usual == other and not isinstance(other, str)


async def chosen(sandbox: Sandbox, **changes: Any) -> Choice | str:
    decision = DECISION.model_copy(update=changes)
    standing = Standing((3,), "high", None, 0.6, 0.5, 0.5)
    return offered(decision, "frame", await told_of(decision, sandbox), standing, random.Random(5))


HISTORY = "middle = frame[frame['size'] > 2]\nmiddle_years = frame[frame['size'] > 6]"


def body_of(dialogue: Any, choice: Choice) -> ChoiceBody:
    done = dialogue.turns[0].model_copy(update={"code": HISTORY, "results": ()})
    assert isinstance(done, Turn)
    here = Situation(dialogue.table, PRELUDE, "frame", [done])
    return choice_entry(here, choice, "shops.p1.s1.d1.t01.best_guess")


async def gated(dialogue: Any, sandbox: Sandbox, choice: Choice) -> tuple[str, ...]:
    return (await gate_of(body_of(dialogue, choice), dialogue.resource, sandbox, cold_check=False)).reasons


@pytest.mark.asyncio(loop_scope="session")
async def test_an_executed_decision_makes_a_case_that_passes(dialogue: Any, sandbox: Sandbox) -> None:
    choice = await chosen(sandbox)
    assert isinstance(choice, Choice), choice
    right = next(option for option in choice.options if not option.slip)
    assert (right.code, choice.guess and choice.guess.by) == ("assuming(17, None)", 0.5)
    assert "moved by up to 0.5?" in choice.question
    assert any("turns" in option.slip for option in choice.options)
    session = await sandbox.open({})
    await session.run(PRELUDE)
    assert not_held((await session.run(held_code(choice))).output) is None
    await session.close()
    assert await gated(dialogue, sandbox, choice) == ()


@pytest.mark.asyncio(loop_scope="session")
async def test_readings_that_lead_apart_are_asked_back_and_not_guessed(sandbox: Sandbox) -> None:
    told = await chosen(sandbox, readings=_from(12.0, 17.0))
    assert isinstance(told, str) and "asked back: 12 or more: nobody or several; 17 or more: a" in told


@pytest.mark.asyncio(loop_scope="session")
async def test_a_second_safe_assumption_is_refused(dialogue: Any, sandbox: Sandbox) -> None:
    choice = await chosen(sandbox)
    assert isinstance(choice, Choice)
    again = Option(text="Take 'size' as large when it is 17.5 or more.", code="assuming(17.5, None)", slip="x")
    reasons = await gated(dialogue, sandbox, choice.model_copy(update={"options": (*choice.options, again)}))
    assert any("2 options are right" in reason for reason in reasons), reasons


@pytest.mark.asyncio(loop_scope="session")
async def test_a_second_reading_of_a_share_that_changes_what_is_right_is_refused(
    dialogue: Any, sandbox: Sandbox
) -> None:
    code = SHARE.replace(
        "frame['size'].between(low, high)", "(frame['size'] >= low).where(frame['kind'] != 'a', False)"
    )
    told = await chosen(sandbox, alternatives=(code.replace("return leading[0]", "return 'x' if low > 17 else 'y'"),))
    assert isinstance(told, str) and "by alternative 1" in told
    choice = await chosen(sandbox)
    assert isinstance(choice, Choice) and choice.guess is not None
    guess = choice.guess.model_copy(update={"alternatives": (code,)})
    reasons = await gated(dialogue, sandbox, choice.model_copy(update={"guess": guess}))
    assert any("by another way to read the question" in reason for reason in reasons), reasons


def guessed(question: str, code: str = MOST, source: str = "frame", **more: Any) -> Choice:
    """A case as a writer may make it, whatever executing it would say."""
    promise = f"Which assumption {PROMISE} if its limit is moved by up to 1?"
    texts = {17.0: "", 12.0: "turns", 9.0: "turns", 40.0: "beyond"}
    return Choice(
        question=f"{question}\n\n{promise}",
        options=tuple(
            Option(text=f"large from {line:g} on", code=f"assuming({line:g}, None)", slip=slip)
            for line, slip in texts.items()
        ),
        answer="'safe'",
        setup=code,
        guess=Guess(
            **{
                "word": "large",
                "side": "high",
                "source": source,
                "column": "size",
                "whole": "frame",
                "by": 1.0,
                "readings": ((17.0, None), (18.0, None)),
                **more,
            }
        ),
    )


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (guessed("Which kind has most large rows in `middle`?", MOST.replace("frame", "middle_years"), "middle_years"),
         "its question is about `middle`, and the code that decides reads `middle_years`"),
        (guessed("Which kind has most large rows?", MOST.replace("frame", "middle"), "middle"),
         "reads `middle`, which its question does not name"),
        (guessed("Which kind has the largest share of large rows in `frame`?"), "only one of the two is executed"),
        (guessed("Which kind has most large rows in `frame`?", whole="middle"), "tells what is usual"),
        (guessed("Which kind has most big rows in `frame`?"), "does not have the vague word"),
        (guessed("Which kind has most large rows in `frame`?", by=2.0), "does not promise what is tried"),
        (guessed("Which kind has most large rows in `frame`?", readings=((17.0, None), (19.0, None))),
         "does not reach"),
        (guessed("Which kind has most large rows in `frame`?", readings=((16.5, None), (16.0, None))),
         "none of the readings"),
    ],
)  # fmt: skip
def test_words_that_promise_another_thing_than_is_executed_are_refused(
    choice: Choice, reason: str, dialogue: Any
) -> None:
    assert any(reason in each for each in promise_faults(body_of(dialogue, choice)))
    fine = guessed("Which kind has most large rows in `frame`?")
    assert promise_faults(body_of(dialogue, fine)) == []


def test_a_promise_of_an_older_folder_that_was_tried_at_three_lines_alone_is_refused(dialogue: Any) -> None:
    older = Choice(
        question="Which kind has most large rows? Which assumption can be made without asking back, because the answer "
        "stays the same if its line is moved by 1 either way?",
        options=tuple(
            Option(text=f"from {at} on", code=f"decision({at - 1}) == decision({at}) == decision({at + 1})",
                   slip="" if at == 17 else "it turns") for at in (7, 9, 12, 17)
        ),
        setup="def decision(line): return 'a'",
    )  # fmt: skip
    (reason,) = promise_faults(body_of(dialogue, older))
    assert "does not say which values of which column were tried on the way" in reason


def _assumed(line: float, slip: str = "turns") -> Option:
    return Option(text=f"large from {line:g} on", code=f"assuming({line:g}, None)", slip=slip)


_LINES = [_assumed(line) for line in (20, 30, 40, 50, 54, 56, 70, 80, 90)]
"""Lines under which a decision turns; the outer quarter of the column begins at 55."""


def test_neither_the_place_of_a_line_nor_the_outer_quarter_tells_which_assumption_is_right() -> None:
    """Each place among the others comes up as often, and the nearest to the quarter as often as one of four is."""
    chance = random.Random(3)
    column = FRAME.columns[0].model_copy(update={"quartiles": (10.0, 30.0, 55.0)})
    places, nearest = Counter[int](), 0
    for _ in range(400):
        standing = replace(Standing.drawn("high", column, chance), counts=(3,))
        for safe in chance.sample((35, 45, 60, 75), 4):  # decisions, of which the first that can stand so is taken
            options = standing.set_of(_assumed(safe, ""), _LINES, [_assumed(400), _assumed(500)], chance)
            if isinstance(options, list):
                lines = [float(option.code[9:].partition(",")[0]) for option in options]
                assert len({*lines}) == 4 and safe in lines and len({*lines} - {safe, 400, 500}) >= 2
                nearest += min(lines, key=lambda line: abs(line - 55)) == safe
                places[sorted(lines).index(safe)] += 1
                break
    assert all(75 <= places[place] <= 125 for place in range(4)) and 75 <= nearest <= 125


def test_the_turns_of_a_dialogue_share_out_the_places() -> None:
    """Drawn for each turn alone, the largest limit was right in 14 of 30 cases by chance."""
    chance = random.Random(3)
    for dialogue in range(20):
        drawn = [Standing.drawn("high", None, chance, random.Random(dialogue), turn) for turn in range(12)]
        for ranks in ([each.limit for each in drawn], [each.nearness for each in drawn]):
            assert all(2 <= count <= 4 for count in Counter(int(4 * rank) for rank in ranks).values())
        assert len({each.counts for each in drawn}) > 1


@pytest.mark.parametrize("place", range(4))
def test_a_right_line_that_cannot_have_the_place_that_was_drawn_goes_back(place: int) -> None:
    """With lines above it alone, it would be the first of all; with one below and one above, in the middle."""
    right, chance = _assumed(60, ""), random.Random(1)
    standing = Standing((3,), "high", None, (place + 0.5) / 4, 0.5, 0.5)
    assert standing.wanted == {"below": place, "above": 3 - place, "nearest": False}
    above = standing.set_of(right, [_assumed(line) for line in (70, 80, 90)], [], chance)
    assert isinstance(above, list) == (place == 0)
    if place:
        assert f"0 of 3 lines that turn the decision lie below it, wanted: {place}" in above
        assert "lie above" not in above, "a demand that is met is no complaint"
    within = standing.set_of(right, [_assumed(line) for line in (50, 70, 80)], [], chance)
    assert isinstance(within, list) == (place == 1)
    assert isinstance(standing.set_of(right, _LINES, [], chance), list)


def test_a_right_line_that_the_quarter_tells_goes_back_unless_the_nearest_was_drawn() -> None:
    right, far, chance = _assumed(56, ""), [_assumed(line) for line in (40, 70, 90)], random.Random(1)
    for nearness, drawn in ((0.1, True), (0.9, False)):
        standing = Standing((3,), "high", 55.0, 0.3, nearness, 0.5)
        told = standing.set_of(right, far, [], chance)
        assert isinstance(told, list) == drawn, told
    assert isinstance(Standing((3,), "high", 71.0, 0.3, 0.9, 0.5).set_of(right, far, [], chance), list)


def test_the_built_in_company_proposes_lines_all_over_what_makes_sense() -> None:
    """Around the outer quarter alone, the right line was known by it."""
    facts = {"quartiles": (50.0, 80.0, 120.0), "minimum": 10.0, "maximum": 300.0}
    span = span_of(FRAME.columns[0].model_copy(update=facts), high=True)
    assert span is not None
    chance = random.Random(2)
    lines = [span.readings(chance)[0]["low"] for _ in range(200)]
    assert min(lines) < 100 and max(lines) > 160
    assert sum(abs(line - 120) < 6 for line in lines) < 60
    low = span_of(FRAME.columns[0].model_copy(update={**facts, "minimum": 40.0}), high=False)
    assert low is not None
    assert min(each["high"] for _ in range(200) for each in low.readings(chance)) > 40


def test_the_built_in_company_proposes_decisions_that_can_be_tried(dialogue: Any) -> None:
    facts = {"distinct": 40, "quartiles": (50.0, 80.0, 120.0), "minimum": 10.0, "maximum": 300.0}
    column = dialogue.table.columns[3].model_copy(update=facts)
    table = dialogue.table.model_copy(update={"columns": (*dialogue.table.columns[:3], column), "rows": 90})
    brief = {
        "table": table.model_dump(mode="json") | {"variable": "shops"},
        "variables": [],
        "history": [],
        "persona": {"name": "Ada Berg"},
        "scenario": {"name": "Where to open"},
        "plan": {"questions": [{"columns": ["sales", "city"], "conditions": []}]},
        "question": 1,
        "drafts": [],
    }
    found = Decisions.model_validate(decide(brief, random.Random(1))).decisions
    assert found
    frame = Variable(name="shops", type="dataframe", columns=table.columns)
    assert [fault(each, [frame], "shops") for each in found] == [None] * len(found)
    assert decide({**brief, "table": brief["table"] | {"columns": []}}, random.Random(1)) == {"decisions": []}
