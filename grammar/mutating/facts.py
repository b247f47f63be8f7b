"""What conditions and words of mistakes can ask of code, and of the scene in which it runs."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from company.records import Column
from grammar.mutating.code import Code, called, given, root_of
from grammar.private import rules_of_house
from grammar.scene import Scene, Var
from grammar.slots import literal, quoted, sayable

_TELLING = frozenset({"between", "isin", "notna", "isna", "notnull", "isnull", "duplicated", "contains", "startswith"})
_KEEPING = frozenset(
    {"copy", "dropna", "assign", "sort_values", "drop_duplicates", "head", "tail", "nlargest", "nsmallest", "drop",
     "query", "sample", "fillna", "rename", "reset_index"}
)  # fmt: skip
_BY_POSITION = frozenset({"groupby", "sort_values", "set_index"})
_BY_KEYWORD = frozenset({"by", "subset", "columns", "index", "values", "on", "id_vars", "value_vars"})
_KEYED = _BY_POSITION | {"drop", "dropna", "drop_duplicates", "pivot_table", "pivot", "melt", "merge"}
_ALWAYS: Mapping[str, Any] = {
    **{name: kind for name, kind in vars(ast).items() if name[0].isupper() and isinstance(kind, type)},
    "Plain": (ast.Name, ast.Subscript, ast.Call),  # what needs no brackets beside a sign
    **{asked.__name__: asked for asked in (called, literal, quoted, sayable)},
    "root": root_of,
    "rules_of_house": rules_of_house,
}


@dataclass(frozen=True)
class Facts:
    """Code with the scene in which it runs, as mistakes see them. Public members are what descriptions can name."""

    code: Code
    scene: Scene | None = None

    @cached_property
    def asked(self) -> Mapping[str, Any]:
        """Everything that descriptions can name, by name."""
        code, (result, wanted) = self.code, self.code.result or ("", "")
        return {
            **_ALWAYS,
            **{name: getattr(self, name) for name in vars(Facts) if not name.startswith("_") and name != "asked"},
            **{
                "known": code.known,
                "frames": code.frames,
                "names": code.names,
                "reads": code.reads,
                "texts": [t for _, t in code.texts],
            },
            **{"result": result, "wanted": wanted, "assigned": code.assigned},
        }

    # parts of the code

    def text(self, part: Any) -> str:
        """A part as it is written."""
        return self.code.of(part) if isinstance(part, ast.AST) else literal(part)

    def items(self, part: Any) -> list[ast.expr]:
        """The items of a list or tuple; none of anything else."""
        return part.elts if isinstance(part, ast.List | ast.Tuple) else []

    def joined(self, parts: Collection[Any]) -> str:
        """Parts as they are written, with commas between them; texts are code already."""
        return ", ".join(part if isinstance(part, str) else self.code.of(part) for part in parts)

    def has(self, arguments: Collection[ast.AST], name: str) -> bool:
        """Whether there is one of this name among arguments."""
        return any(isinstance(each, ast.keyword) and each.arg == name for each in arguments)

    def whole(self, value: Any) -> int:
        """A whole number above zero; 0 for anything else."""
        return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0

    def uses(self, *names: str) -> bool:
        """Whether the code calls one of these."""
        return any(name in names for _, name in self.code.calls)

    def around(self, part: ast.AST) -> ast.AST | None:
        """The part that a part stands in."""
        return self._around.get(id(part))

    def within(self, part: ast.AST, names: Collection[str]) -> bool:
        """Whether a part stands in a call of one of these."""
        around = self.around(part)
        return around is not None and (called(around) in names or self.within(around, names))

    @cached_property
    def _around(self) -> Mapping[int, ast.AST]:
        return {id(inner): node for node in self.code.nodes for inner in ast.iter_child_nodes(node)}

    def is_mask(self, part: Any) -> bool:
        """Whether an expression tells true or false of each row."""
        if isinstance(part, ast.BinOp):
            return isinstance(part.op, ast.BitAnd | ast.BitOr)
        if isinstance(part, ast.UnaryOp):
            return isinstance(part.op, ast.Invert) and self.is_mask(part.operand)
        if isinstance(part, ast.Call):
            return called(part) in _TELLING
        return isinstance(part, ast.Compare) or any(self.is_mask(value) for value in self.values_of(part))

    def values_of(self, part: Any) -> Iterator[ast.expr]:
        """What the code assigns to a variable."""
        if isinstance(part, ast.Name):
            yield from (value for name, value in given(self.code.nodes) if name == part.id)

    # columns

    @cached_property
    def columns(self) -> Mapping[str, list[ast.AST]]:
        """Columns that the code looks up by their names, with the places where a wrong name raises."""
        found: dict[str, dict[int, ast.AST]] = {}
        for root, key in (pair for node in self.code.nodes for pair in _lookups(node)):
            for constant in self._texts_in(key):
                if constant.value in self.code.frames.get(root, ()):
                    found.setdefault(str(constant.value), {})[id(constant)] = constant
        return {name: list(found[name].values()) for name in sorted(found)}

    def _texts_in(self, node: Any) -> Iterator[ast.Constant]:
        """The texts in an expression, those in a list that it names included."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node
        for part in self.items(node) or [value for value in self.values_of(node) if isinstance(value, ast.List)]:
            yield from self._texts_in(part)

    def column_in(self, part: Any) -> str:
        """The first column that an expression looks up; empty where there is none, or its name cannot be said."""
        for each in ast.walk(part) if isinstance(part, ast.AST) else ():
            key = each.slice if isinstance(each, ast.Subscript) else None
            key = key.elts[-1] if isinstance(key, ast.Tuple) and key.elts else key
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                return key.value if sayable(key.value) else ""
        return ""

    def names_in(self, part: Any) -> list[str]:
        """The columns that a list names; none where it holds anything else."""
        known = {column for columns in self.code.frames.values() for column in columns}
        names = [item.value for item in self.items(part) if isinstance(item, ast.Constant) and item.value in known]
        said = [name for name in names if isinstance(name, str) and sayable(name)]
        return said if len(said) == len(self.items(part)) else []

    def described(self, name: Any) -> list[Column]:
        """What is known of a column, in each table that has it."""
        return [column for var in self.tables.values() for column in var.columns if column.name == name]

    def alike(self, name: str, without: Collection[str]) -> list[str]:
        """Other columns of the like sort that stand in every frame in which this one does, nearest first."""
        same = self.described(name)
        frames = [columns for columns in self.code.frames.values() if name in columns]
        if not (same and frames and sayable(name) and self.scene):
            return []
        names = frozenset.intersection(*frames).difference(without, {name})
        likes = [one for one in self.scene.table.columns if one.name in names and _sort(one) == _sort(same[0])]
        near = sorted(likes, key=lambda column: abs(column.position - same[0].position))
        return [column.name for column in near if sayable(column.name)]

    def snake(self, name: str) -> str:
        """A name in lower case, with underscores between its words."""
        return re.sub(r"[\s\-]+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.strip())).lower()

    def of_other_number(self, name: str) -> str:
        """A name without its plural s, or with one."""
        return name[:-1] if name.endswith("s") and not name.endswith("ss") else f"{name}s"

    # variables

    @cached_property
    def tables(self) -> Mapping[str, Var]:
        """The data frames that were there before, by name."""
        known = {self.scene.table.name: self.scene.table, **self.scene.variables} if self.scene else {}
        return {name: var for name, var in known.items() if var.type == "dataframe"}

    @cached_property
    def variables(self) -> Mapping[str, list[ast.Name]]:
        """Variables that the code reads, with the places where it does."""
        names = sorted(({name for name, _ in given(self.code.nodes)} | set(self.code.known)) & self.code.names)
        return {name: reads for name in names if (reads := self.code.reads(name))}

    def source(self, part: ast.AST) -> str:
        """The frame that an expression works on; empty where there is none."""
        reads = [each.id for each in ast.walk(part) if isinstance(each, ast.Name)]
        return next((name for name in (root_of(part), *reads) if name in self.code.frames), "")

    def earlier(self, name: str) -> list[str]:
        """The frame that a frame was made of, where that has all the columns that the code takes of it."""
        origin = self._origins.get(name, "")
        if name in self.code.written or origin not in self.code.frames:
            return []
        own = {text for _, text in self.code.texts} & (
            self.code.frames.get(name, frozenset()) - self.code.frames[origin]
        )
        keys = [key for node in self.code.nodes for root, key in _lookups(node) if root == name]
        texts = {constant.value for key in keys for constant in self._texts_in(key)}
        return [] if own or not texts <= self.code.frames[origin] else [origin]

    @cached_property
    def _origins(self) -> Mapping[str, str]:
        base = self.scene.table.name if self.scene else ""
        origins = {name: base for name, var in self.tables.items() if var.nature not in ("matrix", "statistics")}
        for name, value in given(self.code.tree.body):
            if self._is_frame(value):
                origins.setdefault(name, root_of(value))
        return {name: origin for name, origin in origins.items() if name != origin}

    def _is_frame(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Subscript):
            base = node.value.value if isinstance(node.value, ast.Attribute) else node.value
            return (isinstance(node.slice, ast.List) or self.is_mask(node.slice)) and self._is_frame(base)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return node.func.attr in _KEEPING and self._is_frame(node.func.value)
        return isinstance(node, ast.Name) and node.id in self.code.frames


def _lookups(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What a part of the code looks up by name, with the variable in which it does."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield root_of(node.value), node.slice
    if isinstance(node, ast.Call) and called(node) in _KEYED and isinstance(node.func, ast.Attribute):
        positions = node.args[:1] if called(node) in _BY_POSITION else []
        names = [keyword.value for keyword in node.keywords if keyword.arg in _BY_KEYWORD]
        yield from ((root_of(node.func), key) for key in (*positions, *names))
    if isinstance(node, ast.Call) and (frame := next((one.value for one in node.keywords if one.arg == "data"), None)):
        yield from ((root_of(frame), one.value) for one in node.keywords if one.arg in ("x", "y", "hue"))


def _sort(column: Column) -> str:
    if column.numeric and column.role in ("measure", "ordered_category"):
        return "number"
    return "group" if column.role in ("category", "flag", "ordered_category") else column.role
