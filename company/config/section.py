"""What all tables of simulation.toml have in common."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict

ALL = frozenset({"*"})
"""Every key of a table."""


class Section(BaseModel):
    """One table of the file: immutable, of exact types, no key beyond the declared ones."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)
    EXAMPLE: ClassVar[str] = ""
    """What to write, for those who left it out and need it."""
    NOT_TOLD: ClassVar[frozenset[str]] = frozenset()
    """Keys that tell something of this machine, and are published nowhere."""
    MAY_CHANGE: ClassVar[frozenset[str]] = frozenset()
    """Keys that may be others when a run goes on, since nothing that is made depends on them."""
    ENTRY: ClassVar[type[BaseModel] | None] = None
    """What each key holds, in a table whose keys are the user's own words."""
    WRITTEN: ClassVar[str] = ""
    """How the file writes its header within the brackets, where that is not the table's own name."""
