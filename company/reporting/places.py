"""What a folder is that a command was given: a run, or a benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from company.archive import FILE, is_there
from company.benchmark.reading import is_benchmark
from company.console.commands import command_line
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


def refuse_of_run(run: Path, options: Mapping[str, object]) -> None:
    """Raise ConfigError where an option is given that is for a benchmark."""
    for option, given in options.items():
        if given:
            made = command_line("export", run)
            raise ConfigError(f"--{option} is for a benchmark, and {run} is a run: leave it out, or `{made}` first")


def refuse_of_benchmark(folder: Path, options: Mapping[str, object]) -> None:
    """Raise ConfigError where an option is given that is for a run."""
    for option, given in options.items():
        if given:
            raise ConfigError(f"--{option} is for a run, and {folder} is a benchmark: leave it out")
