"""Cases of a benchmark as a person looks for them and reads them: a list of many, or one whole."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from company.benchmark.canary import FIELD as CANARY
from company.benchmark.reading import Benchmark, read_cases
from company.errors import ConfigError
from company.reporting.printing import heading, printed, show
from company.reporting.telling import NEAR, telling_of
from company.showing import shown

_ASKED = 600
"""Characters of what a case asks that a list shows."""


@dataclass(frozen=True)
class Listed:
    """A case in a list."""

    data_id: str
    category: str
    asked: str
    """What it asks, in one line."""


def print_case(benchmark: Path, data_id: str | None, stream: TextIO) -> None:
    """Print the case of this data_id, else one that the family takes for an example.

    Raises ConfigError for an unknown data_id, ArchiveError for a bad folder.
    """
    content = read_cases(benchmark)
    telling = telling_of(content.family)
    if data_id is None:
        telling.print_sample(content, stream)
    else:
        show(stream, *printed(telling.view(content, *named(content, data_id)), benchmark))


def print_list(content: Benchmark, found: Sequence[Listed], stream: TextIO) -> None:
    """Print cases by category, a line each: id and what it asks."""
    show(stream, *_lines(content, found))


Cases = Mapping[str, Sequence[dict[str, Any]]]
"""Lines of a benchmark by category."""


def chosen(content: Benchmark, categories: Sequence[str] = (), pattern: str = "") -> Cases:
    """Return the cases of a benchmark by category, of these categories alone and with a text that the pattern matches.

    The pattern is a regular expression, letters in either case; it is sought in all texts of a case, its key included.
    Raises ConfigError for a category that the benchmark does not have, and for a pattern that is none.
    """
    there = {str(category): lines for category, lines in content.cases.items() if lines}
    for each in categories:
        if each not in there:
            near = difflib.get_close_matches(each, list(there), NEAR, 0.4)
            which = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(there)}"
            raise ConfigError(f"{content.folder} has no cases of the category {each!r}; {which}")
    try:
        wanted = re.compile(pattern, re.IGNORECASE)
    except re.error as problem:
        raise ConfigError(
            f"--grep {pattern!r} is no regular expression ({problem}); put \\ before special signs"
        ) from None
    return {
        category: [line for line in lines if not pattern or any(map(wanted.search, _texts(line)))]
        for category, lines in there.items()
        if not categories or category in categories
    }


def listed(content: Benchmark, cases: Cases) -> list[Listed]:
    """Return cases as a list shows them."""
    telling = telling_of(content.family)
    return [
        Listed(
            str(shown(str(line["data_id"]), 300)), category, str(shown(" ".join(telling.asked(line).split()), _ASKED))
        )
        for category, lines in cases.items()
        for line in lines
    ]


def list_json(content: Benchmark, found: Sequence[Listed]) -> dict[str, Any]:
    """Return a list as plain JSON values."""
    return {"benchmark": str(content.folder), "cases": len(content.entries), "found": [asdict(each) for each in found]}


def _lines(content: Benchmark, found: Sequence[Listed]) -> Iterator[RenderableType]:
    yield heading(f"{len(found):,} of {len(content.entries):,} cases of {content.folder}")
    for category, number in Counter(each.category for each in found).items():
        yield Text()
        yield heading(f"{category} ({number:,})")
        rows = Table.grid(padding=(0, 2, 0, 0))
        rows.add_column(no_wrap=True)
        rows.add_column(no_wrap=True, overflow="ellipsis", style="dim")
        for each in found:
            if each.category == category:
                rows.add_row(Text(f"  {each.data_id}"), Text(each.asked))
        yield rows


def _in_a_line(text: str) -> str:
    return str(shown(" ".join(text.split()), _ASKED))


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts in a value of JSON; without the canary, which all cases share."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            if name != CANARY:
                yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


def named(content: Benchmark, data_id: str) -> tuple[str, dict[str, Any]]:
    """Return the category and the line of a case. Raises ConfigError for an unknown data_id."""
    cases = {line["data_id"]: (str(category), line) for category, lines in content.cases.items() for line in lines}
    if data_id in cases:
        return cases[data_id]
    near = ", ".join(difflib.get_close_matches(data_id, list(cases), NEAR, 0))
    raise ConfigError(f"{content.folder} has no case {data_id!r}; the nearest of its {len(cases):,} cases are {near}")
