"""[handbook] of a simulation.toml: rules beside the tables, which queries call by their names."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from pydantic import Field, model_validator

from company.config import Section
from company.config.loading import is_file

FEWEST, MOST = 3, 40
"""Rules that the admin may write."""


class HandbookSettings(Section):
    """[handbook]: exactly one of `file` and `write`, where there is to be one."""

    EXAMPLE: ClassVar[str] = 'with file = "rules.md"'
    NOT_TOLD: ClassVar[frozenset[str]] = frozenset({"file"})
    file: str | None = Field(default=None, min_length=1)
    """Markdown with a heading for each rule, such as `## R7 Late`, relative to the folder of simulation.toml."""
    write: int | None = Field(default=None, ge=FEWEST, le=MOST)
    """How many rules the admin writes."""
    standing: int | None = Field(default=None, ge=0, le=MOST)
    """How many of those hold for every question that they fit, named or not; a third where nothing is said."""

    @property
    def is_wanted(self) -> bool:
        """Whether there is to be a handbook."""
        return self.file is not None or self.write is not None

    @property
    def unnamed(self) -> int:
        """How many of the rules that the admin writes hold without being named."""
        return (self.write or 0) // 3 if self.standing is None else self.standing

    def path(self, folder: Path) -> Path | None:
        """Return the user's file beside a scenario in `folder`; None where the admin writes, or nobody does."""
        return None if self.file is None else folder / Path(self.file).expanduser()

    def missing_file(self, folder: Path) -> tuple[str, str, str] | None:
        """Return what is wrong with the user's file beside a scenario in `folder`, where it cannot be read."""
        source = self.path(folder)
        if source is None or is_file(source):
            return None
        return "handbook", "file", f"{source} is not there; write the path of your rules relative to {folder}"

    @model_validator(mode="after")
    def _has_one_source(self) -> HandbookSettings:
        if self.file is not None and self.write is not None:
            raise ValueError(
                "has both `file` and `write`; give the file with your rules, or how many are to be written"
            )
        if self.standing is not None and self.write is None:
            raise ValueError("has `standing` without `write`; in a file of your own, begin such rules with `Whenever`")
        if self.write is not None and self.unnamed > self.write:
            raise ValueError(
                f"has `standing = {self.unnamed}` of `write = {self.write}` rules; give no more than those"
            )
        return self
