"""Tables by whatever path code asks for them: strangers' code has its own folders, and here a table lies beside it."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from company.benchmark.reading import Benchmark

_CODE = ("reference_answer", "ref_code_hist", "ref_code_all", "eval_metrics")


def table_names(resource: Path) -> tuple[str, ...]:
    """Return the files that code may read; none where there is no such folder."""
    if not resource.is_dir():
        return ()
    return tuple(file.name for file in sorted(resource.iterdir()) if file.is_file() and file.suffix != ".py")


def at_hand(code: str, names: Collection[str]) -> str:
    """Return the code with every quoted path that ends in one of these names made that name alone."""
    if not names or not any(name in code for name in names):
        return code
    either = "|".join(map(re.escape, names))
    return re.sub(rf"""(["'])[^\s"']*[/\\]({either})\1""", r"\1\2\1", code)


def tables_at_hand(content: Benchmark) -> Benchmark:
    """Return a benchmark whose code finds its tables beside it."""
    names = table_names(content.resource)
    cases = {
        category: tuple(
            {**entry, **{field: at_hand(entry[field], names) for field in _CODE if field in entry}} for entry in entries
        )
        for category, entries in content.cases.items()
    }
    return replace(content, cases=cases)
