"""Whether a number settles a question, by what a case's line alone says of it. Runs inside the sandbox."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from company.families.dialogues.evolving.reports import Executed, Printed, Space
from company.families.dialogues.evolving.searching import Search

_POSITION = 1


def settled(names: dict[str, Any], order: Path, report: Path) -> None:
    """Write why a number does not settle a question, "" where it does. `names` are what the history left."""
    asked = json.loads(order.read_text())
    with contextlib.redirect_stdout(io.StringIO()):
        executed, hidden = _executed(names, asked)
    unsettled = executed.unsettled(hidden, asked["at"], Printed(asked["shown"], asked["unit"]))
    report.write_text(json.dumps({"unsettled": unsettled}))


def _executed(names: dict[str, Any], asked: Mapping[str, Any]) -> tuple[Executed, tuple[int, ...]]:
    terms, options = {}, {}
    for each in asked["terms"]:
        terms[each["slot"]] = {
            "variable": each["slot"],
            "naive": "",
            "code": "{value}",
            "candidates": each["codes"],
            "chosen": [*range(len(each["codes"]))],
            "standing": each["standing"],
        }
        options[each["slot"]] = _options(each["slot"], each["codes"])
    turn = {
        "position": _POSITION,
        "name": asked["name"],
        "type": asked["type"],
        "ask": asked["ask"],
        "goes_on_from": [],
        "pieces": [],
        "controls": [],
    }
    space = Space(options, tuple(each["today"] for each in asked["terms"]))
    hidden = tuple(each["hidden"] for each in asked["terms"])
    return Executed.of(Search(names, terms, [turn], fixed=True, anew=None), turn, space), hidden


def _options(slot: str, codes: Sequence[str]) -> list[tuple[str, int] | None]:
    return [(slot, at) if code else None for at, code in enumerate(codes)]
