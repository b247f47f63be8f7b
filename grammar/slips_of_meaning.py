"""Which data is meant, misread: the whole table for a part of it, another column, a condition less, the order turned.

Each function yields slips of right code; code with any one of them runs, and most likely gives another result.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from company.records import Column
from grammar.editing import Code, called, root_of
from grammar.misreading import Reading, Slip, column_in, is_mask
from grammar.slips import column_places, constants, lookups
from grammar.slots import literal, quoted, sayable

# the rows

_KEEPING = frozenset(
    {"copy", "dropna", "assign", "sort_values", "drop_duplicates", "head", "tail", "nlargest", "nsmallest", "drop",
     "query", "sample", "fillna", "rename", "reset_index"}
)  # fmt: skip


def wrong_source(reading: Reading) -> Iterator[Slip]:
    """A step redone on the raw table instead of the variable that was made of it."""
    code, base = reading.code, reading.scene.table.name
    origins = dict.fromkeys((name for name in reading.tables if name != base), base)
    for node in code.tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
        if not isinstance(node, ast.Assign) or not isinstance(target, ast.Name) or target.id in reading.tables:
            continue
        if _is_frame(node.value, code, reading) and root_of(node.value) != target.id:
            origins[target.id] = root_of(node.value)
    for name, origin in origins.items():
        reads = code.reads(name)
        if not reads or name in code.written or origin not in code.frames or name == reading.result[0]:
            continue
        own = {text for _, text in code.texts} & (code.frames.get(name, frozenset()) - code.frames[origin])
        if not own and _looked_up(name, code) <= code.frames[origin]:
            edits = tuple((*code.span(node), origin) for node in reads)
            yield Slip(edits, f"worked on `{origin}` instead of `{name}`", "rows")


def _is_frame(node: ast.AST, code: Code, reading: Reading) -> bool:
    if isinstance(node, ast.Name):
        return node.id in code.frames
    if isinstance(node, ast.Subscript):
        base = node.value.value if isinstance(node.value, ast.Attribute) and node.value.attr == "loc" else node.value
        return (isinstance(node.slice, ast.List) or is_mask(node.slice, code)) and _is_frame(base, code, reading)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in _KEEPING and _is_frame(node.func.value, code, reading)
    return False


def _looked_up(name: str, code: Code) -> set[str]:
    keys = [key for node in code.nodes for root, key in lookups(node) if root == name]
    return {str(constant.value) for key in keys for constant in constants(key, code)}


def wrong_filter(reading: Reading) -> Iterator[Slip]:
    """A condition left out, turned round, loosened, or on another value."""
    code = reading.code
    for node in code.nodes:
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            yield from _unfiltered(code, node)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from _compared(reading, node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
            yield from _joined(code, node)
    for call, name in reading.calls:
        yield from _limits(code, call, name)


def _unfiltered(code: Code, node: ast.Subscript) -> Iterator[Slip]:
    located = isinstance(node.value, ast.Attribute) and node.value.attr == "loc"
    base = node.value.value if located and isinstance(node.value, ast.Attribute) else node.value
    of = f"of `{base.id}` " if isinstance(base, ast.Name) else ""
    did = f"took everything {of}and left the condition out"
    if is_mask(node.slice, code):
        yield Slip(code.replaced(node, code.of(base)), did, "rows")
    if located and isinstance(node.slice, ast.Tuple) and len(node.slice.elts) == 2:
        mask, column = node.slice.elts
        if is_mask(mask, code):
            yield Slip(code.replaced(node, f"{code.of(base)}[{code.of(column)}]"), did, "rows")


_TURNED = {ast.Gt: "<", ast.GtE: "<=", ast.Lt: ">", ast.LtE: ">="}
_EDGES = {ast.GtE: ">", ast.LtE: "<"}


def _compared(reading: Reading, node: ast.Compare) -> Iterator[Slip]:
    code, operator, right = reading.code, node.ops[0], node.comparators[0]
    place = (code.span(node.left)[1], code.span(right)[0])
    column = column_in(node.left)
    what = f"{quoted(column)} with " if column and sayable(column) else "with "
    turned, edge = _TURNED.get(type(operator)), _EDGES.get(type(operator))
    if turned and isinstance(right, ast.Constant | ast.Name):
        said = code.of(right) if isinstance(right, ast.Constant) else f"`{code.of(right)}`"
        yield Slip(((*place, f" {turned} "),), f"compared {what}{said} the wrong way round", "rows")
        if edge and isinstance(right, ast.Constant):
            yield Slip(((*place, f" {edge} "),), f"left out what is exactly {said}", "rows")
    if isinstance(operator, ast.Eq) and isinstance(right, ast.Constant) and isinstance(right.value, str):
        for other in _other_values(reading, column, right.value)[:2]:
            did = f"took {quoted(other)} instead of {quoted(right.value)}"
            yield Slip(code.replaced(right, literal(other)), did, "rows")
        did = f"left out {quoted(right.value)} instead of keeping it"
        yield Slip(((*place, " != "),), did, "rows")


def _other_values(reading: Reading, column: str | None, value: str) -> list[str]:
    same = [one for var in reading.tables.values() for one in var.columns if one.name == column]
    used = {text for _, text in reading.code.texts}
    found = [text for one in same for text, _ in one.values if text != value and sayable(text) and text not in used]
    return list(dict.fromkeys(found))


def _joined(code: Code, node: ast.BinOp) -> Iterator[Slip]:
    """Conditions of which one is enough, or one of which is forgotten."""
    end, start = code.span(node.left)[1], code.span(node.right)[0]
    both = isinstance(node.op, ast.BitAnd)
    sign, other = ("&", "|") if both else ("|", "&")
    between = code.text[end:start]
    if between.count(sign) == 1:
        did = "took what meets only one of the conditions" if both else "took only what meets both conditions"
        yield Slip(((end, start, between.replace(sign, other)),), did, "rows")
    column = column_in(node.right)
    if column and sayable(column) and column != column_in(node.left):
        yield Slip(
            code.replaced(node, f"({code.of(node.left)})"), f"left out the condition on {quoted(column)}", "rows"
        )


def _limits(code: Code, call: ast.Call, name: str) -> Iterator[Slip]:
    if not isinstance(call.func, ast.Attribute):
        return
    if name == "between" and len(call.args) == 2 and not call.keywords:
        series, (low, high) = code.of(call.func.value), (code.of(one) for one in call.args)
        yield Slip(code.replaced(call, f"({series} >= {low})"), f"left out the upper limit of {high}", "rows")
        yield Slip(code.replaced(call, f"({series} <= {high})"), f"left out the lower limit of {low}", "rows")
    values = call.args[0] if name == "isin" and call.args else None
    if isinstance(values, ast.List) and len(values.elts) > 1 and isinstance(values.elts[-1], ast.Constant):
        kept = f"[{', '.join(code.of(one) for one in values.elts[:-1])}]"
        yield Slip(code.replaced(values, kept), f"forgot about {code.of(values.elts[-1])}", "rows")
    if name == "dropna" and not call.args and not call.keywords:
        yield Slip(code.replaced(call, code.of(call.func.value)), "left the missing values in", "rows")


# the columns


def wrong_column(reading: Reading) -> Iterator[Slip]:
    """Another column of the same sort."""
    code = reading.code
    places = column_places(code)
    used = {text for _, text in code.texts}
    for column in sorted({str(node.value) for node in places}):
        kinds = _columns(reading, column)
        for other in [name for name in _likes(reading, column, kinds) if name not in used][:3]:
            new = literal(other)
            edits = tuple((*code.span(node), new) for node in places if node.value == column)
            yield Slip(edits, f"took {quoted(other)} instead of {quoted(column)}", "values")


def _columns(reading: Reading, name: str) -> list[Column]:
    return [one for var in reading.tables.values() for one in var.columns if one.name == name]


def _likes(reading: Reading, name: str, same: list[Column]) -> list[str]:
    """Columns of the like sort that stand in every frame in which this one does, those nearest by position first."""
    if not same or not sayable(name):
        return []
    frames = [set(columns) for columns in reading.code.frames.values() if name in columns]
    shared = set.intersection(*frames) if frames else set()
    likes = [
        one
        for one in reading.scene.table.columns
        if one.name in shared and one.name != name and sayable(one.name) and _sort(one) == _sort(same[0])
    ]
    return [one.name for one in sorted(likes, key=lambda one: abs(one.position - same[0].position))]


def _sort(column: Column) -> str:
    if column.numeric and column.role in ("measure", "ordered_category"):
        return "number"
    return "group" if column.role in ("category", "flag", "ordered_category") else column.role


def other_columns(reading: Reading) -> Iterator[Slip]:
    """One column or group too few or too many."""
    code = reading.code
    known = {column for columns in code.frames.values() for column in columns}
    keys = {id(call.args[0]) for call, name in code.calls if name == "groupby" and call.args}
    for node in code.nodes:
        if not isinstance(node, ast.List) or len(node.elts) < 2:
            continue
        names = [one.value for one in node.elts if isinstance(one, ast.Constant) and one.value in known]
        if len(names) < len(node.elts) or not all(sayable(str(name)) for name in names):
            continue
        fewer = f"[{', '.join(code.of(one) for one in node.elts[:-1])}]"
        if id(node) in keys:
            yield Slip(code.replaced(node, fewer), f"forgot to group by {quoted(str(names[-1]))} as well", "columns")
            continue
        last = str(names[-1])
        if sum(text == last for _, text in code.texts) == 1:  # what is used further on would be missed there
            yield Slip(code.replaced(node, fewer), f"left out {quoted(last)}", "columns")
        for more in [one for one in _likes(reading, last, _columns(reading, last)) if one not in names][:2]:
            longer = f"[{', '.join([*(code.of(one) for one in node.elts), literal(more)])}]"
            yield Slip(code.replaced(node, longer), f"also took {quoted(more)}, which nobody asked for", "columns")
    for node in code.nodes:
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name):
            picked = isinstance(node.slice, ast.List | ast.Name) and not is_mask(node.slice, code)
            if picked and node.value.id in reading.tables:
                did = f"took every column of `{node.value.id}`"
                yield Slip(code.replaced(node, node.value.id), did, "columns")


# the order

_HIGH = "sorted from low to high instead of from high to low"
_LOW = "sorted from high to low instead of from low to high"
_OPPOSITE = {
    "nlargest": ("nsmallest", "took the smallest instead of the largest"),
    "nsmallest": ("nlargest", "took the largest instead of the smallest"),
    "idxmax": ("idxmin", "looked for the lowest instead of the highest"),
    "idxmin": ("idxmax", "looked for the highest instead of the lowest"),
}


def wrong_order(reading: Reading) -> Iterator[Slip]:
    """The order turned round, or the other end of it taken."""
    code = reading.code
    for call, name in reading.calls:
        function = call.func
        if not isinstance(function, ast.Attribute):
            continue
        if name in _OPPOSITE:
            new, did = _OPPOSITE[name]
            yield Slip((code.attribute(function, new),), did, "values")
        if name in ("sort_values", "sort_index"):
            told = [one for one in call.keywords if one.arg == "ascending"]
            if told and code.of(told[0].value) in ("True", "False"):
                down = code.of(told[0].value) == "False"
                yield Slip(code.replaced(told[0].value, str(down)), _HIGH if down else _LOW, "values")
            elif not told:
                end = code.span(call)[1] - 1
                comma = ", " if call.args or call.keywords else ""
                yield Slip(((end, end, f"{comma}ascending=False"),), _LOW, "values")
            yield Slip(code.replaced(call, code.of(function.value)), "did not sort anything", "values")
    for node in code.nodes:
        if isinstance(node, ast.Lambda) and isinstance(node.body, ast.UnaryOp) and isinstance(node.body.op, ast.USub):
            yield Slip(code.replaced(node.body, code.of(node.body.operand)), _HIGH, "values")


def axes_swapped(reading: Reading) -> Iterator[Slip]:
    """What belongs on the one axis drawn on the other."""
    for call, name in reading.calls:
        if name in ("scatter", "plot") and len(call.args) == 2 and called(call.args[0]) != "range":
            first, second = (reading.code.of(one) for one in call.args)
            places = [reading.code.span(one) for one in call.args]
            yield Slip(((*places[0], second), (*places[1], first)), "swapped the two axes", "values")
