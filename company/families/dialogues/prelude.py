"""What stands before the first turn of every dialogue: each table under its one name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what runs in the sandbox calls the table by its name, and loads no records
    from company.tables.record import Table

VARIABLE = "df"
"""What dialogues call the table; tables beside it are called as their scenario calls them."""


def prelude(table: Table) -> str:
    """Return the code before the first turn: the imports everybody expects, and the one load of each table."""
    loads = [f'{name} = pd.read_csv("{each.file}")\n' for name, each in loaded(table).items()]
    return f"import numpy as np\nimport pandas as pd\n\n{''.join(loads)}"


def loaded(table: Table) -> dict[str, Table]:
    """Return the tables of a dialogue by the variables that hold them, the main one first."""
    return {VARIABLE: table, **{each.name: each for each in table.beside}}


def table_files(table: Table, resource: Path) -> dict[str, Path]:
    """Return the files that the prelude reads, by the names that it reads them under."""
    return {each.file: resource / each.file for each in table.every}
