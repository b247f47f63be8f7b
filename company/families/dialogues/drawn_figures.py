"""The figures of a run's turns, each with the code that leads to it, over the run's tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from company.archive import Archive
from company.benchmark.publishing.tables import shares
from company.errors import CompanyError
from company.family.figure_code import FigureCode
from company.records import USABLE
from company.tables.record import Table

_CLOSED = "import matplotlib.pyplot as plt\nplt.close('all')\n"


def figures_of(archive: Archive) -> Sequence[FigureCode]:
    """Return every figure that a turn drew by itself; none of a run that has no table yet."""
    tables: list[Table] = archive.records("table", USABLE)
    if not tables:
        return ()
    files = tuple((each.file, archive.run / "resource" / each.file) for each in tables[0].every)
    shared = all(shares(archive, each) for each in tables[0].every)
    return [FigureCode(turn, code, files, shared) for turn, code in _turns(archive)]


def _turns(archive: Archive) -> Iterator[tuple[str, str]]:
    """Yield id and code of each turn with one figure; the code before it is run, and its figures are closed."""
    before: dict[str, list[str]] = {}
    turns: list[Any] = archive.records("turn", USABLE)
    for turn in sorted(turns, key=lambda each: (each.parent, each.position)):
        code = before.setdefault(turn.parent, [])
        if turn.code is None:
            continue
        if len(archive.figures(turn.id)) == 1:
            whole = "\n".join([_prelude(archive, turn.parent), *code, _CLOSED, turn.code])
            yield turn.id, f"{whole}\n"
        code.append(turn.code)


def _prelude(archive: Archive, dialogue: str) -> str:
    try:
        return str(getattr(archive.get(dialogue), "prelude", ""))
    except CompanyError:
        return ""  # of a dialogue that is not finished
