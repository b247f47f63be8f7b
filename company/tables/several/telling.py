"""The tables of a scenario in lines for people and prompts: how large, with which key, and whom their rows name."""

from __future__ import annotations

from company.tables.record import Link, Table

_NEARLY = 0.99
"""What is told of a link where a row or two find no partner: never all."""


def tables_told(table: Table) -> list[str]:
    """Return a line for each table: its rows and columns, its key, and its links with the rows that find a partner."""
    return [f"{each.name}: {each.rows:,} rows, {len(each.columns):,} columns{_joining(each)}" for each in table.every]


def link_told(link: Link) -> str:
    """Return a link in words: "customer names a row of customers by its customer (97% of rows find one)"."""
    key = "" if link.key == link.columns else f" by its {', '.join(link.key)}"
    share = f"{min(link.found / link.rows, _NEARLY):.0%}"
    found = f"{share} of rows find one" if link.lost else "every row finds one"
    return f"{', '.join(link.columns)} names a row of {link.to}{key} ({found})"


def _joining(table: Table) -> str:
    parts = [f"key {', '.join(table.key)}"] if table.key else ["no key is said"]
    return "; " + "; ".join([*parts, *map(link_told, table.links)])
