"""What a column may be: its role says what is done with it in a table, its kind what its values are."""

from __future__ import annotations

from typing import Final, Literal

ColumnRole = Literal["measure", "category", "ordered_category", "date", "identifier", "flag", "text"]
ColumnKind = Literal["quantity", "count", "code", "ordered", "date", "id", "text", "flag"]
"""What the values of a column are, and so what may be done with them: only quantities and counts are added up."""
KIND_OF_ROLE: Final[dict[ColumnRole, ColumnKind]] = {
    "measure": "quantity",
    "category": "code",
    "ordered_category": "ordered",
    "date": "date",
    "identifier": "id",
    "flag": "flag",
    "text": "text",
}
"""What a column of a role is where nothing else is known of it."""
