"""What a scenario says of its tables, as one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from company.tables.settings import ColumnsSettings, TableSettings
from company.tables.several.settings import OtherTableSettings

FIRST = ""
"""What the first table is called where its own name may not be known yet."""
_OF_FIRST = ("key", "links", "disguise")
_OF_OTHERS = ("key", "links", "disguise", "licence", "source", "kaggle_file")


@dataclass(frozen=True)
class TablesSaid:
    """What a scenario says of its tables: [table] and [columns] of the first, and each further [[table]]."""

    first: TableSettings
    columns: ColumnsSettings
    """Of the first; the others bring their own."""
    file: Path
    """The scenario: complaints name it, and the user's files are looked for beside it."""
    others: Mapping[str, OtherTableSettings] = field(default_factory=dict)
    """The tables beside the first, by their names."""
    seed: int = 1
    """What disguises are drawn by."""

    @property
    def by_name(self) -> dict[str, TableSettings]:
        """All tables, the first one first, as `FIRST`."""
        return {FIRST: self.first, **self.others}

    @property
    def lasting(self) -> dict[str, dict[str, Any]]:
        """By table, what is said and holds for a whole run, as far as no other check sees that it has changed."""
        said = {
            name: told.model_dump(mode="json", include=set(_OF_OTHERS if name else _OF_FIRST))
            for name, told in self.by_name.items()
        }
        kept = {name: {key: value for key, value in told.items() if value} for name, told in said.items()}
        return {name: told for name, told in kept.items() if told}
