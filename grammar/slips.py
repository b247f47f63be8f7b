"""Mistakes about the table, as a language model makes them: columns by wrong names, values of the wrong shape.

Each function yields edits of right code, any one of which is a mistake.
"""

from __future__ import annotations

import ast
import random
import re
import string
from collections.abc import Iterator

from grammar.editing import Code, Edits, called, root_of, under_accessor
from grammar.slots import literal

# KeyError: a column by a name that it does not have

_BY_POSITION = frozenset({"groupby", "sort_values", "set_index"})
_BY_KEYWORD = frozenset({"by", "subset", "columns", "index", "values", "on", "id_vars", "value_vars"})
_KEYED = frozenset(
    {
        "groupby",
        "sort_values",
        "set_index",
        "drop",
        "dropna",
        "drop_duplicates",
        "pivot_table",
        "pivot",
        "melt",
        "merge",
    }
)
_SYNONYMS = {
    "price": "cost", "cost": "price", "amount": "value", "region": "area", "salary": "income",
    "type": "category", "category": "type", "sex": "gender", "gender": "sex", "rating": "score", "score": "rating",
    "quantity": "qty", "units": "quantity", "country": "nation", "city": "town", "distance": "dist", "item": "name",
    "sugar": "sugars", "weight": "mass", "duration": "months", "manufacturer": "brand", "rooms": "bedrooms",
}  # fmt: skip


def wrong_columns(code: Code, chance: random.Random) -> Iterator[Edits]:
    """A column's name as a model remembers it: in lower case, with underscores, stripped, or by a synonym."""
    places = column_places(code)
    taken = {name for columns in code.known.values() for name in columns}
    taken |= {text for _, text in code.texts}
    for column in sorted({str(node.value) for node in places}):
        wrong = [name for name in _misremembered(column) if name and name not in taken]
        if wrong:
            new = literal(chance.choice(wrong[:3]))
            yield tuple((*code.span(node), new) for node in places if node.value == column)


def _misremembered(name: str) -> list[str]:
    """Likely wrong versions of a column's name, likeliest first."""
    bare = name.strip()
    snake = re.sub(r"[\s\-]+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", bare)).lower()
    wrong = [bare, snake, bare.lower(), bare.replace(" ", "_")]
    if "_" in name:
        wrong += [bare.replace("_", " ").title(), bare.replace("_", " "), bare.replace("_", "")]
    words = snake.split("_")
    known = [_SYNONYMS.get(word, word) for word in words]
    if known != words:
        wrong.append("_".join(known))
    if len(words) == 1 and len(bare) > 2 and bare.isascii():
        wrong.append(bare[:-1] if bare.endswith("s") and not bare.endswith("ss") else f"{bare}s")
    wrong.append(string.capwords(bare))
    return [one for one in dict.fromkeys(wrong) if one != name]


def column_places(code: Code) -> list[ast.Constant]:
    """Where the code looks a known column up by its name, so that a wrong name raises."""
    found: dict[int, ast.Constant] = {}
    for node in code.nodes:
        for root, key in lookups(node):
            for constant in constants(key, code):
                if constant.value in code.frames.get(root, ()):
                    found[id(constant)] = constant
    return list(found.values())


def lookups(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What a part of the code looks up by name, with the variable in which it does."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield root_of(node.value), node.slice
    if isinstance(node, ast.Call) and called(node) in _KEYED and isinstance(node.func, ast.Attribute):
        root = root_of(node.func)
        if called(node) in _BY_POSITION:
            yield from ((root, argument) for argument in node.args[:1])
        yield from ((root, one.value) for one in node.keywords if one.arg in _BY_KEYWORD)
    if isinstance(node, ast.Call) and (frame := next((one.value for one in node.keywords if one.arg == "data"), None)):
        yield from ((root_of(frame), one.value) for one in node.keywords if one.arg in ("x", "y", "hue"))


def constants(node: ast.AST, code: Code) -> Iterator[ast.Constant]:
    """The texts in an expression, those in a list that it names included."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, ast.List | ast.Tuple):
        for element in node.elts:
            yield from constants(element, code)
    elif isinstance(node, ast.Name):
        lists = (made for made in code.nodes if isinstance(made, ast.Assign) and isinstance(made.value, ast.List))
        for made in lists:
            if code.of(made.targets[0]) == node.id:
                yield from constants(made.value, code)


# ValueError: the wrong shape, the wrong number of things, text where numbers belong

_PARSERS = {"%d/%m/%Y": "%Y-%m-%d", "%Y-%m-%d": "%d/%m/%Y", "%m/%d/%Y": "%Y-%m-%d"}
_FITS = frozenset({"fit", "fit_transform", "fit_predict"})


def wrong_values(code: Code, chance: random.Random) -> Iterator[Edits]:
    """Masks joined by `and`, one-dimensional input, splits unpacked out of order, labels that do not match edges."""
    for node in code.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
            yield from _words_for_signs(code, node)
        if isinstance(node, ast.Assign):
            yield from _unpacked(code, node)
            yield from _renamed(code, node)
    for call, name in code.calls:
        yield from _cleaned_badly(code, call, name)
        yield from _misstated(code, call, name)
        if name == "corr" and not call.args and not call.keywords:
            yield from _whole_frame(code, call)
        if name in ("cut", "qcut"):
            yield from _too_few_edges(code, call)
        if name == "plot" and len(call.args) > 1 and called(call.args[0]) == "range":
            yield from _shorter(code, call.args[0])
    yield from _one_dimension(code)


def _misstated(code: Code, call: ast.Call, name: str) -> Iterator[Edits]:
    """Values that an argument does not allow: 25 for a quarter, another date format, a statistic by another name."""
    for value in (*call.args[:1], *(one.value for one in call.keywords if one.arg in ("q", "format"))):
        constant = value.value if isinstance(value, ast.Constant) else None
        if name == "quantile" and isinstance(constant, float) and 0 < constant < 1:
            yield code.replaced(value, f"{constant * 100:g}")
        if name == "transform" and constant == "mean":
            yield code.replaced(value, "'average'")
        if name == "to_datetime" and constant in _PARSERS:
            yield code.replaced(value, literal(_PARSERS[str(constant)]))
    function = call.func
    if name == "pivot_table" and isinstance(function, ast.Attribute) and root_of(function) != "pd":
        kept = [one for one in call.keywords if one.arg in ("index", "columns", "values")]
        if len(kept) == 3:
            arguments = ", ".join(code.of(one) for one in kept)
            yield code.replaced(call, f"{code.of(function.value)}.pivot({arguments})")


def _words_for_signs(code: Code, node: ast.BinOp) -> Iterator[Edits]:
    """`and` for `&`: the truth of a series is ambiguous."""
    if "[" not in code.of(node) or "set(" in code.of(node):
        return
    end, start = code.span(node.left)[1], code.span(node.right)[0]
    between = code.text[end:start]
    sign, word = ("&", "and") if isinstance(node.op, ast.BitAnd) else ("|", "or")
    yield ((end, start, between.replace(sign, word)),)


def _unpacked(code: Code, node: ast.Assign) -> Iterator[Edits]:
    target = node.targets[0]
    if not isinstance(target, ast.Tuple) or not isinstance(node.value, ast.Call):
        return
    names = [code.of(each) for each in target.elts]
    if called(node.value) == "train_test_split" and len(names) == 4:
        yield code.replaced(target, ", ".join((names[0], names[2], names[1], names[3])))
    elif len(names) > 2:
        yield code.replaced(target, ", ".join(names[:2]))


def _renamed(code: Code, node: ast.Assign) -> Iterator[Edits]:
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Attribute) and target.attr == "columns" and isinstance(value, ast.List) and value.elts:
        if len(value.elts) > 1:
            yield code.replaced(value, f"[{', '.join(code.of(each) for each in value.elts[:-1])}]")
        else:
            yield code.replaced(value, f"['index', {code.of(value.elts[0])}]")


def _cleaned_badly(code: Code, call: ast.Call, name: str) -> Iterator[Edits]:
    """Text turned into numbers without taking off what stands around the number, or without the mapping."""
    inner = call.func.value if isinstance(call.func, ast.Attribute) else call
    numbers = name == "astype" and bool(call.args) and code.of(call.args[0]) in ("float", "int")
    if numbers and (cleaned := under_accessor(inner, "str")) is not None:
        yield code.replaced(inner, code.of(cleaned))
    text = under_accessor(call.args[0], "str") if name == "to_numeric" and call.args and not call.keywords else None
    if text is not None:
        yield code.replaced(call, f"{code.of(text)}.astype(float)")


def _whole_frame(code: Code, call: ast.Call) -> Iterator[Edits]:
    """Correlations of the whole frame, texts included."""
    frame = call.func.value if isinstance(call.func, ast.Attribute) else None
    several = isinstance(frame, ast.Subscript) and isinstance(frame.slice, ast.List | ast.Name)
    if several and isinstance(frame, ast.Subscript) and code.of(frame.value) in code.known:
        yield code.replaced(frame, code.of(frame.value))


def _too_few_edges(code: Code, call: ast.Call) -> Iterator[Edits]:
    labels = [one.value for one in call.keywords if one.arg == "labels" and isinstance(one.value, ast.List)]
    edges = [one.value for one in call.keywords if one.arg == "bins"] + call.args[1:2]
    for edge in edges:
        if labels and isinstance(edge, ast.List) and len(edge.elts) > 2:
            yield code.replaced(edge, f"[{', '.join(code.of(each) for each in edge.elts[1:])}]")
        elif labels and isinstance(edge, ast.Constant) and isinstance(edge.value, int):
            yield code.replaced(edge, str(edge.value - 1 if edge.value > 2 else edge.value + 1))


def _shorter(code: Code, call: ast.expr) -> Iterator[Edits]:
    """A range that ends one too early, as inclusive counting would have it."""
    last = call.args[-1] if isinstance(call, ast.Call) and call.args else None
    if isinstance(last, ast.Constant) and isinstance(last.value, int) and last.value > 2:
        yield code.replaced(last, str(last.value - 1))


def _one_dimension(code: Code) -> Iterator[Edits]:
    """A series where scikit-learn expects a table with one column."""
    if not any(name in _FITS for _, name in code.calls):
        return
    for node in code.nodes:
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.List) and len(node.slice.elts) == 1:
            yield code.replaced(node.slice, code.of(node.slice.elts[0]))
