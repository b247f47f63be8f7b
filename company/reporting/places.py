"""What a folder is that a command was given: a run, or a benchmark."""

from __future__ import annotations

from pathlib import Path

from company.archive import FILE, is_there
from company.benchmark.reading import is_benchmark
from company.errors import ConfigError
from company.family.registry import family, names


def is_run(path: Path) -> bool:
    """Return whether it is a run's folder; else it is a benchmark's. Raises ConfigError where it is neither."""
    if is_there(path):
        return True
    if not is_benchmark(path):
        lines = " or ".join(str(family(name).lines) for name in names())
        raise ConfigError(
            f"{path} is neither a run (it has no {FILE}) nor a benchmark (it has no {lines}): "
            "name a folder that `company simulate` or `company export` has written"
        )
    return False
