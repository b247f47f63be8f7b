"""What a query takes for granted of the data: a claim in words, in code, and as the statement that it does not hold.

Claims are found by executing (`claims_in`); whoever writes a query is not told which of them hold.
"""

from __future__ import annotations

import inspect
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from company.families.dialogues.stages.actions import claims_in
from company.families.dialogues.states import State
from company.records import Column, Frozen, Variable
from company.tables.record import Table

ClaimKind = Literal["part", "known", "per", "ahead"]
Bound = tuple[str, Literal["is", "above", "below", "in"], bool | int | float | str]
"""A column, how its values are compared, and with what; "in" a month, as "2020-05"."""
Twins = tuple["Claim", "Claim"]
"""Two claims that read alike, the one that holds first."""
FEWEST_ROWS, ENOUGH_ROWS = 40, 80
"""Rows of a frame on which there is something to ask, and of one on which claims can be about a part of them, too."""
_MOST_GROUPS, _MOST_MEASURES, _MOST_VALUES = 6, 8, 40
_PLACES = re.compile(r"(lat|lon|lng|long)(t?itude)?\b", re.IGNORECASE)
"""Names of places on the globe, of which no mean is taken."""
_SIGNS = {"is": "==", "above": ">", "below": "<"}


class Claim(Frozen):
    """Something that may be so of a frame: all its columns and values are there."""

    kind: ClaimKind
    """part: there are such rows; known, per: a column is not missing in all of them, or not missing or zero;
    ahead: a group lies above another by a mean."""
    rows: tuple[Bound, ...] = ()
    """The rows that it is about, by all of these; empty for "ahead"."""
    column: str = ""
    by: str = ""
    """The column of the two groups."""
    labels: tuple[bool | int | float | str, ...] = ()
    """The group that is said to be ahead, and the other."""

    def named(self) -> tuple[str, ...]:
        """Return the names and values that a query which takes it for granted has to say."""
        bounds = [
            str(part) for column, how, value in self.rows for part in (column, *(() if how == "in" else (value,)))
        ]
        months = [str(value)[:4] for _, how, value in self.rows if how == "in"]
        return tuple(filter(None, (*bounds, *months, self.column, self.by, *map(str, self.labels))))

    def where(self, frame: str, dates: Sequence[Column]) -> str:
        """Return an expression that chooses its rows of a frame; empty where it is about no part of them."""
        forms = {column.name: column.date_format for column in dates}
        return " & ".join(_mask(bound, frame, forms.get(bound[0])) for bound in self.rows)

    def holds(self, frame: str, dates: Sequence[Column]) -> str:
        """Return an expression that is true where it holds of a frame."""
        where = self.where(frame, dates)
        match self.kind:
            case "part":
                return f"bool(({where}).any())"
            case "known":
                return f"bool({frame}.loc[{where}, {self.column!r}].notna().any())"
            case "per":
                return f"bool({frame}.loc[{where}, {self.column!r}].fillna(0).ne(0).any())"
            case "ahead":
                means = f"{frame}.groupby({self.by!r}, observed=True)[{self.column!r}].mean()"
                return f"bool({means}[{self.labels[0]!r}] > {means}[{self.labels[1]!r}])"

    def said(self, frame: str) -> str:
        """Return it as a clause on a frame that goes on after "that"."""
        match self.kind:
            case "part":
                return f"in `{frame}`, there are rows where {self.part}"
            case "known":
                return f"in `{frame}`, '{self.column}' is not missing in all rows where {self.part}"
            case "per":
                return f"in `{frame}`, '{self.column}' is not missing or 0 in all rows where {self.part}"
            case "ahead":
                first, second = self.labels
                groups = f"among the '{self.by}' groups of `{frame}`"
                return f"{groups}, '{first}' is ahead of '{second}' by average '{self.column}'"

    @property
    def part(self) -> str:
        """Its rows in words."""
        return " and ".join(_condition(bound) for bound in self.rows)


def _condition(bound: Bound) -> str:
    column, how, value = bound
    shown = f"'{value}'" if isinstance(value, str) and how == "is" else value
    return f"'{column}' is {'' if how == 'is' else how + ' '}{shown}"


def _mask(bound: Bound, frame: str, form: str | None) -> str:
    column, how, value = bound
    if how == "in":
        return f"(pd.to_datetime({frame}[{column!r}], format={form!r}).dt.strftime('%Y-%m') == {value!r})"
    return f"({frame}[{column!r}] {_SIGNS[how]} {value!r})"


def dates_of(source: Variable) -> list[Column]:
    """Return the columns of dates."""
    return [column for column in _sayable(source) if column.role == "date"]


def groups_of(source: Variable) -> list[Column]:
    """Return the columns by which rows are told apart: words before numbers, of few values first."""
    kinds = ("category", "ordered_category", "flag")
    found = [column for column in _sayable(source) if column.role in kinds and 2 <= column.distinct <= _MOST_VALUES]
    return sorted(found, key=lambda column: (column.numeric, column.distinct))


def measures_of(source: Variable) -> list[Column]:
    """Return the columns of quantities; none of which it is in doubt whether they are codes."""
    return [
        column
        for column in _sayable(source)
        if column.numeric
        and column.meant in ("quantity", "count")
        and not column.doubt
        and not _PLACES.match(column.name)
    ]


def _sayable(source: Variable) -> list[Column]:
    names = [column.name for column in source.columns]
    return [
        column
        for column in source.columns
        if column.name.strip() and not set(column.name) & set("'\"\n`") and names.count(column.name) == 1
    ]


def worth_asking(source: Variable, rows: int = FEWEST_ROWS) -> bool:
    """Return whether a frame has so many `rows`, and groups and quantities enough for claims on it."""
    enough = bool(source.shape) and source.shape[0] >= rows
    return enough and bool(groups_of(source)) and bool(measures_of(source))


async def twins_in(state: State, source: Variable, seed: str) -> list[Twins]:
    """Return claims on a frame as twins, found by executing, each claim once; none where the code for it does not end
    well.

    Raises SandboxError when the sandbox itself fails.
    """
    groups = [column.name for column in groups_of(source)][:_MOST_GROUPS]
    measures = [column.name for column in measures_of(source)][:_MOST_MEASURES]
    dates = {column.name: column.date_format for column in dates_of(source)}
    call = f"twins({source.name}, {groups!r}, {measures!r}, {dates!r}, {seed!r})"
    run = await state.tried(f"{inspect.getsource(claims_in)}\n\nimport json\nprint('twins:', json.dumps({call}))")
    return apart(_twins(pair) for pair in told_in(run.output, "twins"))


def apart(twins: Iterable[Twins]) -> list[Twins]:
    """Return twins without those of which one was told before."""
    known: set[Claim] = set()
    kept = []
    for pair in twins:
        if known.isdisjoint(pair):
            kept.append(pair)
            known.update(pair)
    return kept


def decided_by_one(twins: Sequence[Twins], table: Table) -> list[Twins]:
    """Return the claims that one table decides: where values of a column are missing, or all 0, another table may have
    them under the same name, and what needs them can be answered after all.
    """
    tables = Counter(column.name for column in table.every_column)
    return [pair for pair in twins if pair[0].kind not in ("known", "per") or tables[pair[0].column] < 2]


def _twins(pair: Sequence[Any]) -> Twins:
    there, none = (Claim.model_validate_json(json.dumps(each)) for each in pair)
    return there, none


def told_in(output: str, name: str) -> Any:
    """Return the JSON that code printed after a name and a colon; an empty list where there is none."""
    line = next((each for each in output.splitlines() if each.startswith(f"{name}: ")), f"{name}: []")
    try:
        return json.loads(line.removeprefix(f"{name}: "))
    except ValueError:
        return []
