"""Stage: a decision with a vague word in it, and the one assumption about its line that needs no asking back.

Staff propose decisions as functions of the line; our code executes each on many lines. An assumption is safe where the
decision is the same if the line is moved by the step that the question names; all others that are offered lie where
the decision turns.
"""

from __future__ import annotations

import ast
import json
import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from company.families.dialogues.body.entries import choice_entry
from company.families.dialogues.briefs import (
    history_brief,
    persona_brief,
    plan_brief,
    scenario_brief,
    table_brief,
    variables_brief,
)
from company.families.dialogues.judging import judged
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.records import Action, Case, Choice, Option, Turn
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.situations import (
    asked_for,
    client_id,
    client_of,
    earlier_turns,
    plan_of,
    recent,
    situation,
    table_of,
)
from company.families.dialogues.stages.actions.drafting import drafted
from company.families.dialogues.stages.actions.replies import Decision, Decisions
from company.families.dialogues.stages.actions.wording import says
from company.families.dialogues.states import State, state_before
from company.records import Variable
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask
from company.tables.record import Table

NAME: Action = "best_guess"
FEWEST, MOST = 3, 5
"""Assumptions offered beside the safe one."""
_LINES = 48
"""About so many lines are executed between the ends of a column."""
_STEPS = (2, 3, 4, 5, 6)
"""How far a line is moved, in the distances between lines."""
_DRAWS = 200
"""Sets of lines that are drawn for each step."""
_ENDS = (0.08, 0.92)
"""The part of a column's values that lines run through."""
_PROBE = """
found = {{}}
for name, column, define in {decisions}:
    values = pd.to_numeric(globals()[name][column], errors="coerce").dropna()
    low, high = (float(values.quantile(share)) for share in {ends})
    unit = max((high - low) / {lines}, 1e-12)
    power = 10.0 ** np.floor(np.log10(unit))
    unit = next(size * power for size in (1, 2, 5, 10) if size * power >= unit * 0.999)
    if (values % 1 == 0).all():
        unit = max(unit, 1.0)
    places = max(0, int(-np.floor(np.log10(unit) + 1e-9)))
    lines = [round(number * unit, places) for number in range(int(np.ceil(low / unit)), int(np.floor(high / unit)) + 1)]
    try:
        exec(define, globals())
        answers = [str(decision(line)) for line in lines]
    except Exception as problem:
        found[len(found)] = {{"error": f"{{type(problem).__name__}}: {{problem}}"[:200]}}
        continue
    known = sorted(set(answers))
    found[len(found)] = {{"places": places, "lines": lines, "known": [each[:80] for each in known][:50],
                         "answers": [known.index(each) for each in answers]}}
print("lines:", json.dumps(found))
"""


@dataclass(frozen=True)
class Lines:
    """What a decision came to on lines at equal distances, from low to high."""

    lines: tuple[float, ...]
    answers: tuple[str, ...]
    places: int
    """Digits after the point."""

    def said(self, line: float) -> str:
        """Return a line for readers, in the precision that all lines have."""
        return f"{line:,.{self.places}f}"

    def written(self, line: float) -> str:
        """Return a line as it is written in code."""
        return f"{line:.{self.places}f}"

    def stable(self, at: int, step: int) -> bool:
        """Return whether the decision is the same on every line from one step below to one step above."""
        around = self.answers[at - step : at + step + 1]
        return len(set(around)) == 1 and _is_one(around[0])

    def turning(self, at: int, step: int) -> bool:
        """Return whether the line, moved by one step down or up, makes another decision."""
        return not self.answers[at - step] == self.answers[at] == self.answers[at + step]

    def split(self, step: int) -> tuple[list[int], list[int]]:
        """Return the lines that are safe, and those where the decision turns; lines in between are neither."""
        inside = range(step, len(self.lines) - step)
        return [at for at in inside if self.stable(at, step)], [at for at in inside if self.turning(at, step)]


def _is_one(answer: str) -> bool:
    return bool(answer) and " and " not in answer and answer not in ("None", "nan")


@dataclass(frozen=True)
class _Work:
    """One turn with everything that was done by its end."""

    office: Office
    table: Table
    turn: Turn
    done: Sequence[Turn]
    state: State
    screened: Screen
    chance: random.Random

    def brief(self, wrong: tuple[str, ...]) -> Ask:
        """Return the prompt for decisions."""
        (persona, scenario), plan = client_of(self.office, self.turn), plan_of(self.office, self.turn)
        names = asked_for(self.done)
        brief = {
            "task": "decide",
            "table": table_brief(self.table, VARIABLE),
            "persona": persona_brief(persona),
            "scenario": scenario_brief(scenario),
            "plan": plan_brief(plan),
            "question": min(self.turn.question, len(plan.questions)),
            "variables": variables_brief(self.state.variables, VARIABLE, names),
            "results_so_far": names,
            "history": history_brief(recent(self.office, self.done)),
            "wrong": wrong,
        }
        return self.screened.asked(composed("data_scientist_decide", Decisions, brief))

    async def case(self, said: Decisions) -> Case | str | None:
        """Return the case of the first decision with a single safe line to offer, or in words why there is none."""
        if not said.decisions:
            return None
        faults = [fault(each, self.state.variables) for each in said.decisions]
        usable = [each for each, wrong in zip(said.decisions, faults, strict=True) if wrong is None]
        if not usable:
            return next(wrong for wrong in faults if wrong)
        ran = await self.state.tried(probe(usable))
        found = read(ran.output) if ran.ok else []
        looks = Looks.drawn(self.chance)
        for each, lines in zip(usable, found, strict=False):
            if isinstance(lines, str):
                continue
            if (choice := offered(each, lines, looks, self.chance)) is not None:
                return await self._judged(choice)
        errors = [lines for lines in found if isinstance(lines, str)]
        return errors[0] if errors else "no line of these decisions is safe while enough others are not"

    async def _judged(self, choice: Choice) -> Case:
        data_id = f"{self.turn.id}.{NAME}"
        entry = choice_entry(situation(self.office, self.table, self.done), choice, data_id)
        return await judged(self.office, NAME, self.turn, entry, mode="action", action=NAME, choice=choice)


def fault(decision: Decision, variables: Sequence[Variable]) -> str | None:
    """Return what is wrong with a decision before anything is run, for its writer; None where nothing is."""
    frame = next((each for each in variables if each.name == decision.source and each.type == "dataframe"), None)
    if frame is None:
        return f"source: there is no data frame {decision.source!r}"
    column = next((each for each in frame.columns if each.name == decision.column), None)
    if column is None or not column.numeric:
        return f"column: {decision.source!r} has no column of numbers {decision.column!r}"
    if not says(decision.question, decision.word) or not decision.question.strip().endswith("?"):
        return f"question: it has to be a question with the word {decision.word!r} in it"
    if decision.assumption.count("{line}") != 1:
        return "assumption: it has to hold {line} once"
    try:
        body = ast.parse(decision.code).body
    except SyntaxError as error:
        return f"code: it is not Python: {error.msg}"
    if not any(isinstance(node, ast.FunctionDef) and node.name == "decision" for node in body):
        return "code: it has to define a function `decision` of one argument"
    return None


def probe(decisions: Sequence[Decision]) -> str:
    """Return code that prints the outcome of each decision on lines through its column."""
    told = [(each.source, each.column, each.code) for each in decisions]
    return "import json\n" + _PROBE.format(decisions=repr(told), ends=_ENDS, lines=_LINES)


def read(output: str) -> list[Lines | str]:
    """Return what `probe` printed, for each decision in order; a text says why one cannot be made."""
    line = next((each for each in reversed(output.splitlines()) if each.startswith("lines: ")), None)
    if line is None:
        return []
    try:
        found = json.loads(line.removeprefix("lines: "))
        return [_lines(found[str(place)]) for place in range(len(found))]
    except (ValueError, KeyError, IndexError, TypeError):
        return []


def _lines(found: dict[str, Any]) -> Lines | str:
    if "error" in found:
        return f"code: decision(line) fails: {found['error']}"
    answers = tuple(str(found["known"][number]) for number in found["answers"])
    return Lines(tuple(float(line) for line in found["lines"]), answers, int(found["places"]))


@dataclass(frozen=True)
class Looks:
    """How the safe line is to look among those that are offered; drawn before anything is known of them."""

    count: int
    """Other lines."""
    place: int
    """How many of them are lower."""
    alone: int
    """How many of them have another line nearer to them than the safe line has."""

    @classmethod
    def drawn(cls, chance: random.Random) -> Looks:
        """Draw every position and every distance with equal chance, so that neither tells which line is safe."""
        count = chance.randint(FEWEST, MOST)
        return cls(count, chance.randint(0, count), chance.randint(0, count))


def offered(decision: Decision, lines: Lines, looks: Looks, chance: random.Random) -> Choice | None:
    """Return a choice of one safe line among others where the decision turns; None where none has these looks."""
    for step in chance.sample(_STEPS, len(_STEPS)):
        safe, turning = lines.split(step)
        for _ in range(_DRAWS if safe and len(turning) >= looks.count else 0):
            at = chance.choice(safe)
            low, high = ([each for each in turning if (each < at) == below] for below in (True, False))
            if len(low) < looks.place or len(high) < looks.count - looks.place:
                continue
            others = [*chance.sample(low, looks.place), *chance.sample(high, looks.count - looks.place)]
            if _alone(at, others, chance) == looks.alone:
                return _choice(decision, lines, at, others, step)
    return None


def _alone(at: int, others: Sequence[int], chance: random.Random) -> int:
    """Count the lines with a nearer neighbour than the first; those level with it are counted by lot."""
    whole = [at, *others]
    gaps = [min(abs(one - other) for other in whole if other != one) for one in whole]
    return sum(gap < gaps[0] for gap in gaps[1:]) + chance.randint(0, gaps[1:].count(gaps[0]))


def _choice(decision: Decision, lines: Lines, at: int, others: Sequence[int], step: int) -> Choice:
    question = _question(decision, lines.said(lines.lines[step] - lines.lines[0]))
    slip = "the decision turns near its line"
    options = (_option(decision, lines, at, step, ""), *(_option(decision, lines, each, step, slip) for each in others))
    return Choice(question=question, options=options, setup=decision.code.strip())


def _option(decision: Decision, lines: Lines, at: int, step: int, slip: str) -> Option:
    low, line, high = (lines.written(lines.lines[place]) for place in (at - step, at, at + step))
    text = decision.assumption.replace("{line}", lines.said(lines.lines[at]))
    return Option(text=text, code=f"decision({low}) == decision({line}) == decision({high})", slip=slip)


def _question(decision: Decision, step: str) -> str:
    return (
        f"{decision.question.strip()}\n\nNobody has said where “{decision.word}” begins or ends. Which assumption can "
        f"be made without asking back, because the answer stays the same if its line is moved by {step} either way?"
    )


async def _make(office: Office, turn: Turn) -> AsyncIterator[Case]:
    table, done = table_of(office, turn), [*earlier_turns(office, turn), turn]
    screened = screen(office, table, client_id(turn))
    async with state_before(office, table, done) as state:
        chance = random.Random(f"{turn.id}.{NAME}")
        work = _Work(office, table, turn, done, state, screened, chance)
        made = await drafted(office, "data_scientist", NAME, turn.id, work.brief, work.case)
    if made is not None:
        yield screened.marked(made)


def _may(turn: Turn) -> bool:
    return turn.code is not None


STAGE = Stage(
    NAME,
    "turn",
    _make,
    prompts=(
        "data_scientist_role",
        "data_scientist_decide",
        "benchmark_case",
        "benchmark_case_setting",
        "benchmark_choice_request",
    ),
    wants=_may,
    serves=("best_guess",),
)
