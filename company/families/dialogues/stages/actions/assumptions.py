"""From a drafted decision to a choice: what is wrong with its words, and which assumptions can be offered."""

from __future__ import annotations

import ast
import inspect
import json
import math
import random
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from company.families.dialogues.stages.actions.replies import Decision, Limits
from company.families.dialogues.stages.actions.standing import COUNTS, Standing
from company.families.dialogues.stages.actions.wording import says
from company.families.shared.choices import reach
from company.families.shared.choices.assumptions import ANSWER, PROMISE, limits_in, speaks_of_a_share, states
from company.families.shared.choices.records import Choice, Guess, Option
from company.records import Variable

FEWEST = min(COUNTS)
"""Assumptions offered beside the safe one, at the fewest."""
LARGE = 10_000
"""Numbers from here on are written in groups of three digits."""
_MOST_RUNS = 12
"""Stretches of lines of which is told who leads there."""
_GAP = "{reading}"
_ASKED = """
try:
    exec({first!r}, globals())
    _reach["told"] = _reach[{name!r}](globals(), *_reach["literal_eval"]({given!r}), *_reach["beside"][{name!r}])
except Exception as problem:
    _reach["told"] = {{"error": f"{{type(problem).__name__}}: {{problem}}"[:200]}}
print("survey:", _reach["dumps"](_reach["told"]))
"""
_BEGIN = """
_reach = {{}}
exec({source!r}, _reach)
exec("from ast import literal_eval\\nfrom json import dumps", _reach)
_reach["beside"] = {{"surveyed": ({{}},), "held": ()}}
"""
"""All that is ours stands behind one name: what the dialogue calls its variables is up to its staff."""
_UNREAD = "code: it printed nothing that can be read"
Survey = Sequence[Any]
"""What each way to read the question makes of the readings: see `gate.reach.surveyed` and `held`."""


def fault(decision: Decision, variables: Sequence[Variable], table: str) -> str | None:
    """Return all that is wrong with a decision before anything is run, for its writer; None where nothing is."""
    faults = (_misplaced(decision, variables, table), _misworded(decision), _misread(decision), _uncodable(decision))
    return "; ".join(each for each in faults if each) or None


def _misplaced(decision: Decision, variables: Sequence[Variable], table: str) -> str | None:
    frame = next((each for each in variables if each.name == decision.source and each.type == "dataframe"), None)
    if frame is None:
        return f"source: there is no data frame {decision.source!r}"
    column = next((each for each in frame.columns if each.name == decision.column), None)
    if column is None or not column.numeric:
        return f"column: {decision.source!r} has no column of numbers {decision.column!r}"
    if decision.source != table and not says(decision.question, decision.source):
        return f"question: it is decided on `{decision.source}`, so it has to name it"
    return None


def _misworded(decision: Decision) -> str | None:
    if not says(decision.question, decision.word) or "?" not in decision.question:
        return f"question: it has to be a question with the word {decision.word!r} in it"
    if decision.assumption.count(_GAP) != 1:
        return "assumption: it has to hold {reading} once"
    return None


def _misread(decision: Decision) -> str | None:
    limits = [(each.low, each.high) for each in decision.readings]
    if len(set(limits)) < 2:
        return "readings: two to six that differ are wanted"
    if len({(low is None, high is None) for low, high in limits}) > 1:
        return "readings: all have to be of one form, with a lower limit, an upper one, or both"
    for each in (*decision.readings, *decision.others):
        if not states(each.said, (each.low, each.high)):
            return f"readings, others: {each.said!r} does not state its limits in digits"
    return None


def _uncodable(decision: Decision) -> str | None:
    for field, code in (("code", decision.code), *(("alternatives", each) for each in decision.alternatives)):
        try:
            body = ast.parse(code).body
        except SyntaxError as error:
            return f"{field}: it is not Python: {error.msg}"
        if not any(isinstance(node, ast.FunctionDef) and node.name == "decision" for node in body):
            return f"{field}: it has to define a function `decision` of two arguments"
    if speaks_of_a_share(decision.question) and not decision.alternatives:
        return "alternatives: a share can be one of each group's rows or of all such rows; give the code for the other"
    return None


def survey_code(decisions: Sequence[tuple[Decision, str]]) -> str:
    """Return code that prints what each decision seems to come to under its readings, in each way to read its question.

    With each goes the frame whose values of the column say what is usual.
    """
    calls: list[_Call] = []
    for decision, whole in decisions:
        others = [(each.low, each.high) for each in _others(decision)]
        guess = _guess(decision, whole, 0.0).model_dump(mode="json")
        codes = [decision.code, *decision.alternatives]
        calls.append(("", "surveyed", (guess, codes, others)))
    return _asking(calls)


def held_code(choice: Choice) -> str:
    """Return code that prints whether the right assumption of a choice holds all the way, however one asks."""
    guess = choice.guess
    assert guess is not None, "a choice of assumptions has what they are about"
    limits = next(limits_in(option.code) for option in choice.options if not option.slip)
    codes = ["", *guess.alternatives]
    return _asking([(choice.setup, "held", (guess.model_dump(mode="json"), codes, limits))])


_Call = tuple[str, str, tuple[Any, ...]]
"""What is run first, a function of `gate.reach`, and what it is given beside the dialogue's variables."""


def _asking(calls: Sequence[_Call]) -> str:
    asked = [_ASKED.format(first=first, name=name, given=repr(given)) for first, name, given in calls]
    return "\n".join([_BEGIN.format(source=inspect.getsource(reach)), *asked])


def read(output: str, count: int) -> list[Survey | str]:
    """Return what `survey_code` printed of so many decisions; a text says why there is nothing of one."""
    lines = [each for each in output.splitlines() if each.startswith("survey: ")]
    return [_read(line) for line in lines] if len(lines) == count else [_UNREAD] * count


def _read(line: str) -> Survey | str:
    try:
        told = json.loads(line.removeprefix("survey: "))
    except ValueError:
        return _UNREAD
    if isinstance(told, dict):
        return f"code: it fails: {told.get('error')}"
    return told if isinstance(told, list) else _UNREAD


def offered(decision: Decision, whole: str, survey: Survey, standing: Standing, chance: random.Random) -> Choice | str:
    """Return a choice of one assumption that seems safe and others that are not; a text says why none can be made.

    The safe one is the first reading that can stand among the others as `standing` says.
    """
    for number, each in enumerate(survey):
        if "found" not in each:
            led = _led(decision, each)
            return f"its readings do not lead to one decision{_how(number)}, so it has to be asked back: {led}"
    faults = []
    for place, reading in enumerate(decision.readings):
        found = _beside(decision, place, [each["found"][place] for each in survey], whole, standing, chance)
        if not isinstance(found, str):
            return found
        faults.append(f"- {reading.said}: {found}")
    leads = next((each["leads"][0] for each in survey), None)
    told = [f"- {leading(each.get('lines', ()))}{_how(number)}" for number, each in enumerate(survey)]
    return "\n".join([f"all readings lead to {leads!r}, but none of them can be the right option:", *faults, *told])


def not_held(output: str) -> str | None:
    """Return why the right assumption of a choice does not hold, by what `held_code` printed; None where it does."""
    (verdicts,) = read(output, 1)
    if isinstance(verdicts, str):
        return verdicts
    wrong = ((number, each) for number, each in enumerate(verdicts) if each != reach.SAFE)
    return next((f"the safe one does not hold{_how(number)}: {each}" for number, each in wrong), None)


def _how(number: int) -> str:
    return "" if number == 0 else f" by alternative {number}"


def _led(decision: Decision, told: Mapping[str, Any]) -> str:
    pairs = zip(decision.readings, told["leads"], strict=True)
    return "; ".join(f"{reading.said}: {lead or 'nobody or several'}" for reading, lead in pairs)


def _beside(
    decision: Decision,
    place: int,
    found: Sequence[Sequence[str]],
    whole: str,
    standing: Standing,
    chance: random.Random,
) -> Choice | str:
    """Return the choice of the reading at a place, where it seems safe and enough others are not, however it is asked.

    `found` has what the reading and each of the others is in each way to ask.
    """
    reading, others = decision.readings[place], _others(decision)
    by = reach.spread((reading.low, reading.high), [(each.low, each.high) for each in decision.readings])
    if wrong := next((each[0] for each in found if each[0] != reach.SAFE), None):
        moved = f"with a limit moved by up to {plainly(by)}, as far as the other readings lie from it, it "
        return f"{moved if wrong.startswith(reach.TURNS) else ''}{_told(wrong)}"
    verdicts = [[each[1 + at] for each in found] for at in range(len(others))]
    turning, beyond = (
        [
            each
            for each, told in zip(others, verdicts, strict=True)
            if told[0].startswith(kind) and all(one.startswith((reach.TURNS, reach.OUTSIDE)) for one in told)
        ]
        for kind in (reach.TURNS, reach.OUTSIDE)
    )
    if not turning or len(turning) + len(beyond) < FEWEST:
        found = f"of the {len(others)} lines that were tried beside it, "
        if not turning:
            return f"{found}another group leads under none, nor within {plainly(by)} of one"
        return (
            f"{found}{len(turning) + len(beyond)} are wrong for sure, and {FEWEST} at least are needed: another group "
            f"leads under {len(turning)} (or within {plainly(by)} of them), and {len(beyond)} are beyond sense"
        )
    options = standing.set_of(
        _option(decision, reading, ""),
        [_option(decision, each, _TURNING) for each in turning],
        [_option(decision, each, _BEYOND) for each in beyond],
        chance,
    )
    if isinstance(options, str):
        return options
    return Choice(
        question=_question(decision, reading, by),
        options=tuple(options),
        answer=ANSWER,
        setup=decision.code.strip(),
        guess=_guess(decision, whole, by),
    )


def _told(verdict: str) -> str:
    """Return what a reading is found to be, in words."""
    kind, comma, more = verdict.partition(",")
    return f"{_VERDICTS[kind]}{comma}{more}" if kind in _VERDICTS else verdict


_VERDICTS = {
    reach.SAFE: "leads to the same everywhere",
    reach.TURNS: "turns the decision",
    reach.OUTSIDE: (
        f"is beyond sense: it holds for under {reach.BEYOND[0]:.1%} of the rows, over {reach.BEYOND[1]:.0%}, or the "
        "wrong end"
    ),
}
_TURNING, _BEYOND = "the decision turns near it", "nobody in the field would mean that"


def leading(lines: Sequence[Sequence[Any]]) -> str:
    """Return in words which group leads where, by limits and the decision under each: a line can be drawn by it."""
    ordered = sorted(lines, key=lambda line: [-math.inf if limit is None else limit for limit in line[:2]])
    runs = [(group, [*some]) for group, some in groupby(ordered, key=lambda line: line[2])]
    told = [f"{_stretch(some)}: {group or 'nobody or several'}" for group, some in runs]
    more = f"; and {len(told) - _MOST_RUNS} more" if len(told) > _MOST_RUNS else ""
    return f"who leads with which line: {'; '.join(told[:_MOST_RUNS])}{more}"


def _stretch(lines: Sequence[Sequence[Any]]) -> str:
    """Return the limits of lines that follow each other, the first and the last of them."""
    ends = [" to ".join(plainly(limit) for limit in line[:2] if limit is not None) for line in lines]
    if len(ends) == 1:
        return ends[0]
    return f"from {ends[0]} up to {ends[-1]}"


def _others(decision: Decision) -> list[Limits]:
    """Return the other readings, each once."""
    taken = {(each.low, each.high) for each in decision.readings}
    return list(
        {(each.low, each.high): each for each in decision.others if (each.low, each.high) not in taken}.values()
    )


def _option(decision: Decision, limits: Limits, slip: str) -> Option:
    low, high = ("None" if each is None else f"{each:.10g}" for each in (limits.low, limits.high))
    return Option(text=_text(decision, limits), code=f"assuming({low}, {high})", slip=slip)


def _text(decision: Decision, limits: Limits) -> str:
    return decision.assumption.replace(_GAP, limits.said)


def whole_of(decision: Decision, variables: Sequence[Variable], table: str) -> str:
    """Return the frame that says what is usual in a decision's column: the table, where it has the column."""
    named = {column.name for each in variables if each.name == table for column in each.columns}
    return table if decision.column in named else decision.source


def plainly(number: float) -> str:
    """Return a number as it is read, large ones in groups of three digits; a year is none of these."""
    return f"{number:,.10g}" if abs(number) >= LARGE else f"{number:.10g}"


def _guess(decision: Decision, whole: str, by: float) -> Guess:
    return Guess(
        word=decision.word,
        side=decision.side,
        source=decision.source,
        column=decision.column,
        whole=whole,
        by=by,
        readings=tuple((each.low, each.high) for each in decision.readings),
        alternatives=tuple(each.strip() for each in decision.alternatives),
    )


def _question(decision: Decision, reading: Limits, by: float) -> str:
    moved = "its limit is" if None in (reading.low, reading.high) else "either of its limits is"
    return (
        f"{decision.question.strip()}\n\nNobody has said what “{decision.word}” means here. Which assumption would "
        f"people who know the field share, and {PROMISE} if {moved} moved by up to {plainly(by)}?"
    )
