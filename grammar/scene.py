"""What can be seen at one moment of a dialogue: the table, the variables, and which of them was made last."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, count
from typing import Any

from company.records import Column, Variable
from grammar.language import Unclear
from grammar.linked import Linked, linked_to
from grammar.slots import LAST, SAME, TABLE, sayable

_STATISTICS = re.compile(r"^count\b.*\n(unique\b|mean\b)", re.MULTILINE)
"""How the rows of `describe()` begin."""
_PLACE = re.compile(r"(?i)(?:^|[\W_])(?:lat|lon|lng|long)(?:$|[\W_])|latt?itude|longt?itude")
_LINE = re.compile(r"(?s)(.+): (.+?) (\w+), (\d+) values(?:, (\S+) to (\S+))?(?:, (\d+) missing)?")
"""A column in a line: its name, dtype, role and number of values, and where they lie."""
_WORDS = ("name", "dtype", "role")
_IN_LINE = (*_WORDS, "distinct", "minimum", "maximum", "missing")
OTHERS = "other_columns_by_number_of_values"
"""Where a brief tells of columns that nobody speaks of: type and role → name → number of values."""
BY_ROLE = "other_columns"
"""Where a brief tells of columns by their names alone: role → names."""
_NUMBERS = 1_000
"""How many different values a measure has of which it is not told: many."""
FEW = 30
"""At most this many values make a category worth grouping by."""


def is_place(name: str) -> bool:
    """Whether numbers under this name are degrees that say where something lies."""
    return bool(_PLACE.search(name))


@dataclass(frozen=True)
class Var:
    """A variable as an analyst thinks of it.

    nature: "rows" (a frame whose rows are the table's kind of thing), "statistics" (one whose rows are count, mean, std
    and so on, with which nothing is reckoned), "matrix" (a square frame of correlations), "summary" (any other frame),
    "column" (a series with one value per row), "grouped" (a series by label), else its type.
    """

    name: str
    type: str
    rows: int
    columns: tuple[Column, ...] = ()
    index_name: str | None = None
    nature: str = "other"
    preview: str = ""
    """How it looks, shortened, as in records.Variable."""
    table: Var | None = field(default=None, compare=False, repr=False)
    """The user's table; None for the table itself."""
    beside: tuple[Var, ...] = field(default=(), compare=False, repr=False)
    """Series by the same labels that were made before; for steps that put two together."""
    links: tuple[Linked, ...] = field(default=(), compare=False, repr=False)
    """Of the user's table: the tables beside it that its rows name rows of."""

    @cached_property
    def named(self) -> Mapping[str, Column]:
        """Columns by name, those that can be said in words and that no other column shares its name with."""
        names = Counter(column.name for column in self.columns)
        return {column.name: column for column in self.columns if sayable(column.name) and names[column.name] == 1}

    def measures(self, *, distinct: int = 3) -> list[Column]:
        """Quantities and counts, with at least so many different values: those that are sure, where any are.

        What is averaged, summed, scaled or clustered is among these: no code, date, scale or place on the globe.
        """
        found = [
            column
            for column in self.named.values()
            if column.numeric
            and column.meant in ("quantity", "count")
            and column.distinct >= distinct
            and not is_place(column.name)
        ]
        return [column for column in found if not column.doubt] or found

    def groups(self, *, most: int = FEW) -> list[Column]:
        """Columns with few values (2 to `most`): categories, ordered categories and flags.

        Numbers with a fraction are figures, however few different ones there are.
        """
        return [
            column
            for column in self.named.values()
            if column.role in ("category", "ordered_category", "flag")
            and 2 <= column.distinct <= most
            and not (column.numeric and any(not value.is_integer() for value in column.quartiles or ()))
        ]

    def of_role(self, *roles: str) -> list[Column]:
        """Columns of these roles."""
        return [column for column in self.named.values() if column.role in roles]

    def with_gaps(self) -> list[Column]:
        """Columns with missing values, not wholly empty."""
        return [column for column in self.named.values() if 0 < column.missing < self.rows]

    def written_numbers(self) -> list[Column]:
        """Measures written as text with something around the number."""
        return [column for column in self.named.values() if column.role == "measure" and not column.numeric]

    def adding(self, *columns: Column) -> Var:
        """The same frame with columns added or replaced; for predicting what a step leaves behind."""
        kept = [column for column in self.columns if column.name not in {new.name for new in columns}]
        return replace(self, columns=(*kept, *columns))


@dataclass(frozen=True)
class Focus:
    """What this client cares about at this moment."""

    columns: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()

    def first(self, columns: Iterable[Column], chance: random.Random) -> list[Column]:
        """Columns in the order in which the client would name them: the focus first, then by chance."""
        rest = list(columns)
        chance.shuffle(rest)
        return sorted(rest, key=lambda column: column.name not in self.columns)


@dataclass(frozen=True)
class Scene:
    """The table, every variable by name in order of creation, and the last result's name."""

    table: Var
    variables: Mapping[str, Var] = field(default_factory=dict)
    last: str | None = None
    own: frozenset[str] = frozenset()
    """Names of the columns that the table came with."""

    def resolve(self, source: str) -> Var:
        """The variable behind a source phrase; raises Unclear."""
        if source == SAME:
            return next((var for var in reversed(list(self.variables.values())) if var.nature == "rows"), self.table)
        pointed = LAST if source.startswith("<last") else source
        name = {LAST: self.last or self.table.name, TABLE: self.table.name}.get(pointed, pointed)
        if name in self.variables:
            return self.variables[name]
        if name == self.table.name:
            return self.table
        raise Unclear(source)

    def leaving(self, made: Var) -> Scene:
        """The scene after a step that left this variable."""
        if made.name == self.table.name:
            return replace(self, table=made, variables={**self.variables, made.name: made}, last=made.name)
        made = _among(replace(made, preview="", table=self.table), self.variables.values())
        return replace(self, variables={**self.variables, made.name: made}, last=made.name)

    def reserving(self, name: str) -> Scene:
        """The scene with a name taken by a result of which nothing else is known yet."""
        return replace(self, variables={**self.variables, name: Var(name, "reserved", 0, nature="reserved")})

    def free_name(self, stem: str) -> str:
        """A variable name made from a stem that is not taken yet."""
        taken = {*self.variables, self.table.name}
        return next(name for name in chain([stem], (f"{stem}_{number}" for number in count(2))) if name not in taken)


def scene_of(
    table: Mapping[str, Any], variables: Iterable[Mapping[str, Any]], last: str | None, only: Collection[str] = ()
) -> Scene:
    """The scene that a brief describes (`table`: variable, rows, columns; `variables`: as in records.Variable).

    Of a variable's columns, a name stands for the table's column. Those of the data frame in `as` are there, too; those
    that had no room in the brief, of which the number is told, cannot be seen.
    Where `only` names some, others cannot be seen.
    """
    columns = tuple(column_of(one, place) for place, one in enumerate(columns_told(table)))
    names = {column.name for column in columns}
    base = Var(
        table.get("variable", "df"), "dataframe", table["rows"], columns, nature="rows", links=linked_to(table, names)
    )
    seen: dict[str, Var] = {}
    frames: dict[str, tuple[Column, ...]] = {}
    known = {column.name: column for column in columns}
    for described in variables:
        held = frames.get(described["as"], columns) if "as" in described else ()
        made = [found for each in described.get("columns", ()) if (found := _column(each, known))]
        if held:
            own = {each.name: each for each in made}
            made = [*(own.pop(each.name, each) for each in held), *own.values()]
        placed = [each.model_copy(update={"position": at}) for at, each in enumerate(made)]
        told = {key: value for key, value in described.items() if key in Variable.model_fields}
        variable = Variable.model_validate({**told, "columns": placed})
        frames[variable.name] = variable.columns
        if only and variable.name not in only:
            continue
        rows = variable.shape[0] if variable.shape else 0
        nature = _nature(variable, rows, base)
        var = Var(variable.name, variable.type, rows, variable.columns, variable.index_name, nature, variable.preview)
        is_table = var.name == base.name
        var = replace(var, links=base.links) if is_table else _among(replace(var, table=base), seen.values())
        seen[variable.name] = var
    return Scene(seen.get(base.name, base), seen, last if last in seen else None, frozenset(known))


def _column(told: str | Mapping[str, Any], known: Mapping[str, Column]) -> Column | None:
    """The column of a frame: what is not told of a part of a table's column is as in the table, within its ends."""
    if isinstance(told, str) and not _LINE.fullmatch(told):
        return known.get(told)
    told = in_full(told)
    if told["name"] not in known or "dtype" in told:
        return column_of(told, 0)
    whole = known[told["name"]]
    kept = whole.model_dump(exclude={"missing", "more_values", *(("values",) if "distinct" in told else ())})
    return column_of({**kept, **_quartiles_within(whole, told), **told}, 0)


def _quartiles_within(whole: Column, told: Mapping[str, Any]) -> dict[str, Any]:
    """About where the middle of a part lies whose ends alone are told: as in the whole, but not beyond them."""
    low, high = told.get("minimum"), told.get("maximum")
    if whole.quartiles is None or not isinstance(low, int | float) or not isinstance(high, int | float):
        return {}
    return {"quartiles": tuple(min(max(each, low), high) for each in whole.quartiles)}


def column_of(told: Mapping[str, Any] | str, place: int) -> Column:
    """The column that a brief describes, or names: numbers are measures as such, and doubtful where no role is told."""
    told = in_full(told)
    is_number = told.get("numeric", told.get("role") == "measure" and "dtype" not in told)
    guess = {"role": "measure" if is_number else "text", "doubt": "" if "role" in told else "its role is not told"}
    least = {"position": place, "missing": 0, "distinct": max(2, len(told.get("values", ()))), "dtype": ""}
    if told.get("role") == "measure" and "distinct" not in told:
        least["distinct"] = _NUMBERS
    known = {key: value for key, value in told.items() if key in Column.model_fields}
    return Column.model_validate({**least, "numeric": is_number, **guess, **known})


def columns_told(table: Mapping[str, Any]) -> list[Mapping[str, Any] | str]:
    """The columns that a brief tells of a table: those spoken of, those told by type and number of values, and of a
    table that is worked on, or of which nothing else is told, those that are only named.
    """
    others = [
        {"name": name, "dtype": kind.rpartition(" ")[0], "role": kind.rpartition(" ")[2], "distinct": distinct}
        for kind, names in table.get(OTHERS, {}).items()
        for name, distinct in names.items()
    ]
    plain = [{"name": name, "role": role} for role, names in table.get(BY_ROLE, {}).items() for name in names]
    told = [*table.get("columns", ()), *others, *plain]
    return [*told, *(table.get("more_names", ()) if "variable" in table or not told else ())]


def in_full(told: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """A column that is told by its name or in a line, with what the line and its dtype say."""
    if isinstance(told, str):
        line = _LINE.fullmatch(told)
        found = dict(zip(_IN_LINE, line.groups(), strict=True)) if line else {"name": told}
        told = {name: value if name in _WORDS else float(value) for name, value in found.items() if value is not None}
    if any(isinstance(value, str) for value in told.get("values", ())):
        told = {**told, "values": [[value, 1] for value in told["values"]]}
    if "dtype" in told and "numeric" not in told:
        told = {**told, "numeric": told["dtype"].lower().startswith(("int", "uint", "float"))}
    return told


def _among(var: Var, others: Iterable[Var]) -> Var:
    """The variable, knowing the others with its labels."""
    if var.index_name is None:
        return replace(var, beside=())
    known = (other for other in others if other.nature == "grouped" and other.name != var.name)
    return replace(var, beside=tuple(other for other in known if other.index_name == var.index_name))


def _nature(variable: Variable, rows: int, base: Var) -> str:
    if variable.type == "series":
        numbered = re.match(r"-?\d+\s", variable.preview) is not None
        return "column" if variable.index_name is None and (rows > FEW or numbered) else "grouped"
    if variable.type != "dataframe":
        return variable.type
    if variable.name == base.name:
        return "rows"
    columns = variable.columns
    square = rows == len(columns) > 1
    if square and all(
        column.numeric and isinstance(column.minimum, float) and column.minimum >= -1.0 and column.maximum == 1.0
        for column in columns
    ):
        return "matrix"
    if _STATISTICS.search(variable.preview):
        return "statistics"
    known = {column.name for column in base.columns}
    shared = sum(column.name in known for column in columns)
    whole = rows > FEW or shared * 2 >= len(known)
    return "rows" if variable.index_name is None and whole and shared * 2 >= len(columns) else "summary"
