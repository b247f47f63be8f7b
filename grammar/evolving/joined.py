"""Terms that bring two tables together row by row: what was in force on a day, and whether amounts agree.

A table in which several rows name one of the user's can be reconciled with it; one that says from which day on a figure
holds, for things that the user's rows name too, can be looked up as of a row's own day.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from company.records import Column
from grammar.evolving.ranges import Choice, numbers
from grammar.linked import columns_told
from grammar.slots import literal
from grammar.steps.amounts import related
from grammar.steps.words import additive
from grammar.subject import Subject
from grammar.voices import plural, singular

JOINED = ("unsettled", "settled", "in_force")
"""Ways of terms that bring two tables together row by row."""
_DAYS = (30, 60, 90, 14, 45, 120, 180, 7, 21, 365)
"""How old what was in force may be."""
_ISO = "%Y-%m-%d"


@dataclass(frozen=True)
class Joined:
    """What a term of this kind is made of, but for its name."""

    kind: Literal["filter", "exclusion", "measure"]
    way: str
    column: Column | None
    """The user's column that it is about; None where it is of the other table alone."""
    noun: str
    code: str
    naive: str
    choices: Sequence[Choice]
    gaps: Mapping[str, str]


@dataclass(frozen=True)
class _Beside:
    """A table beside the user's."""

    name: str
    rows: str
    """What its rows are called."""
    columns: Mapping[str, Column]
    key: frozenset[str]
    links: Sequence[Mapping[str, Any]]


def joined(subject: Subject, kind: str, measures: Sequence[Column]) -> Iterator[Joined]:
    """Yield what there is of a kind."""
    own = [each for each in measures if each.name not in subject.fetched and not each.missing]
    for other in _beside(subject.table):
        if kind in ("filter", "exclusion"):
            yield from _reconciled(subject, kind, other, own)
        elif kind == "measure":
            yield from _in_force(subject, other)


def _beside(table: Mapping[str, Any]) -> Iterator[_Beside]:
    for each in table.get("tables_beside", ()):
        told = each.get("columns", {})
        columns = columns_told(told, each["rows"]) if isinstance(told, Mapping) else ()
        title = each["variable"].replace("_", " ")
        row = str(each.get("row_meaning", "")) or singular(title) or title
        row = row.removeprefix("a ").removeprefix("an ").removeprefix("the ")
        named, key = {one.name: one for one in columns}, frozenset(each.get("key", ()))
        yield _Beside(each["variable"], plural(row), named, key, each.get("links", ()))


def _reconciled(subject: Subject, kind: str, other: _Beside, own: Sequence[Column]) -> Iterator[Joined]:
    """Rows whose amount differs from the sum of the amounts of all rows of another table that name them."""
    links = [link for link in other.links if link["to"] == subject.table.get("name") and len(link["columns"]) == 1]
    for link in links:
        by, key = link["columns"][0], link["key"][0]
        amounts = [each for each in other.columns.values() if each.numeric and each.quartiles and additive(each)]
        for column in own if subject.var.named.get(key) else ():
            for amount in amounts:
                if not related(column, amount) or not additive(column):
                    continue
                sums = f"{other.name}.groupby({literal(by)})[{literal(amount.name)}].sum()"
                apart = f"(t[{literal(column.name)}] - t[{literal(key)}].map({sums}).fillna(0)).abs() > {{value}}"
                code = f"lambda t: t[{apart}]" if kind == "filter" else f"lambda t: t[~({apart})]"
                told = {"amount": f"'{amount.name}'", "partners": other.rows, "table": f"`{other.name}`"}
                told |= {"link": f"'{by}'", "key": f"'{key}'"}
                way = "unsettled" if kind == "filter" else "settled"
                noun = subject.said(column.name)
                choices = _differences(column)
                yield Joined(kind, way, column, noun, code, "lambda t: t", choices, told)  # type: ignore[arg-type]


def _differences(column: Column) -> list[Choice]:
    """Small round amounts, beside a column's middle."""
    assert column.quartiles is not None
    middle = column.quartiles[1]
    found = (figure * 10.0**power for power in range(-1, 6) for figure in (1, 2, 3, 4, 5, 8))
    return numbers([round(each, 6) for each in found if 0.01 * middle <= each <= 0.6 * middle])


def _in_force(subject: Subject, other: _Beside) -> Iterator[Joined]:
    """The figure that another table has for what a row names, of the latest day that is not after the row's own."""
    days = [each.name for each in other.columns.values() if each.role == "date"]
    mine = [each.name for each in subject.dates if not each.missing and each.date_format in (None, _ISO)]
    figures = [each for each in other.columns.values() if each.numeric and each.quartiles and not each.missing]
    shared = [name for name in other.key - {*days} if name in subject.var.named]
    # With one row for each thing and day, the latest one is one.
    if len(days) != 1 or len(mine) != 1 or len(shared) != 1 or other.key != {*days, *shared}:
        return
    day, by, own = days[0], shared[0], mine[0]
    for figure in figures:
        left = f"t[[{literal(by)}]].assign(_day=pd.to_datetime(t[{literal(own)}])).reset_index()"
        right = f"{other.name}.assign(_day=pd.to_datetime({other.name}[{literal(day)}])).sort_values('_day')"
        found = (
            f"pd.merge_asof({left}.sort_values('_day', kind='stable'), {right}, on='_day', by={literal(by)}, "
            f"tolerance=pd.Timedelta(days={{value}}))"
        )
        code = f"lambda t: {found}.set_index('index')[{literal(figure.name)}].reindex(t.index)"
        latest = f"{other.name}.drop_duplicates({literal(by)}, keep='last').set_index({literal(by)})"
        naive = f"lambda t: t[{literal(by)}].map({latest}[{literal(figure.name)}])"
        told = {"figure": f"'{figure.name}'", "table": f"`{other.name}`", "by": f"'{by}'", "day": f"'{day}'"}
        told |= {"own": f"'{own}'", "partners": other.rows}
        yield Joined("measure", "in_force", None, figure.name.replace("_", " "), code, naive, numbers(_DAYS), told)
