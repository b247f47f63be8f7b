"""How a family begins a scenario, for `company new`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Asked:
    """What a user begins a scenario from, as the command line has it."""

    tables: tuple[Path, ...] = ()
    """The user's own, the main one first."""
    kaggle: str | None = None
    """A data set on Kaggle, OWNER/DATASET."""
    kaggle_file: str | None = None
    scripts: Path | None = None
    """A folder of scripts that draw figures."""
    pictures: Path | None = None
    """A folder of pictures of figures."""
    drawings: Path | None = None
    """A folder of drawings as code."""
    run: Path | None = None
    """A run whose figures are asked about."""


@dataclass(frozen=True)
class Started:
    """A scenario that was begun."""

    file: Path
    """Its simulation.toml."""
    remarks: tuple[str, ...] = ()
    """Lines on what it begins from."""


class Starting(ABC):
    """Begins scenarios of one family."""

    @abstractmethod
    def new(self, folder: Path, asked: Asked, say: Callable[[str], None]) -> Started:
        """Write a simulation.toml to edit into the folder, with what belongs beside it.

        `say` is told of what takes long. Raises ConfigError for what cannot be used, and where anything would be
        overwritten.
        """
