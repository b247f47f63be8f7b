"""The values of a script are written into CSVs, which it reads in their place."""

from __future__ import annotations

import ast
import csv
import io
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from company.families.figures.origins.literals import Values, values_in
from company.families.figures.origins.scripts import parsed, texts_in

_PLAIN = re.compile(r"[^\w]+")
_AS_MATRIX = re.compile(r"\b(?:imshow|matshow|pcolor|pcolormesh|contourf?|heatmap|plot_surface|plot_wireframe)\b")
"""Functions that take a list of rows; others take a list of series."""
ALL = "data"
"""What the file is called that holds lists of one length; others have the length behind it."""


@dataclass(frozen=True)
class Column:
    """A list of values as a column of a file."""

    place: int
    """Of the list among those of the script."""
    values: Values
    file: str
    names: tuple[str, ...]
    """Of its column, or of several."""
    rows: bool = False
    """Whether the lists in a list are rows, and not columns."""


@dataclass(frozen=True)
class Extracted:
    """A script whose values stand in files."""

    code: str
    """It reads the files."""
    columns: tuple[Column, ...]

    def files(self, others: Mapping[int, Any] | None = None) -> dict[str, str]:
        """Return the content of each file; `others` has other values, by the places of columns."""
        found: dict[str, list[tuple[str, list[Any]]]] = {}
        for column in self.columns:
            held = column.values.held if others is None else others.get(column.place, column.values.held)
            for name, cells in zip(column.names, _cells(column, held), strict=True):
                found.setdefault(column.file, []).append((name, cells))
        return {file: _csv(columns) for file, columns in found.items()}


def extracted(code: str, without: Collection[int] = ()) -> Extracted | None:
    """Return a script whose values stand in files, but for those `without`, by their places; None where it has none."""
    tree = parsed(code)
    if tree is None:
        return None
    taken = frozenset(text for text in texts_in(code) if text.endswith(".csv"))
    numbered = enumerate(values_in(tree))
    held = [(place, each) for place, each in numbered if place not in without and _survives(each)]
    columns = _columns(held, taken, as_matrix=bool(_AS_MATRIX.search(code)))
    return Extracted(_written(tree, columns), tuple(columns))


def _survives(values: Values) -> bool:
    """Return whether texts are read from a CSV as they are: not names such as "NA" or "01"."""
    texts = list(values.keys if values.numbers else values.held)
    return not texts or bool(pd.read_csv(io.StringIO(_csv([("x", texts)])))["x"].astype(str).tolist() == texts)


def _columns(held: Sequence[tuple[int, Values]], taken: frozenset[str], *, as_matrix: bool) -> list[Column]:
    """Return the column of each list: lists of one length share a file."""
    lengths = list(dict.fromkeys(len(each.held) for _, each in held if not each.nested))
    used: dict[str, set[str]] = {}
    found = []
    for place, each in held:
        widths = {len(row) for row in each.held} if each.nested else set()
        rows = as_matrix and len(widths) == 1
        if each.nested:
            file = _free(f"{_plain(each.name)}.csv", {*used, *taken})
            count = widths.pop() if rows else len(each.held)
            names = [f"{_plain(each.name)}_{number}" for number in range(1, count + 1)]
            used[file] = set(names)
        else:
            file = f"{ALL}.csv" if len(lengths) == 1 else f"{ALL}_{len(each.held)}.csv"
            file = f"own_{file}" if file in taken else file
            names = [_free(_plain(each.name), used.setdefault(file, set()))]
            used[file] |= set(names)
            if each.keys:
                names = [_free(f"{names[0]}_name", used[file]), *names]
                used[file] |= set(names)
        found.append(Column(place, each, file, tuple(names), rows))
    return found


def _plain(name: str) -> str:
    return _PLAIN.sub("_", name).strip("_") or "values"


def _free(name: str, taken: set[str]) -> str:
    """Return a name that is not taken, with a number behind it where it is."""
    stem, dot, ending = name.partition(".")
    number, found = 2, name
    while found in taken:
        found, number = f"{stem}_{number}{dot}{ending}", number + 1
    return found


def _cells(column: Column, held: Any) -> list[list[Any]]:
    """Return the cells of each of its columns."""
    if not column.values.nested:
        return [list(column.values.keys), list(held)] if column.values.keys else [list(held)]
    if column.rows:
        return [list(each) for each in zip(*held, strict=True)]
    return [list(row) for row in held]


def _csv(columns: Sequence[tuple[str, list[Any]]]) -> str:
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow([name for name, _ in columns])
    for row in range(max(len(cells) for _, cells in columns)):
        writer.writerow([cells[row] if row < len(cells) else "" for _, cells in columns])
    return page.getvalue()


def _written(tree: ast.Module, columns: Sequence[Column]) -> str:
    """Return the script with what reads its files before it; the tree is changed."""
    names = {file: f"table_{number}" for number, file in enumerate(dict.fromkeys(each.file for each in columns), 1)}
    spots = {id(column.values.node): column for column in columns}

    class Reading(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            column = spots.get(id(node))
            return self.generic_visit(node) if column is None else ast.parse(_read(column, names), mode="eval").body

    body = Reading().visit(tree).body
    heads = [node for node in body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    loads = [f"{name} = pd.read_csv({file!r})" for file, name in names.items()]
    before = ast.parse("\n".join(["import pandas as pd", *loads])).body if loads else []
    whole = ast.Module([*heads, *before, *(node for node in body if node not in heads)], [])
    return ast.unparse(ast.fix_missing_locations(whole)) + "\n"


def _read(column: Column, names: Mapping[str, str]) -> str:
    """Return the expression that has the value of a literal, from its file."""
    table, node = names[column.file], column.values.node
    is_tuple = isinstance(node, ast.Tuple)
    if column.values.keys:
        keys, own = column.names
        return f"dict(zip({table}[{keys!r}].astype(str), {table}[{own!r}].tolist()))"
    if not column.values.nested:
        text = f"{table}[{column.names[0]!r}]{'.astype(str)' if not column.values.numbers else ''}.tolist()"
        return f"tuple({text})" if is_tuple else text
    of_tuples = isinstance(column.values.held[0], tuple)
    if column.rows:
        row, rows = "row", f"for row in {table}.to_numpy().tolist()"
    else:
        whole = all(isinstance(each, int) for line in column.values.held for each in line)
        row = f"{table}[name].dropna(){'.astype(int)' if whole else ''}.tolist()"
        rows = f"for name in {table}"
    text = f"[{f'tuple({row})' if of_tuples else row} {rows}]"
    return f"tuple({text})" if is_tuple else text
