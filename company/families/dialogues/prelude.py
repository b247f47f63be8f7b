"""What stands before the first turn of every dialogue: the table under its one name."""

from __future__ import annotations

from company.tables.record import Table

VARIABLE = "df"
"""What dialogues call the table."""


def prelude(table: Table) -> str:
    """Return the code before the first turn: the imports everybody expects, and the one load of the table."""
    return f'import numpy as np\nimport pandas as pd\n\n{VARIABLE} = pd.read_csv("{table.file}")\n'
