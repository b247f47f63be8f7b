"""A rule of a handbook, written by hand, for runs that have none."""

from __future__ import annotations

from company.archive import Archive
from company.families.dialogues.handbook.records import Rule
from company.families.dialogues.stages.handbook.writing import STAGE


def put_rule(archive: Archive) -> Rule:
    """Put a rule over the run's first table into its archive."""
    table = archive.records("table")[0]
    column = next(each.name for each in table.columns if each.role == "measure")
    rule = Rule(
        id=f"{table.id}.r01",
        parent=None,
        stage=STAGE,
        position=1,
        status="accepted",
        rule="R1",
        name="Strong rows",
        text=f"A row is strong where '{column}' is above its median; rows without one never are.",
        sort="filter",
        code=f"lambda rows: rows[rows[{column!r}] > rows[{column!r}].median()]",
        plain=f"lambda rows: rows[rows[{column!r}] > rows[{column!r}].mean()]",
        is_given=False,
    )
    archive.put(rule)
    return rule
