"""What lines say of second answers: each made from a case's prompt alone, by one who has not seen the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

FIELD: Final = "second_answer"
"""Of a line, and of what the gate has measured."""
THE_KEY, A_SLIP, SOMETHING_ELSE, NO_RESULT = "the key", "a slip", "something else", "no result"
OUTCOMES: Final = (THE_KEY, A_SLIP, SOMETHING_ELSE, NO_RESULT)
FOR_PEOPLE: Final = (SOMETHING_ELSE, NO_RESULT)
"""Outcomes that say nothing for certain: such a case waits for people."""
BUILT_IN: Final = "the built-in company"
"""Who has answered, where that is no model: it hands in its own code, which tries the way and proves nothing."""
Line = Mapping[str, Any]


@dataclass(frozen=True)
class Waiting:
    """Cases of runs that people have yet to decide on, for the sake of what second answers to them came to."""

    left_out: int = 0
    in_here: int = 0
    """Those that are published all the same."""


NONE_WAITS: Final = Waiting()


def is_told(value: object) -> bool:
    """Return whether a line says of a second answer what it has to."""
    return (
        isinstance(value, dict)
        and value.get("came_to") in OUTCOMES
        and all(isinstance(value.get(name, ""), str) for name in ("by", "slip", "script"))
        and (value["came_to"] != THE_KEY or bool(value.get("script")))
    )


def waits(measured: Mapping[str, Any]) -> bool:
    """Return whether a case waits for people, by what the gate has measured of it."""
    return (measured.get(FIELD) or {}).get("came_to") in FOR_PEOPLE


def about(entries: Sequence[Line], waiting: Waiting = NONE_WAITS) -> str:
    """Return who answered cases a second time, and what became of that; "" where nobody did."""
    told = [entry[FIELD] for entry in entries if FIELD in entry]
    if not told and not waiting.left_out:
        return ""
    by = sorted({str(each.get("by") or "unknown") for each in told})
    counts = Counter(each["came_to"] for each in told)
    slips = Counter(str(each.get("slip", "")).partition(":")[0] for each in told if each["came_to"] == A_SLIP)
    named = ", ".join(f"{slip} {count}" for slip, count in slips.most_common())
    others = sum(counts[each] for each in FOR_PEOPLE)
    found = [f"{counts[THE_KEY]} came to the key (`{FIELD}` has their code)"]
    found += [f"{counts[A_SLIP]} to what a forgetful analyst comes to ({named})"] if slips else []
    if stands := others - waiting.in_here:
        found.append(f"{stands} to something else or to nothing, and people let the case stand")
    if waiting.in_here:
        found.append(f"{waiting.in_here} to something else or to nothing, which people have yet to decide on")
    whose = f", by {', '.join(by)}" if by else ""
    proves = " What the built-in company hands in is its own code, and proves nothing." if BUILT_IN in by else ""
    left = f"; {waiting.left_out} more wait for people, and are not in here" if waiting.left_out else ""
    return (
        f"Of {len(entries)} evolving cases, {len(told)} were answered once more from their prompt alone{whose}: "
        f"{', '.join(found)}. No case was left out for its answer{left}.{proves}"
    )
