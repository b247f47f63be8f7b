"""One case of a benchmark as a person reads it."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any, TextIO

from company.benchmark.reading import Benchmark, read_cases
from company.errors import ConfigError
from company.reporting.telling import NEAR, telling_of


def print_case(benchmark: Path, data_id: str | None, stream: TextIO) -> None:
    """Print the case of this data_id, else one that the family takes for an example.

    Raises ConfigError for an unknown data_id, ArchiveError for a bad folder.
    """
    content = read_cases(benchmark)
    telling = telling_of(content.family)
    if data_id is None:
        telling.print_sample(content, stream)
    else:
        telling.print_case(content, *_chosen(content, data_id, benchmark), stream)


def _chosen(content: Benchmark, data_id: str, benchmark: Path) -> tuple[str, dict[str, Any]]:
    cases = {line["data_id"]: (str(category), line) for category, lines in content.cases.items() for line in lines}
    if data_id in cases:
        return cases[data_id]
    near = ", ".join(difflib.get_close_matches(data_id, list(cases), NEAR, 0))
    raise ConfigError(f"{benchmark} has no case {data_id!r}; the nearest of its {len(cases):,} cases are {near}")
