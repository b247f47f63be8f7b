"""What a query leaves open: what it may be, turn by turn, and whether an exchange about it hangs together."""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from typing import get_args

from company.families.dialogues.categories import OF_MEANING
from company.families.dialogues.programs import nodes
from company.families.dialogues.stages.actions.replies import Clarified, LeftOpen
from company.families.dialogues.stages.actions.wording import says, spoken

KINDS: tuple[LeftOpen, ...] = get_args(LeftOpen)
_NUMBERS = ("number", "threshold")


def may_leave_open(turn_id: str) -> tuple[LeftOpen, ...]:
    """Return what the query of a turn may leave open; it depends on the turn's id alone.

    Two thirds of the turns are to leave open what a figure is of, so that at least a third of the cases does even where
    that is found half as often as something else.
    """
    drawn = int(hashlib.sha256(f"{turn_id}.open".encode()).hexdigest(), 16) % 3
    return tuple(kind for kind in KINDS if drawn == 2 or kind in OF_MEANING)


def kinds_told(lines: str, allowed: Sequence[LeftOpen]) -> str:
    """Return of the lines that explain kinds ("- measure: …", "- number, threshold: …") those of the allowed ones."""
    told = (line for line in lines.strip().splitlines())
    return "\n".join(each for each in told if {*each.removeprefix("- ").partition(":")[0].split(", ")} & {*allowed})


def fault(said: Clarified, query: str, allowed: Sequence[LeftOpen] = KINDS) -> str | None:
    """Return what is wrong with an exchange by its words alone, for its writer; None where nothing is.

    `allowed` is what the query may leave open.
    """
    if said.open not in allowed:
        return f"open: the {said.open} is not what is to be left open here; leave open the {_listed(allowed)}"
    if not says(query, said.taken_out):
        return f"taken_out: the words {said.taken_out!r} do not stand in the query; quote them as they stand"
    if says(said.query, said.taken_out):
        return f"query: it still says {said.taken_out!r}, so nothing is left open"
    if not says(said.answer, said.taken_out):
        return f"answer: it has to bring back the words {said.taken_out!r}"
    if len(spoken(said.query)) < 3 or not said.question.strip().endswith("?"):
        return "query and question: write the whole query, and a question that ends with a question mark"
    if said.open in _NUMBERS and re.search(r"\d", _without_names(said.question)):
        return "question: it offers the numbers to choose from; ask openly, and let the answer name the number"
    texts = [" ".join(text.split()).casefold() for text in (said.meant, *(each.text for each in said.readings))]
    if len(set(texts)) < len(texts) or not all(texts):
        return "readings: two of them are named alike, or one has no name"
    return None


def mislabelled(said: Clarified, code: str) -> str | None:
    """Return why it is something else that is left open than is said, by what the readings' code has in common."""
    for reading in said.readings:
        texts, numbers = (_apart(code, reading.code, kind) for kind in (str, (int, float)))
        if said.open in ("measure", "group") and not texts and _used(code) == _used(reading.code):
            return (
                f"open: it is said to be the {said.open}, but the code of {reading.text!r} names the same columns and "
                "variables as the turn's, each as often; take another kind, or another reading"
            )
        if said.open in _NUMBERS and texts and not numbers:
            return f"open: it is said to be a {said.open}, but {reading.text!r} differs in a name and in no number"
    return None


def _apart(one: str, other: str, kind: type | tuple[type, ...]) -> bool:
    """Return whether two programs have different constants of a kind."""
    return _constants(one, kind) != _constants(other, kind)


def _constants(code: str, kind: type | tuple[type, ...]) -> set[object]:
    return {
        node.value
        for node in nodes(code)
        if isinstance(node, ast.Constant) and isinstance(node.value, kind) and not isinstance(node.value, bool)
    }


def _used(code: str) -> Counter[str]:
    """Return how often a program says each of its names and texts."""
    texts = (each.value for each in nodes(code) if isinstance(each, ast.Constant) and isinstance(each.value, str))
    return Counter([*texts, *(each.id for each in nodes(code) if isinstance(each, ast.Name))])


def _without_names(text: str) -> str:
    return re.sub(r"'[^']*'|`[^`]*`|\"[^\"]*\"", "", text)


def _listed(kinds: Sequence[str]) -> str:
    return f"{', the '.join(kinds[:-1])} or the {kinds[-1]}"
