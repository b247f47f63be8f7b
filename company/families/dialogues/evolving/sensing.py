"""Whether each step of a turn matters, and nothing hangs on the order of a table's rows. Runs inside the sandbox.

The release gate asks the same of the turn's case; asked here, another question can still be had in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from company.families.dialogues.gate.sense.slices import sorted_names
from company.families.dialogues.gate.sense.states import run
from company.families.dialogues.gate.sense.steps import by_chance, step_faults
from company.families.dialogues.gate.sense.tools import Counts, tools
from company.families.dialogues.gate.sense.unordered import same_rows
from company.families.dialogues.gate.sense.variants import variants, watched
from company.results.kinds import result_type
from company.results.rules import same

MOST = 40
"""Versions of one turn's code that are tried."""
Names = Mapping[str, Any]


@dataclass(frozen=True)
class Turned:
    """A turn that has been executed."""

    code: str
    """All of it, terms included."""
    words: str
    """What is asked for."""
    name: str
    type: str
    state: Names
    """What there is before it."""
    results: Names
    """What it makes: its own result, and those that it makes anew."""

    @property
    def result(self) -> Any:
        """What it is asked for."""
        return self.results[self.name]


def shuffled(tables: Names) -> dict[str, Any]:
    """Return tables with their rows in another order."""
    return {
        name: value.sample(frac=1, random_state=len(value), ignore_index=True)
        for name, value in tables.items()
        if isinstance(value, pd.DataFrame)
    }


def senseless(turn: Turned, others: Names | None) -> str | None:
    """Return why a turn does not mean what it says; None where it does.

    `others` are the tables with their rows in another order; None where a term of the turn goes by that order.
    """
    return _idle(turn) or (_by_chance(turn, others) if others is not None else None)


def _idle(turn: Turned) -> str | None:
    """Return the first step that could be left out."""
    wanted = [*turn.results]
    told = (turn.code, turn.words, wanted)
    tried, seen = variants(*told, is_whole=True)[:MOST], watched(*told, is_whole=True)
    counts = Counts()
    _ran(turn, seen.code, tools(counts))
    alike = [number for number, each in enumerate(tried) if each.asked and not each.sorts and _is_same(turn, each.code)]
    kept = {str(number): rows for number, rows in counts.kept.items()}
    return next(iter(step_faults(tried, seen, {"kept": kept, "same": alike})), None)


def _is_same(turn: Turned, code: str) -> bool:
    try:
        found = _ran(turn, code, tools(Counts()))
        return all(_alike(turn, name, found[name]) for name in turn.results)
    except Exception:  # noqa: BLE001 - a version that fails is one that the step is needed for
        return False


def _by_chance(turn: Turned, others: Names) -> str | None:
    """Return that the result comes out otherwise where the rows stand in another order."""
    is_sorted = turn.name in sorted_names(turn.code, [turn.name])
    try:
        found = _ran(turn, turn.code, others)[turn.name]
        alike = same_rows(turn.type, turn.result, found, turn.name, ordered=is_sorted)
    except Exception:  # noqa: BLE001 - it runs on the rows as they stand, and on others it does not
        alike = False
    return None if alike else next(by_chance([turn.name]))


def _alike(turn: Turned, name: str, value: Any) -> bool:
    kind = turn.type if name == turn.name else result_type(turn.results[name])
    return same(kind or "", turn.results[name], value, name)


def _ran(turn: Turned, code: str, more: Names) -> Names:
    names = {**turn.state, **more}
    run(code, names)
    return names
