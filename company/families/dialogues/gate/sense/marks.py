"""Conditions whose truth a result tells: in a column of its own, as in `out["large"] = out["n"] >= 30`, or in words.

Such a column is asked for and seen, whether or not it is the same in every row. One that rows are chosen by
afterwards is a filter like any other.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from company.families.dialogues.gate.sense.syntax import assigned, method

_MODULES = ("np", "numpy")
_BY_ROW = frozenset({"apply", "map"})
_CHOOSING = frozenset({"query", "filter", "where", "mask", "drop", "compress"})


def marks(tree: ast.Module, wanted: Sequence[str]) -> set[ast.expr]:
    """Return the conditions that a result tells the truth of; `wanted` are the names of the results.

    A column of it, a row that is written down by itself or an entry holds the truth, or words that stand for it: by
    `np.where`, `np.select`, `where`, `mask`, or in `if` and `else`.
    """
    once = _Once(tree)
    assigning = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    marking = [each for node in assigning for each in _columns(node, wanted)]
    marking += _rows(tree, wanted)
    choosing = Counter(_chosen_by(tree))
    choosing.subtract(Counter(each for *_, inside in marking for each in _chosen_by(inside)))
    told = {part for column, value, _ in marking if choosing[column] <= 0 for part in _judged(value, once)}
    return told | {part for test in _tests_of_words(tree) for part in _parts(test, once)}


def _chosen_by(tree: ast.AST) -> Iterator[object]:
    """Yield the columns that rows are chosen by: `out[out["large"]]` and what is like it, and not those that are added
    up, listed or taken out by themselves.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            rows = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
            if not isinstance(rows, ast.Constant | ast.List | ast.Slice | ast.Name):
                yield from _named_in(rows)
        elif isinstance(node, ast.Call) and method(node) in _CHOOSING:
            yield from (word for each in [*node.args, *node.keywords] for word in _named_in(each))
        elif isinstance(node, ast.Assign) and assigned(node):
            match node.value:
                case ast.Subscript(slice=ast.Constant(value=column)):  # rows may be chosen by that name
                    yield column


def _named_in(node: ast.AST) -> Iterator[object]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield from (each.value, *re.findall(r"\w+", each.value))
        elif isinstance(each, ast.Attribute):
            yield each.attr


def _columns(statement: ast.Assign, wanted: Sequence[str]) -> Iterator[tuple[str, ast.expr, ast.AST]]:
    """Yield each column of a result that a statement gives values to, with the values and where they are given."""
    match statement.targets:
        case [ast.Subscript(value=ast.Name(id=result), slice=ast.Constant(value=str(column)))] if result in wanted:
            yield column, statement.value, statement
            return
    if assigned(statement) not in wanted:
        return
    for node in ast.walk(statement.value):
        if isinstance(node, ast.Call) and method(node) == "assign":
            yield from ((word.arg, word.value, word) for word in node.keywords if word.arg)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "pd.DataFrame" and node.args:
            yield from _entries(node.args[0])


def _entries(given: ast.expr) -> Iterator[tuple[str, ast.expr, ast.AST]]:
    """Yield each column of a data frame that is written down by its columns."""
    if isinstance(given, ast.Dict):
        for key, value in zip(given.keys, given.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, value, ast.Tuple([key, value], ast.Load())


def _rows(tree: ast.Module, wanted: Sequence[str]) -> Iterator[tuple[str, ast.expr, ast.AST]]:
    """Yield what stands in rows that are put down one by one, and in results that are no tables, as columns do."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and method(node) == "append" and node.args:
            yield from _put_down(node.args[0])
        elif isinstance(node, ast.ListComp):
            yield from _put_down(node.elt)
        elif isinstance(node, ast.Assign) and assigned(node) in wanted:
            yield from _put_down(node.value)


def _put_down(value: ast.expr) -> Iterator[tuple[str, ast.expr, ast.AST]]:
    if isinstance(value, ast.Dict):
        yield from _entries(value)
    elif isinstance(value, ast.Tuple | ast.List):
        yield from (("", each, each) for each in value.elts)
    elif isinstance(value, ast.IfExp) or _bare(value) is not value:
        yield "", value, value


def _tests_of_words(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the tests by which a name is given one word or another, where nothing is chosen by it: a verdict."""
    told = {name for node in ast.walk(tree) if isinstance(node, ast.If) and (name := _worded_by(node))}
    testing = [*_testing(tree)]
    free = told - {each.id for part in testing for each in ast.walk(part) if isinstance(each, ast.Name)}
    yield from (node.test for node in ast.walk(tree) if isinstance(node, ast.If) and _worded_by(node) in free)


def _testing(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what is compared, and what rows and entries are chosen by."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            yield node
        elif isinstance(node, ast.Subscript):
            yield node.slice
        elif isinstance(node, ast.Call) and method(node) in _CHOOSING:
            yield from [*node.args, *node.keywords]


def _worded_by(node: ast.If) -> str | None:
    """Return the name to which an `if`, its `elif` and `else` give a word and do nothing else."""
    given = [
        _worded_by(each) if isinstance(each, ast.If) else assigned(each) if _gives_word(each) else None
        for each in (*node.body, *node.orelse)
    ]
    return given[0] if len(set(given)) == 1 else None


def _gives_word(statement: ast.stmt) -> bool:
    given = statement.value if isinstance(statement, ast.Assign) else None
    return isinstance(given, ast.Constant) and (given.value is None or isinstance(given.value, str | bool))


class _Once:
    """What the names stand for that are given a value once and read once: they stand for nothing else."""

    def __init__(self, tree: ast.Module) -> None:
        names = [each for each in ast.walk(tree) if isinstance(each, ast.Name)]
        read = Counter(each.id for each in names if isinstance(each.ctx, ast.Load))
        given = Counter(each.id for each in names if not isinstance(each.ctx, ast.Load))
        self._values = {
            name: node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and (name := assigned(node)) and read[name] == given[name] == 1
        }

    def meant(self, node: ast.expr) -> ast.expr:
        """Return what an expression stands for."""
        return self._values.get(node.id, node) if isinstance(node, ast.Name) else node


def _judged(value: ast.expr, once: _Once) -> Iterator[ast.expr]:
    """Yield the conditions that the values of a column tell the truth of."""
    value = once.meant(value)
    yield from _parts(value, once)
    yield from _worded(value, once)


def _worded(value: ast.expr, once: _Once) -> Iterator[ast.expr]:
    """Yield the conditions that words stand for; nothing of values that are computed in one case and not in another."""
    for condition, others in _cases(value, once):
        if all(_is_word(each, once) for each in others):
            yield from _parts(condition, once)
            for each in others:
                yield from _worded(once.meant(each), once)
    if isinstance(value, ast.Call) and method(value) in ("where", "mask"):
        assert isinstance(value.func, ast.Attribute)
        yield from _worded(value.func.value, once)


def _cases(value: ast.expr, once: _Once) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    """Yield each condition that values are told apart by, with what stands there by it."""
    match value:
        case ast.Lambda(body=body):
            yield from _cases(body, once)
        case ast.IfExp(test=test, body=one, orelse=other):
            yield test, [one, other]
        case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr="where"), args=[condition, one, other]) if (
            module in _MODULES
        ):
            yield condition, [one, other]
        case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr="select")) if module in _MODULES:
            given = _arguments(value, ("condlist", "choicelist", "default"))
            listed, words = (once.meant(given[name]) for name in ("condlist", "choicelist"))
            if isinstance(listed, ast.List) and isinstance(words, ast.List):
                others = [*words.elts, *([given["default"]] if "default" in given else [])]
                yield from ((condition, others) for condition in listed.elts)
        case ast.Call(func=ast.Attribute(attr="where" | "mask")):
            given = _arguments(value, ("cond", "other"))
            if "cond" in given and "other" in given:
                yield given["cond"], [given["other"]]
        case ast.Call(func=ast.Attribute(attr=called), args=[ast.Lambda(body=body), *_]) if called in _BY_ROW:
            yield from _cases(body, once)


def _arguments(node: ast.Call, names: Sequence[str]) -> dict[str, ast.expr]:
    given = dict(zip(names, node.args, strict=False))
    return given | {word.arg: word.value for word in node.keywords if word.arg}


def _is_word(value: ast.expr, once: _Once) -> bool:
    """Return whether something stands for a truth: it is said and not computed, or told by further conditions."""
    value = once.meant(value)
    return isinstance(value, ast.Constant) or ast.unparse(value) in ("np.nan", "pd.NA") or any(_cases(value, once))


def _parts(node: ast.expr, once: _Once) -> Iterator[ast.expr]:
    """Yield a truth, and what it is put together of by "and", "or" and "not"."""
    node = _bare(once.meant(node))
    yield node
    if isinstance(node, ast.Lambda):
        yield from _parts(node.body, once)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
        yield from (*_parts(node.left, once), *_parts(node.right, once))
    elif isinstance(node, ast.BoolOp):
        yield from (part for each in node.values for part in _parts(each, once))
    elif isinstance(node, ast.UnaryOp):
        yield from _parts(node.operand, once)


def _bare(value: ast.expr) -> ast.expr:
    """Return a truth without the call that makes it a plain one: of `bool(p < 0.05)`, the comparison."""
    match value:
        case ast.Call(func=ast.Name(id="bool" | "int" | "str"), args=[inner], keywords=[]):
            return inner
    return value
