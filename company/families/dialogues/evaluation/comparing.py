"""Answers' results against references', compared in the sandbox, many in one go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.families.dialogues.body.bodies import wanted_results
from company.families.dialogues.body.openness import leeways
from company.families.dialogues.evaluation.answering import REFERENCE, Ran, Tried, apart, as_reference
from company.families.shared.place import Place
from company.results.exported import Wanted, check_code
from company.results.leeway import Leeway
from company.sandbox import Sandbox, Session

AT_ONCE = 40
"""Comparisons of one script."""
_MEASURE = "company.families.dialogues.evaluation.comparison:measure"


@dataclass(frozen=True)
class Compared:
    """What the rules say of one answer's results."""

    lines: tuple[bool, ...]
    """Of each result that is asked for, whether it is right."""
    differences: tuple[str | None, ...]
    """Of each wrong one, how: missing, unsafe, unreadable, type, shape, length or values."""
    outcome: str | None = None
    """Equal for answers that come to the same; None where that cannot be told."""
    problem: str | None = None
    """Why it could not be compared at all; then it is wrong."""


@dataclass(frozen=True)
class _Intent:
    name: str
    type: str


async def compared(cases: Sequence[Tried], resource: Path, sandbox: Sandbox) -> list[Compared]:
    """Compare each answer's results with its reference's. Raises SandboxError when the sandbox itself fails."""
    found: list[Compared] = []
    for start in range(0, len(cases), AT_ONCE):
        part = cases[start : start + AT_ONCE]
        together = await _compared(part, resource, sandbox)
        if isinstance(together, str):
            # One of them has brought the others down with it: alone, it harms nobody else.
            for each in part:
                alone = await _compared([each], resource, sandbox)
                found.append(Compared((False,), (None,), problem=alone) if isinstance(alone, str) else alone[0])
        else:
            found += together
    return found


async def first_alike(
    scripts: Sequence[str], entry: Mapping[str, Any], answer: Ran, state: Session, resource: Path, sandbox: Sandbox
) -> int | None:
    """Return which of several scripts, each run in a fork of the state, first comes to what an answer to a case has
    come to; None where none does.
    """
    ran = [await apart(state, as_reference(each), REFERENCE) for each in scripts]
    known = [(at, Tried(entry, each, answer)) for at, each in enumerate(ran) if not each.stopped and each.files]
    found = await compared([each for _, each in known], resource, sandbox)
    return next((at for (at, _), each in zip(known, found, strict=True) if all(each.lines)), None)


async def _compared(cases: Sequence[Tried], resource: Path, sandbox: Sandbox) -> list[Compared] | str:
    with Place.temporary(resource, sandbox) as place:
        order = []
        for number, case in enumerate(cases):
            folder = place.folder / str(number)
            for name, files in (("ref_result", case.reference.files), ("pred_result", case.answer.files)):
                (folder / name).mkdir(parents=True)
                for file, content in files.items():
                    (folder / name / file).write_bytes(content)
            asked = _asked(case.entry)
            if asked["check"] is not None:  # strangers' checks may read tables, too
                _lay(resource, folder)
            order.append({"folder": str(number), **asked})
        report = await place.report(_MEASURE, order)
        if isinstance(report, str):
            return report
        return [Compared(tuple(each["lines"]), tuple(each["differences"]), each["outcome"]) for each in report]


def _lay(resource: Path, folder: Path) -> None:
    """Let the tables be beside what runs in a folder."""
    for source in resource.iterdir():
        (folder / source.name).symlink_to(source.resolve())


def check_of(wanted: Sequence[tuple[str, str]], open_ends: Mapping[str, Leeway]) -> str:
    """Return the check that is exported today for results by name and type, with what is left open of them."""
    intents: list[Wanted] = [_Intent(name, kind) for name, kind in wanted]
    return check_code(intents, open_ends)


def left_open(entry: Mapping[str, Any], wanted: Sequence[tuple[str, str]]) -> Mapping[str, Leeway] | None:
    """Return what a case's own check leaves open of its results, by name; None where that check is not ours."""
    open_ends = leeways(entry, wanted)
    return open_ends if entry["eval_metrics"] == check_of(wanted, open_ends) else None


def _asked(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the results that a case asks for, with what it leaves open; and its check, where that is not ours."""
    try:
        wanted = wanted_results(entry)
        open_ends = leeways(entry, wanted)
        ours = entry["eval_metrics"] == check_of(wanted, open_ends)
    except (SyntaxError, ValueError):
        wanted, open_ends, ours = (), {}, False
    return {
        "wanted": wanted,
        "leeways": {name: leeway._asdict() for name, leeway in open_ends.items()},
        "check": None if ours else entry["eval_metrics"],
    }
