"""Slips of meaning: the wrong whole, gaps that count, steps in the wrong order, figures of the wrong level or period.

Each function yields slips of right code; code with any one of them runs, and looks like an honest answer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from grammar.editing import Code, called, root_of
from grammar.misreading import Reading, Slip, is_mask
from grammar.private import rules_of_house
from grammar.slots import literal, quoted, sayable

# the whole that shares are of


def wrong_whole(reading: Reading) -> Iterator[Slip]:
    """Shares and rates of something else than the total that is meant."""
    code = reading.code
    for node in code.nodes:
        right = node.right if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) else None
        if isinstance(right, ast.Call) and called(right) == "sum" and not right.args and not right.keywords:
            assert isinstance(right.func, ast.Attribute)
            did = "divided by the largest value instead of the total"
            yield Slip((code.attribute(right.func, "max"),), did, "values")
    for call, name in reading.calls:
        if name == "value_counts" and isinstance(call.func, ast.Attribute):
            yield from _shares_of_more(reading, call, call.func)
        if name == "div" and isinstance(call.func, ast.Attribute):
            table = code.of(call.func.value)
            yield Slip(
                code.replaced(call, f"({table} / {table}.to_numpy().sum())"),
                "divided by everything instead of each line's own total",
                "values",
            )


def _shares_of_more(reading: Reading, call: ast.Call, function: ast.Attribute) -> Iterator[Slip]:
    code = reading.code
    if not any(one.arg == "normalize" and code.of(one.value) == "True" for one in call.keywords):
        return
    counts, own, base = f"{code.of(function.value)}.value_counts()", root_of(function), reading.scene.table.name
    for whole in dict.fromkeys((base, own)):
        if whole in code.frames:
            did = f"divided by the number of all rows in `{whole}`"
            yield Slip(code.replaced(call, f"({counts} / len({whole}))"), did, "values")


# missing values

_SKIPPING = frozenset({"mean", "median", "std", "var", "min"})


def leaked_gaps(reading: Reading) -> Iterator[Slip]:
    """Missing values that count as zero, and rows that are lost for a gap somewhere else."""
    code = reading.code
    for call, name in reading.calls:
        function = call.func
        if not isinstance(function, ast.Attribute):
            continue
        inner = function.value
        column = isinstance(inner, ast.Subscript) and isinstance(inner.slice, ast.Constant)
        if name == "dropna" and not call.args and not call.keywords and column and _numbers(reading, inner):
            did = "counted missing values as zero"
            yield Slip((*code.replaced(call, f"{code.of(inner)}.fillna(0)"),), did, "values")
        if name in _SKIPPING and not call.args and column and root_of(inner) in code.frames:
            assert isinstance(inner, ast.Subscript)
            if isinstance(inner.value, ast.Name) and _numbers(reading, inner):
                yield Slip(
                    code.replaced(inner, f"{code.of(inner)}.fillna(0)"), "counted missing values as zero", "values"
                )
        if name == "groupby" and isinstance(inner, ast.Name) and _with_gaps(reading, inner.id):
            did = f"lost every row of `{inner.id}` that has a gap in any column"
            yield Slip(code.replaced(inner, f"{inner.id}.dropna()"), did, "values")
        if name == "fillna" and call.args and isinstance(call.args[0], ast.Call) and _numbers(reading, inner):
            yield Slip(code.replaced(call.args[0], "0"), "filled the gaps with zero", "values")


def _numbers(reading: Reading, node: ast.expr) -> bool:
    """Whether an expression takes a column of numbers that has gaps."""
    key = node.slice if isinstance(node, ast.Subscript) else None
    name = key.value if isinstance(key, ast.Constant) else None
    same = [column for var in reading.tables.values() for column in var.columns if column.name == name]
    return any(column.numeric and column.missing for column in same)


def _with_gaps(reading: Reading, name: str) -> bool:
    """Whether a frame has gaps, and still some rows where columns with many gaps are left out."""
    var = reading.tables.get(name)
    gaps = [column.missing for column in var.columns] if var else []
    return bool(var) and 0 < sum(gaps) < 0.8 * var.rows if var else False


# steps in the wrong order


def wrong_turn(reading: Reading) -> Iterator[Slip]:
    """A cut before the order is made, a limit before the condition."""
    code = reading.code
    for call, name in reading.calls:
        inner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if inner is None:
            continue
        first = ", ".join(code.of(one) for one in (*call.args, *call.keywords))
        if name in ("head", "tail") and called(inner) == "sort_values" and isinstance(inner, ast.Call):
            assert isinstance(inner.func, ast.Attribute)
            source, sort = code.of(inner.func.value), ", ".join(code.of(one) for one in (*inner.args, *inner.keywords))
            text = f"{source}.{name}({first}).sort_values({sort})"
            yield Slip(code.replaced(call, text), "cut the rows off before they were sorted", "values")
        masked = isinstance(inner, ast.Subscript) and is_mask(inner.slice, code) and isinstance(inner.value, ast.Name)
        if masked and name in ("nlargest", "nsmallest", "head", "drop_duplicates"):
            assert isinstance(inner, ast.Subscript)
            text = f"{code.of(inner.value)}.{name}({first}).loc[{code.of(inner.slice)}]"
            yield Slip(code.replaced(call, text), "took the rows first and filtered them afterwards", "rows")
        if name == "cumsum" and isinstance(inner, ast.Name):
            text = f"{inner.id}.sort_index().cumsum()"
            yield Slip(code.replaced(call, text), "added up by label instead of by size", "values")


# joins


def multiplied_rows(reading: Reading) -> Iterator[Slip]:
    """A join on a key that is not unique any more: the figures of groups are joined row by row."""
    code = reading.code
    joins = {code.of(call.args[0]): call for call, name in reading.calls if name == "merge" and call.args}
    for node in code.tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
        if not isinstance(node, ast.Assign) or not isinstance(target, ast.Name) or target.id not in joins:
            continue
        found = _group_figures(node.value)
        frame = root_of(node.value)
        if found is None or frame not in reading.tables or reading.tables[frame].rows > _JOINED:
            continue
        group, column, name = found
        rows = f"{frame}[[{literal(group)}, {literal(column)}]].rename(columns={{{literal(column)}: {literal(name)}}})"
        edits = (*code.replaced(node.value, rows), *_labels_put_back(code))
        yield Slip(edits, "joined every row of a group with every other one", "rows")


_JOINED = 2_000
"""Rows of a table that may be joined with each other."""


def _group_figures(node: ast.expr) -> tuple[str, str, str] | None:
    """Group, column and new name in `frame.groupby(group)[column].figure().rename(name).reset_index()`."""
    texts = [
        each.args[0].value
        for each in ast.walk(node)
        if isinstance(each, ast.Call)
        and called(each) in ("groupby", "rename")
        and each.args
        and isinstance(each.args[0], ast.Constant)
    ]
    keys = [each.slice for each in ast.walk(node) if isinstance(each, ast.Subscript)]
    columns = [key.value for key in keys if isinstance(key, ast.Constant)]
    if called(node) != "reset_index" or len(texts) != 2 or len(columns) != 1:
        return None
    return str(texts[1]), str(columns[0]), str(texts[0])


def _labels_put_back(code: Code) -> Iterator[tuple[int, int, str]]:
    """Statements that give a joined frame the labels of the old one, taken out."""
    for node in code.tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(target, ast.Attribute) and target.attr == "index":
            yield (*code.span(node), "")


# levels

_MEANS = frozenset({"mean", "median", "std"})


def wrong_level(reading: Reading) -> Iterator[Slip]:
    """A mean of group means, and figures of everything where those of a group are meant."""
    code = reading.code
    for call, name in reading.calls:
        inner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if not isinstance(inner, ast.Subscript) or not isinstance(inner.slice, ast.Constant):
            continue
        column, frame = code.of(inner.slice), root_of(inner)
        if name in _MEANS and not call.args and frame in code.frames:
            yield from _figures_of_groups(reading, call, inner, name)
        if name in ("transform", "rank") and called(inner.value) == "groupby":
            arguments = ", ".join(code.of(one) for one in (*call.args, *call.keywords))
            first = call.args[0] if call.args else None
            statistic = str(first.value) if isinstance(first, ast.Constant) else ""
            text = f"{frame}[{column}].{f'{statistic}()' if name == 'transform' else f'rank({arguments})'}"
            if statistic or name == "rank":
                yield Slip(code.replaced(call, text), "took everything as one group", "values")


def _figures_of_groups(reading: Reading, call: ast.Call, inner: ast.Subscript, name: str) -> Iterator[Slip]:
    code, column = reading.code, reading.code.of(inner.slice)
    frame = root_of(inner)
    used = {text for _, text in code.texts}
    for other in _groupings(reading, frame, used)[:2]:
        key = literal(other)
        did = f"took the {name} of the figures by {quoted(other)}"
        if isinstance(inner.value, ast.Name):
            text = f"{frame}.groupby({key})[{column}].{name}().{name}()"
            yield Slip(code.replaced(call, text), did, "values")
        grouped = inner.value
        if called(grouped) == "groupby" and isinstance(grouped, ast.Call) and isinstance(grouped.func, ast.Attribute):
            group = grouped.args[0] if len(grouped.args) == 1 and not grouped.keywords else None
            if isinstance(group, ast.Constant) and isinstance(grouped.func.value, ast.Name):
                both = f"{frame}.groupby([{code.of(group)}, {key}])[{column}].{name}()"
                yield Slip(code.replaced(call, f"{both}.groupby(level=0).{name}()"), did, "values")


def _groupings(reading: Reading, frame: str, used: set[str]) -> list[str]:
    """Columns of a frame that rows can be grouped by, and that the code does not use."""
    groups = [column.name for column in reading.scene.table.groups() if column.name in code_columns(reading, frame)]
    return [name for name in groups if name not in used and sayable(name)]


def code_columns(reading: Reading, frame: str) -> frozenset[str]:
    """The columns that a frame has as far as its code tells."""
    return reading.code.frames.get(frame, frozenset())


# periods and positions


def wrong_period(reading: Reading) -> Iterator[Slip]:
    """One off: the step before last, a neighbouring year, the second entry for the first."""
    code = reading.code
    for call, name in reading.calls:
        function, number = call.func, call.args[0] if call.args else None
        if name in ("diff", "pct_change") and isinstance(function, ast.Attribute) and not call.args:
            text = f"{code.of(function)}(2)"
            yield Slip(code.replaced(call, text), "compared with the last but one instead of the last", "values")
        if name == "shift" and isinstance(number, ast.Constant) and number.value == 1:
            yield Slip(code.replaced(number, "-1"), "compared with the next one instead of the last one", "values")
            yield Slip(code.replaced(number, "2"), "compared with the last but one instead of the last", "values")
    for node in code.nodes:
        year = node.comparators[0] if isinstance(node, ast.Compare) and len(node.ops) == 1 else None
        if isinstance(year, ast.Constant) and isinstance(year.value, int) and 1700 < year.value < 2200:
            did = f"took {year.value - 1} instead of {year.value}"
            yield Slip(code.replaced(year, str(year.value - 1)), did, "values")
        at = node.slice if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) else None
        if isinstance(at, ast.Constant) and at.value == 0 and isinstance(at.value, int):
            assert isinstance(node, ast.Subscript)
            if isinstance(node.value, ast.Attribute) and node.value.attr in ("index", "iloc"):
                yield Slip(code.replaced(at, "1"), "took the second instead of the first", "values")


# directions


def wrong_axis(reading: Reading) -> Iterator[Slip]:
    """Totals and shares along the other direction."""
    code = reading.code
    for call, name in reading.calls:
        for keyword in call.keywords:
            value = code.of(keyword.value)
            if keyword.arg == "normalize" and value.strip("'\"") in ("index", "columns"):
                other = "'columns'" if "index" in value else "'index'"
                yield Slip(code.replaced(keyword.value, other), "took shares along the other direction", "values")
        if name == "div" and isinstance(call.func, ast.Attribute):
            told = {keyword.arg: keyword.value for keyword in call.keywords}
            whole = call.args[0] if call.args else told.get("other")
            axes = [one for one in (told.get("axis"), _axis_of(whole)) if one is not None]
            if len(axes) == 2 and all(code.of(one) in ("0", "1") for one in axes):
                edits = tuple((*code.span(one), "1" if code.of(one) == "0" else "0") for one in axes)
                yield Slip(edits, "took shares along the other direction", "values")


def _axis_of(node: ast.expr | None) -> ast.expr | None:
    keywords = node.keywords if isinstance(node, ast.Call) and called(node) == "sum" else []
    return next((one.value for one in keywords if one.arg == "axis"), None)


# the private library


def house_rule(reading: Reading) -> Iterator[Slip]:
    """A private function called as though it did what its public counterpart does."""
    code = reading.code
    for call, name in reading.calls:
        rules = rules_of_house().get(name, frozenset()) if isinstance(call.func, ast.Name) else frozenset()
        for told in [keyword for keyword in call.keywords if keyword.arg in rules]:
            kept = [code.of(each) for each in (*call.args, *call.keywords) if each is not told]
            did = f"passed over what the documentation of `{name}` says of `{told.arg}`"
            yield Slip(code.replaced(call, f"{name}({', '.join(kept)})"), did, "values")
