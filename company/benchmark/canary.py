"""The canary: a text with a GUID in every line of a benchmark, by which its leaking into training data can be seen."""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

FIELD = "canary"
"""The field of a line that holds it; evaluators pass over it."""
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_OID, "decision-company canary")
_GUID = re.compile(r"canary GUID ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
Line = Mapping[str, Any]


def guid_of(cases: Mapping[str, Sequence[Line]]) -> str:
    """Return the GUID of a benchmark, made from the content of its cases alone: the same cases have the same GUID.

    The order of cases, and a canary that they have already, change nothing.
    """
    lines: list[tuple[str, dict[str, Any]]] = [
        (category, {name: value for name, value in entry.items() if name != FIELD})
        for category, entries in cases.items()
        for entry in entries
    ]
    lines.sort(key=lambda line: (line[0], str(line[1].get("data_id"))))
    text = json.dumps(lines, ensure_ascii=False, sort_keys=True)
    return str(uuid.uuid5(_NAMESPACE, hashlib.sha256(text.encode()).hexdigest()))


def canary(guid: str) -> str:
    """Return the words that go into each line, the card and the metadata."""
    return f"Benchmark data: keep it out of all training corpora. canary GUID {guid}"


def stamped(lines: Iterable[Line], guid: str) -> list[dict[str, Any]]:
    """Return the lines with the canary as their last field."""
    return [{**{name: value for name, value in line.items() if name != FIELD}, FIELD: canary(guid)} for line in lines]


def guids_in(text: str) -> set[str]:
    """Return the GUIDs of all canaries in a text."""
    return set(_GUID.findall(text))


def canary_problems(card: str, lines: Sequence[Line], *, expected: bool) -> tuple[str, ...]:
    """Return what is wrong with a benchmark's canary: each line and the card should have it, all of them the same.

    With `expected` off, a benchmark without any is one from before there were canaries, and nothing is wrong.
    """
    each = [guids_in(str(line.get(FIELD, ""))) for line in lines]
    told = guids_in(card)
    found = told.union(*each)
    if not found:
        return ("no line has a canary; export the run again",) if expected else ()
    problems = []
    without = [
        str(line.get("data_id") or next(iter(line.values()), ""))
        for line, guids in zip(lines, each, strict=True)
        if not guids
    ]
    if without:
        problems.append(f"{len(without):,} lines have no canary, the first of them {without[0]}; export the run again")
    if len(found) > 1:
        problems.append(f"there are {len(found)} different canaries, and should be one; export the run again")
    if not told:
        problems.append("the card has no canary; export the run again")
    return tuple(problems)
