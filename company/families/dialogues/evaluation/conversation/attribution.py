"""Whose error a wrong turn is: its own, one that was made before, or one that an earlier wrong result brought along.

Nothing is guessed from words: the model's own code is run again on results that are right.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import json
import re
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from company.families.dialogues.body.reference import solution
from company.families.dialogues.evaluation.conversation.record import Round
from company.families.dialogues.evaluation.conversation.states import States
from company.sandbox import Session

Class = Literal["new", "repeated", "inherited", "unclear"]
_DIGITS = 3
"""Of a number that is hardly in code by chance."""


@dataclass(frozen=True)
class Wrong:
    """A turn that was wrong."""

    number: int
    lapse: str | None
    term: str | None
    """The term that its forgetful analyst has forgotten."""


async def class_of(
    turn: Round, here: Wrong, earlier: Mapping[int, Wrong], rounds: Sequence[Round], states: States
) -> Class:
    """Return the class of a wrong turn; `rounds` are those that were asked up to it.

    Its result may rest on earlier ones that are wrong, or were not checked. The model's code is run again from before
    the first of them, and after each the names that it was asked for get the reference's values. Right then, the error
    came from there; wrong all the same, it is its own, unless it is right where no wrong turn has run: a table that was
    changed, or an earlier result that was made again, is in no list of what the reference rests on. It is unclear where
    that code raises, or where the turn's holds a value that only a wrong result has.
    """
    by_number = {each.number: each for each in rounds}
    suspects = [
        by_number[each]
        for each in turn.rests_on
        if each in by_number and (each in earlier or (by_number[each].entry is None and by_number[each].reference))
    ]
    found = await _on_right_results(turn, suspects, rounds, states) if suspects else "new"
    if found == "new" and earlier and await _right_without(turn, earlier, rounds, states):
        return "inherited"
    if found != "new" or any(each.number in earlier for each in suspects):
        return found
    again = any(each.lapse == here.lapse and each.term == here.term for each in earlier.values())
    return "repeated" if here.lapse is not None and again else "new"


async def lapse_of(turn: Round, earlier: Collection[int], rounds: Sequence[Round], states: States) -> str | None:
    """Return the label of the forgetful analyst whose results are those of a wrong turn; None without one.

    What earlier wrong turns bring along is not the turn's own: where it has part in the results, no analyst has come to
    these, and the turn's code tells where no wrong turn has run.
    """
    handed = await states.lapse(turn)
    if handed is not None or not earlier:
        return handed
    async with _without(turn, earlier, rounds, states) as state:
        return None if state is None else await states.lapse(turn, state)


async def _on_right_results(
    turn: Round, suspects: Sequence[Round], rounds: Sequence[Round], states: States
) -> Literal["new", "inherited", "unclear"]:
    wanted = {each.number: each for each in suspects}
    literals = literals_of(states.codes.get(turn.number, ()), _said(turn, rounds))
    async with states.before(min(wanted)) as (first, state):
        for each in rounds:
            if not first <= each.number < turn.number:
                continue
            if not await _again(states.codes.get(each.number, ()), state):
                return "unclear"
            if each.number in wanted:
                binding = await states.binding(each)
                if binding is None or await _carried(literals, each, binding, state):
                    return "unclear"
        if not await _again(states.codes.get(turn.number, ()), state):
            return "unclear"
        return "inherited" if await states.same(turn, state) else "new"


async def _right_without(turn: Round, wrong: Collection[int], rounds: Sequence[Round], states: States) -> bool:
    """Return whether a turn's code is right where no wrong turn has run."""
    async with _without(turn, wrong, rounds, states) as state:
        return state is not None and await states.same(turn, state)


@contextlib.asynccontextmanager
async def _without(
    turn: Round, wrong: Collection[int], rounds: Sequence[Round], states: States
) -> AsyncIterator[Session | None]:
    """Lend a state in which the reference has run in the place of every turn that was wrong, and then the turn's own
    code; None where that raises.
    """
    async with states.before(min(wrong)) as (first, state):
        runs = True
        for each in rounds:
            if runs and first <= each.number <= turn.number:
                is_wrong = each.number in wrong
                codes = [solution(each.reference)] if is_wrong else states.codes.get(each.number, ())
                runs = await _again(codes, state)
        yield state if runs else None


async def _again(codes: Collection[str], state: Session) -> bool:
    for code in codes:
        if not (await state.run(code, bare=True)).ok:
            return False
    return True


async def _carried(literals: Sequence[Any], suspect: Round, binding: str, state: Session) -> bool:
    """Bind the names of a suspect to right values; return whether a literal stands in the model's own ones alone."""
    names = [name for name, kind in suspect.wanted if kind != "plot"]
    code = (
        f"{_SOURCE}\n_own = [globals().get(_n) for _n in {names!r}]\n{binding}\n"
        f"print(_only_in({list(literals)!r}, _own, [{', '.join(names)}]))\ndel _own"
    )
    done = await state.run(code, bare=True)
    return not done.ok or done.output.strip().endswith("True")


def literals_of(codes: Collection[str], said: str) -> list[Any]:
    """Return the numbers and texts in code that nobody has said, and that are hardly there by chance."""
    found: dict[str, Any] = {}
    for code in codes:
        try:
            nodes = list(ast.walk(ast.parse(code)))
        except (SyntaxError, ValueError, RecursionError):
            continue
        for node in nodes:
            if isinstance(node, ast.Constant) and _telling(node.value) and not _says(said, node.value):
                found.setdefault(json.dumps(node.value), node.value)
    return list(found.values())


def _telling(value: Any) -> bool:
    if isinstance(value, str):
        return 1 < len(value) <= 80
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return len(re.sub(r"\D", "", f"{value:.12g}").strip("0")) >= _DIGITS


def _says(said: str, value: Any) -> bool:
    text = value if isinstance(value, str) else f"{value:.12g}"
    return re.search(rf"(?<![\w.]){re.escape(text)}(?![\w]|\.\d)", said.replace(",", "")) is not None


def _said(turn: Round, rounds: Sequence[Round]) -> str:
    return "\n".join(each.query for each in (*rounds, turn))


def _values_in(results: Sequence[Any], most: int = 5000) -> tuple[set[float], set[str]]:
    """Return the numbers and the texts in some results, as far as there are no more than `most`."""
    numbers: set[float] = set()
    texts: set[str] = set()
    left = list(results)
    while left and len(numbers) + len(texts) < most:
        value = left.pop()
        if isinstance(value, str):
            texts.add(value)
        elif isinstance(value, dict):
            left += [*value.keys(), *value.values()]
        elif hasattr(value, "to_numpy") and hasattr(value, "index"):
            left += [*value.index[:most], *value.to_numpy().ravel()[:most]]
        elif getattr(value, "ndim", 0):
            left += list(value.ravel()[:most])
        elif isinstance(value, (list, tuple, set, frozenset)):
            left += list(value)[:most]
        else:
            try:
                numbers.add(float(value))
            except (TypeError, ValueError):
                texts.add(str(value))
    return numbers, texts


def _only_in(literals: Sequence[Any], own: Sequence[Any], right: Sequence[Any]) -> bool:
    """Return whether a literal is a value of the one and not of the other; numbers as far as they are written out."""
    ours, theirs = _values_in(own), _values_in(right)

    def held(value: Any, among: Any) -> bool:
        if isinstance(value, str):
            return value in among[1]
        places = len(repr(float(value)).partition(".")[2]) if float(value) % 1 else 0
        return any(round(each, places) == round(float(value), places) for each in among[0])

    return any(held(value, ours) and not held(value, theirs) for value in literals)


_SOURCE = "\n\n".join(
    ["from __future__ import annotations", inspect.getsource(_values_in), inspect.getsource(_only_in)]
)
"""Both for a state of the sandbox; annotations are not looked at there."""
