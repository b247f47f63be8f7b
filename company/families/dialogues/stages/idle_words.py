"""What whoever asked is told of a condition that changes nothing: what already does its work, and what would pass."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from company.families.dialogues.gate.sense.effects import IDLE_CONDITION
from company.families.dialogues.programs import program

_BANDING = frozenset(("cut", "map"))
"""Functions that give nothing to rows whose value is not among theirs: beyond the last band, say."""
_WAYS = (
    "Drop these words, if the result is meant to be as it is, or set a limit that changes it. Each was tried by "
    "itself: where one does the work of another, one of them has to stay"
)


def with_ways(reasons: Sequence[str], code: str) -> str:
    """Return why a message could be no case; of idle conditions with what already does their work, and what would
    pass.
    """
    told = [f"{reason} ({_why(reason, code)})" if _is_idle(reason) else reason for reason in reasons]
    return "; ".join(told) + (f". {_WAYS}" if any(map(_is_idle, reasons)) else "")


def _is_idle(reason: str) -> bool:
    return reason.startswith(IDLE_CONDITION)


def _why(reason: str, code: str) -> str:
    """Return what leaves out the rows that an idle condition would leave out."""
    condition = reason.removeprefix(IDLE_CONDITION).strip(": `")
    bands = [ast.unparse(call.func) for call in _bandings(condition, code)]
    if bands:
        return f"look at `{bands[0]}` of the same column: what lies outside its bands or keys comes into no group"
    return "the rows that it leaves out are left out by other conditions and steps anyway, or change no figure"


def _bandings(condition: str, code: str) -> Iterator[ast.Call]:
    """Yield the calls that put the column of a condition into bands or groups."""
    columns, tree = _texts(program(condition)), program(code)
    for call in ast.walk(tree) if tree is not None else ():
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _BANDING:
            of = call.args[:1] if call.func.attr == "cut" else [call.func.value]
            if columns & {text for each in of for text in _texts(each)}:
                yield call


def _texts(node: ast.AST | None) -> set[str]:
    """Return the texts between square brackets: the names of columns."""
    return {
        each.slice.value
        for each in (ast.walk(node) if node is not None else ())
        if isinstance(each, ast.Subscript)
        and isinstance(each.slice, ast.Constant)
        and isinstance(each.slice.value, str)
    }
