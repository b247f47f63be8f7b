"""The versions of a solution that a step without effect would not survive: each leaves one step or condition out.

Nothing is executed here. In the versions stand calls of functions that `tools` has: `_all_` and `_none_` are a
condition that is true of every row, or of none; `_seen_` and `_left_` tell how many rows were kept.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from company.families.dialogues.gate.sense.conditions import Condition, conditions, query_parts
from company.families.dialogues.gate.sense.cues import all_named, named, spoken
from company.families.dialogues.gate.sense.halves import wholes
from company.families.dialogues.gate.sense.marks import marks
from company.families.dialogues.gate.sense.ordering import chosen_by_order
from company.families.dialogues.gate.sense.syntax import (
    assigned,
    call,
    constants,
    in_place,
    method,
    relevant,
    statement_of,
    told,
    without,
)
from company.families.dialogues.limiting import of_rules

_LINKS = frozenset(
    {
        "dropna", "fillna", "ffill", "bfill", "interpolate", "drop_duplicates", "replace", "clip", "merge", "join",
        "head", "tail", "nlargest", "nsmallest", "sample", "drop", "strip",
    }
)  # fmt: skip
"""Methods whose result can stand for what they are called on."""
_DROPPING = frozenset({"query", "dropna", "filter"})
_OF_GAPS = frozenset({"dropna", "fillna", "ffill", "bfill", "interpolate"})
_CHANGING = frozenset({"insert", "update"})
_SORTING = frozenset({"sort_values", "sort_index"})


@dataclass(frozen=True)
class Variant:
    """A version of a solution without one of its steps."""

    told: str
    """The step, as source."""
    code: str
    asked: bool
    """Whether the query asks for the step; what a careful coder adds is left to them."""
    condition: bool = False
    sorts: bool = False
    """Whether the step puts rows in order, in which they may happen to stand already."""
    whole: str = ""
    """The "or" that a condition is a side of, as source; empty for all else."""
    left_out: bool = False
    """Whether the side is left out of the "or", and is not one that all rows meet."""


@dataclass(frozen=True)
class Watched:
    """A solution that tells how many rows its conditions keep."""

    code: str
    told: tuple[str, ...]
    """Each place where rows are kept, as source, by its number."""
    asked: tuple[bool, ...]


@dataclass(frozen=True)
class _Solution:
    """A solution that is read once, with the query that it answers."""

    tree: ast.Module
    query: str
    wanted: Sequence[str]
    steps: Sequence[ast.AST]
    """Every node that may bear on a result, but for those of rules that hold without being asked for."""
    conditions: Sequence[Condition]
    """But for those of such rules, too."""
    is_whole: bool = False
    """Whether results have to be without gaps, so that leaving these out is no step of its own."""

    @classmethod
    def of(cls, solution: str, query: str, wanted: Sequence[str], *, is_whole: bool = False) -> _Solution:
        """Read a solution. Raises SyntaxError where it is not Python."""
        tree = ast.parse(solution)
        spared = of_rules(tree)
        steps = [node for node in relevant(tree) if node not in spared]
        return cls(tree, query, wanted, steps, [each for each in conditions(tree) if each.node not in spared], is_whole)

    def asks(self, node: ast.Call) -> bool:
        """Return whether the query asks for a method that is called."""
        link = method(node) or ""
        if link in ("query", "filter"):
            texts = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
            return named(self.query, [word for text in texts for word in _words_of(str(text))])
        if link in _OF_GAPS and (self.is_whole or _is_column(_owner(node))):
            return False
        return spoken(self.query, link)


def variants(solution: str, query: str, wanted: Sequence[str], *, is_whole: bool = False) -> tuple[Variant, ...]:
    """Return the versions of a solution, each without one step; `wanted` are the names of its results.

    Where results have to be whole (`is_whole`: evolving dialogues have groups alone that all figures are there for),
    what drops gaps is a precaution, asked for or not: what a term holds decides whether there are any. Of rules that
    hold without being asked for nothing is left out: each rule shows where it is forgotten as a whole.

    Raises SyntaxError where the solution is not Python.
    """
    read = _Solution.of(solution, query, wanted, is_whole=is_whole)
    found = [each for left_out in (_conditional, _queried, _linked, _changed, _projected) for each in left_out(read)]
    whole = ast.unparse(read.tree)
    return tuple({each.code: each for each in found if each.code != whole}.values())


def watched(solution: str, query: str, wanted: Sequence[str], *, is_whole: bool = False) -> Watched:
    """Return a solution that tells how many rows it keeps where; of gaps as `variants` has it.

    Raises SyntaxError where the solution is not Python.
    """
    read = _Solution.of(solution, query, wanted, is_whole=is_whole)
    marking = marks(read.tree, wanted)
    places: list[tuple[ast.expr, str, bool]] = [
        (each.node, told(each.node), each.node not in marking and each.asked(query)) for each in read.conditions
    ]
    places += [
        (node, f".{told(node).removeprefix(told(_owner(node)) + '.')}", read.asks(node))
        for node in read.steps
        if isinstance(node, ast.Call) and method(node) in _DROPPING
    ]
    watching = _Watching({id(node): number for number, (node, _, _) in enumerate(places)})
    code = ast.unparse(ast.fix_missing_locations(watching.visit(read.tree)))
    return Watched(code, tuple(text for _, text, _ in places), tuple(asked for _, _, asked in places))


class _Watching(ast.NodeTransformer):
    """Puts a call around each place that is watched, by its number."""

    def __init__(self, numbers: dict[int, int]) -> None:
        self.numbers = numbers
        self.fresh = count()

    def visit(self, node: ast.AST) -> ast.AST:
        """Return a node that tells what it keeps, where it is watched."""
        number = self.numbers.get(id(node))
        node = self.generic_visit(node)
        if number is None or not isinstance(node, ast.expr):
            return node
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _DROPPING:
            return self._link(number, node, node.func)
        return call("_seen_", ast.Constant(number), node)

    def _link(self, number: int, node: ast.Call, link: ast.Attribute) -> ast.Call:
        name = f"_before_{next(self.fresh)}_"
        rest = ast.Call(ast.Attribute(ast.Name(name, ast.Load()), link.attr, ast.Load()), node.args, node.keywords)
        given = ast.arguments([], [ast.arg(name)], None, [], [], None, [])
        return call("_left_", ast.Constant(number), link.value, ast.Lambda(given, rest))


def _conditional(read: _Solution) -> Iterator[Variant]:
    found, joined = read.conditions, wholes(read.tree)
    needed = marks(read.tree, read.wanted) | chosen_by_order(read.tree, [each.node for each in found])
    for each in found:
        neutral = call("_none_" if each.alternative else "_all_", each.node)
        asked = each.node not in needed and each.asked(read.query)
        whole = joined.get(each.node, "")
        version = without(read.tree, each.node, neutral)
        yield Variant(
            told(each.node), version, asked, condition=True, whole=whole, left_out=each.alternative and bool(whole)
        )


def _queried(read: _Solution) -> Iterator[Variant]:
    for node in read.steps:
        if not (isinstance(node, ast.Call) and method(node) == "query"):
            continue
        yield Variant(told(node), without(read.tree, node, _owner(node)), read.asks(node), condition=True)
        text = node.args[0] if node.args else None
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            for part, rest in query_parts(text.value):
                asked = named(read.query, _words_of(part))
                yield Variant(part, without(read.tree, text, ast.Constant(rest)), asked, condition=True)


def _words_of(condition: str) -> list[object]:
    try:
        read = ast.parse(condition.replace("`", "'").replace("@", ""), mode="eval")
    except SyntaxError:
        return [condition]
    return [*constants(read), *(each.id for each in ast.walk(read) if isinstance(each, ast.Name))]


def _linked(read: _Solution) -> Iterator[Variant]:
    """Leave out each link of a chain; what is put in order is put in the opposite order instead."""
    for node in read.steps:
        link = method(node)
        if not isinstance(node, ast.Call) or link is None:
            continue
        asked = read.asks(node)
        if link in _LINKS and not in_place(node):
            yield Variant(told(node), without(read.tree, node, _owner(node)), asked)
        elif link == "sort_values" and not in_place(node) and not _shows_order(node, read):
            yield Variant(told(node), without(read.tree, node, call("_reversed_", node)), asked, sorts=True)
        elif link == "filter" and node.args and isinstance(node.args[0], ast.Lambda):
            every = without(read.tree, node.args[0].body, ast.Constant(True))
            yield Variant(told(node), every, named(read.query, constants(node)), condition=True)
        elif link == "assign":
            yield from _columns_assigned(node, read)
    for node in read.steps:
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pd.merge" and node.args:
            yield Variant(told(node), without(read.tree, node, node.args[0]), spoken(read.query, "merge"))


def _shows_order(node: ast.AST, read: _Solution) -> bool:
    """Return whether an order may be the form of a result: it is not left out where it happens to be there already."""
    return "plot" in read.wanted or assigned(statement_of(read.tree, node)) in read.wanted


def _columns_assigned(node: ast.Call, read: _Solution) -> Iterator[Variant]:
    for word in node.keywords:
        rest = ast.Call(node.func, node.args, [each for each in node.keywords if each is not word])
        names = [word.arg] if word.arg else constants(word.value)[:1]
        yield Variant(told(node), without(read.tree, node, rest), named(read.query, names))


def _owner(node: ast.Call) -> ast.expr:
    """Return what a method is called on; of `.str.strip()`, the texts themselves."""
    assert isinstance(node.func, ast.Attribute)
    owner = node.func.value
    return owner.value if isinstance(owner, ast.Attribute) and owner.attr == "str" else owner


def _is_column(node: ast.expr) -> bool:
    """Return whether an expression is one column: "missing ones aside" says how it is counted, and is no step."""
    chosen = node.slice if isinstance(node, ast.Subscript) else None
    last = chosen.elts[-1] if isinstance(chosen, ast.Tuple) else chosen
    return isinstance(last, ast.Constant) and isinstance(last.value, str)


def _changed(read: _Solution) -> Iterator[Variant]:
    """Leave out each statement that changes what is there: a column that is set, a method that works in place."""
    for node in read.steps:
        if isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if all(isinstance(each, ast.Subscript) for each in targets) and not _gives_form(node.value, targets):
                names = [name for each in targets for name in constants(each)]
                yield Variant(told(node), without(read.tree, node, ast.Pass()), named(read.query, names))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            link = method(node.value)
            if link is not None and (in_place(node.value) or link in _CHANGING):
                asked, sorts = read.asks(node.value), link in _SORTING
                yield Variant(told(node), without(read.tree, node, ast.Pass()), asked, sorts=sorts)


def _gives_form(value: ast.expr, targets: Sequence[ast.expr]) -> bool:
    """Return whether a value is put there to be replaced, or is what was there in another type or with fewer digits."""
    if _is_blank(value):
        return True
    if not isinstance(value, ast.Call) or method(value) not in ("astype", "convert_dtypes", "infer_objects", "round"):
        return False
    return ast.unparse(_owner(value)) in {ast.unparse(each) for each in targets}


def _is_blank(value: ast.expr) -> bool:
    """Return whether a value is only put there to be replaced."""
    return isinstance(value, ast.Constant) or ast.unparse(value) in ("np.nan", "pd.NA", "pd.NaT")


def _projected(read: _Solution) -> Iterator[Variant]:
    """Leave all columns where a statement of its own chooses some, which the query names."""
    lists = {name: node.value for node in read.tree.body if (name := assigned(node)) and isinstance(node, ast.Assign)}
    for node in read.steps:
        if not isinstance(node, ast.Subscript):
            continue
        statement = statement_of(read.tree, node)
        name = assigned(statement)
        if name is None or name in read.wanted or not isinstance(statement, ast.Assign):
            continue
        chosen = node.slice
        columns = lists.get(chosen.id) if isinstance(chosen, ast.Name) else chosen
        if isinstance(columns, ast.List) and _bare(statement.value) is node:
            names = [each.value for each in columns.elts if isinstance(each, ast.Constant)]
            asked = bool(names) and spoken(read.query, "columns") and all_named(read.query, names)
            yield Variant(told(statement), without(read.tree, node, node.value), asked)


def _bare(value: ast.expr) -> ast.expr:
    """Return an expression without the copy that is made of it."""
    return _owner(value) if isinstance(value, ast.Call) and method(value) in ("copy", "reset_index") else value
