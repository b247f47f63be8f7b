"""What callers give, as the rooms below take it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from company.api.shown import Benchmark
from company.config import Layer, layers_named
from company.console.notebook import Cell, in_notebook
from company.console.progress import Silent, progress_for


def layers_of(require: Collection[Layer] | str) -> tuple[Layer, ...]:
    """Return the layers that must be on, of a collection or as `--require` has them. Raises ConfigError."""
    return layers_named(require if isinstance(require, str) else ",".join(require))


def folder_of(benchmark: str | Path | Benchmark) -> Path:
    """Return the folder of a benchmark."""
    return benchmark.folder if isinstance(benchmark, Benchmark) else Path(benchmark)


def path_of(given: str | Path | None) -> Path | None:
    """Return a path where one was given."""
    return None if given is None else Path(given)


def progress_of(quiet: bool) -> Silent:
    """Return where it is told how far the work is: nowhere, below a notebook's cell, or on stderr."""
    if quiet:
        return Silent()
    return Cell() if in_notebook() else progress_for()
