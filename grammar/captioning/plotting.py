"""Draws a figure that a question asks for: it reads the question's words, and rounds numbers that are too many."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

from grammar.captioning.planning import _MANY, SUMS, called, groups_of, spelled_out
from grammar.slots import literal
from grammar.steps.dating import format_told

_CODE = {"mean": "mean", "median": "median", "highest": "max", "lowest": "min", "standard deviation of": "std"}
_NAMES = {"standard deviation of": "standard deviation of {}", "highest": "maximum {}", "lowest": "minimum {}"}
_STEPS = 7
"""About how many places there are along the axis."""
_LEGEND = 'ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, frameon=False)'
"""Above the axes, where it hides nothing."""
_WHISKERS = 1.5
"""Widths of the middle half of the values within which the others are drawn."""
_LEAST = 3
"""Rows that a value is made of, at the least; more after a figure that could not be read."""
_PART_OF_YEAR, _PART_OF_MONTH = 36, 3
"""Days that the first or last year or month lacks beyond what others do, from which on it is not whole."""
_UNBROKEN = '''
def unbroken(line):
    """Return the longest part of a line that leads across no place without a value."""
    line = line.reindex(places)
    missing = line.isna()
    if not isinstance(places, pd.CategoricalIndex) and not pd.api.types.is_string_dtype(places):
        apart = places.to_series().diff()
        if (apart.dropna() <= 1.15 * apart.min()).mean() >= 0.5:
            missing = missing | (apart > 1.5 * apart.min())
    part = missing.cumsum()[line.notna()]
    return line.dropna()[part == part.mode().min()]

'''
"""Lines of an axis in even steps end where a place is missing; the script that is written has this function."""
_LARGE = 10_000
"""Numbers from which on the axis sets their digits apart, and does not count in powers of ten."""
_LETTERS = 40
"""Letters of all labels along an axis, up to which they stand side by side."""


def plot_figure(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `plot_figure` brief."""
    columns = {column["name"]: column for column in brief["table"]["columns"]}
    figure = brief["figure"]
    x, y, *by = figure["columns"]
    how = next(each for each in SUMS if f"How does the {each} {called(y)} change" in figure["question"])
    lines = [
        "import matplotlib.pyplot as plt",
        "import pandas as pd",
        "",
        f'df = pd.read_csv("{brief["table"]["file"]}")',
    ]
    lines += _along(columns[x])
    if by:
        lines += _apart(columns[by[0]], brief["table"].get("meanings", {}).get(by[0], ""))
    keys = '["along", "apart"]' if by else '"along"'
    lines.append(f'grouped = df.groupby({keys}, observed=True)["{y}"]')
    least = _LEAST * 4 ** len(brief.get("failures", ()))
    lines.append(f"summed = grouped.{_CODE[how]}()[grouped.count() >= {least}]")
    if by:
        lines.append('summed = summed.unstack("apart")')
    if figure["chart"] != "bar":
        lines += [_UNBROKEN, _places(columns[x])]
    drawing = _panels if figure["chart"] == "panels" else _drawn
    first, *rest = drawing(figure["chart"], axis_name(how, y), along_name(columns[x]), by)
    lines += [first, *_order(columns[x], figure["chart"]), *rest, *_ticks(columns[x], columns[y], figure["chart"])]
    lines.append("fig.tight_layout()")
    return {"code": "\n".join(lines) + "\n"}


def axis_name(how: str, y: str) -> str:
    """Return what the vertical axis is called."""
    name = _NAMES.get(how, f"{how} {{}}").format(called(y))
    return name[:1].upper() + name[1:]


def along_name(column: Mapping[str, Any]) -> str:
    """Return what the horizontal axis is called; where numbers are put together, in which steps."""
    name = called(column["name"])
    rounded = (
        column["role"] not in ("date", "ordered_category") and column.get("numeric") and column["distinct"] > _MANY
    )
    return f"{name} in steps of {float(step_of(column)):,.6g}" if rounded else name


def dates_line(column: Mapping[str, Any]) -> str:
    """Return the line that reads dates as they are written, so that none with the day first is lost or turned round."""
    written = format_told(column)
    told = f", format={literal(written)}" if written else ""
    return f'dates = pd.to_datetime(df["{column["name"]}"]{told}, errors="coerce")'


def _along(column: Mapping[str, Any]) -> list[str]:
    """Return the lines that put the horizontal axis into the column "along"."""
    name = column["name"]
    if column["role"] == "date":
        return [
            dates_line(column),
            "many = dates.dt.year.nunique() >= 5",
            'periods = dates.dt.to_period("Y" if many else "M")',
            'ends = dates.groupby(periods).agg(["min", "max"])',
            'before, after = ends["min"] - ends.index.start_time, ends.index.end_time - ends["max"]',
            f"most = pd.Timedelta(days={_PART_OF_YEAR} if many else {_PART_OF_MONTH})",
            "late, early = before.iloc[0] - before.median() > most, after.iloc[-1] - after.median() > most",
            "whole = dates.between(ends.index[int(late)].start_time, ends.index[-1 - int(early)].end_time)",
            'df["along"] = (dates.dt.year if many else periods.dt.to_timestamp()).where(whole)',
        ]
    if column["role"] == "ordered_category":
        order = list(column.get("order") or ())
        ordered = f'pd.Categorical(df["{name}"], {order!r}, ordered=True)' if order else f'df["{name}"]'
        return [f'df["along"] = {ordered}']
    if not column.get("numeric"):
        return [f'df["along"] = df["{name}"].astype(str).str.extract(r"(-?\\d+(?:\\.\\d+)?)")[0].astype(float)']
    if column["distinct"] <= _MANY:
        return [f'df["along"] = df["{name}"]']
    step = step_of(column)
    rounded = f'df["along"] = ((df["{name}"] / {step}).round() * {step}).round(6)'
    return [rounded, *_without_tails(column, float(step))]


def _places(column: Mapping[str, Any]) -> str:
    """Return the line that lists the places along the axis at which the table has any rows."""
    if column["role"] == "ordered_category" and column.get("order"):
        return 'places = df["along"].cat.remove_unused_categories().cat.categories'
    return 'places = pd.Index(sorted(df["along"].dropna().unique()))'


def _without_tails(column: Mapping[str, Any], step: float) -> list[str]:
    """Return the line that leaves out what lies far from most values, where anything does: it would fill the axis."""
    low, _, high = column.get("quartiles") or (column["minimum"], 0, column["maximum"])
    if low == high:
        return []
    reach = _WHISKERS * (high - low)
    first, last = (math.ceil((low - reach) / step) * step, math.floor((high + reach) / step) * step)
    if column["minimum"] >= first - step and column["maximum"] <= last + step:
        return []
    return [f'df = df[df["along"].between({max(first, column["minimum"] - step):.6g}, {last:.6g})]']


def step_of(column: Mapping[str, Any]) -> str:
    """Return the round step in which a column's numbers are put together, as Python."""
    low, _, high = column.get("quartiles") or (0, 0, 0)
    # Where half of the values are one, the quartiles say nothing of how far the others reach.
    across = (high - low) * 2.2 if high > low else column["maximum"] - column["minimum"]
    width = max(across, 1e-9) / _STEPS
    power = 10.0 ** math.floor(math.log10(width))
    step = next(each * power for each in (1, 2, 5, 10) if each * power >= width * 0.999)
    return f"{step:.6g}"


def _apart(column: Mapping[str, Any], meaning: str) -> list[str]:
    """Return the lines that put the names of the lines into the column "apart"."""
    name, words = column["name"], called(column["name"])
    if column["role"] == "measure":
        return [
            f'middle = df["{name}"].median()',
            f'above, below = f"{words} above {{middle:,.6g}}", f"{words} up to {{middle:,.6g}}"',
            f'df["apart"] = (df["{name}"] > middle).map({{True: above, False: below}}).where(df["{name}"].notna())',
        ]
    values = groups_of(column)
    if spelled := spelled_out(values, meaning):
        return [f'df["apart"] = df["{name}"].map({spelled!r})']
    plain = values and all(
        value[:1].isalpha() and value.casefold() not in ("yes", "no", "true", "false") for value in values
    )
    if plain:
        chosen = "notna()" if len(values) == column["distinct"] else f"astype(str).isin({values!r})"
        return [f'df["apart"] = df["{name}"].astype(str).str.replace("_", " ").where(df["{name}"].{chosen})']
    if column.get("numeric"):
        return [f'df["apart"] = df["{name}"].map("{words} {{:g}}".format).where(df["{name}"].notna())']
    return [f'df["apart"] = ("{words} " + df["{name}"].astype(str)).where(df["{name}"].notna())']


def _drawn(chart: str, y: str, x: str, by: list[str]) -> list[str]:
    lines = ["fig, ax = plt.subplots(figsize=(6, 4))"]
    if chart == "bar":
        lines.append("summed = summed.dropna()")
        lines.append(
            'summed.index = [f"{each:,.10g}" if isinstance(each, float) else str(each) for each in summed.index]'
        )
        lines.append("summed.plot.bar(ax=ax, legend=False)")
    elif by:
        lines += [
            "for name, line in summed.items():",
            "    line = unbroken(line)",
            "    if len(line) >= 4:",
            '        ax.plot(line.index, line, marker="o", label=name)',
        ]
    else:
        lines += ["line = unbroken(summed)", 'ax.plot(line.index, line, marker="o")']
    lines += [f'ax.set_xlabel("{x[:1].upper()}{x[1:]}")', f'ax.set_ylabel("{y}")']
    return [*lines, *([_LEGEND] if by else [])]


def _panels(_: str, y: str, x: str, by: list[str]) -> list[str]:
    """Return the lines that draw two panels: what is asked for, and how many rows there are."""
    label = "label=name" if by else "label=None"
    many = "summed.items()" if by else '[("", summed)]'
    counts = 'grouped.count().unstack("apart").items()' if by else '[("", grouped.count())]'
    return [
        "fig, (ax, other) = plt.subplots(1, 2, figsize=(9, 4))",
        f"for name, line in {many}:",
        "    line = unbroken(line)",
        f'    ax.plot(line.index, line, marker="o", {label})',
        f"for name, line in {counts}:",
        "    line = line.dropna()",
        f'    other.plot(line.index, line, marker="o", {label})',
        f'ax.set_xlabel("{x[:1].upper()}{x[1:]}")',
        f'other.set_xlabel("{x[:1].upper()}{x[1:]}")',
        f'ax.set_ylabel("{y}")',
        'other.set_ylabel("Number of rows")',
        *([_LEGEND] if by else []),
    ]


def _order(x: Mapping[str, Any], chart: str) -> list[str]:
    """Return the lines that put categories into their order along the axis, before a line that lacks one is drawn."""
    if chart == "bar" or x["role"] != "ordered_category":
        return []
    return ["for each in fig.axes:", "    each.xaxis.update_units(list(summed.index))"]


def _ticks(x: Mapping[str, Any], y: Mapping[str, Any], chart: str) -> list[str]:
    """Return the lines that make ticks readable: digits in full, and no label over another."""
    upright = 'ax.yaxis.set_major_formatter("{x:,.0f}")'
    plain = 'ax.ticklabel_format(axis="y", style="plain", useOffset=False)'
    lines = [upright if _is_large(y) else plain]
    if chart == "bar":
        return [*lines, 'ax.tick_params(axis="x", rotation=45)']
    axes = ["ax", "other"] if chart == "panels" else ["ax"]
    if x["role"] == "date":
        return [*lines, 'fig.autofmt_xdate(rotation=45, ha="right")']
    if x["role"] == "ordered_category":
        labels = [str(each) for each in x.get("order") or [value for value, _ in x.get("values", ())]]
        crowded = len("".join(labels)) > _LETTERS
        return [*lines, *(f'{each}.tick_params(axis="x", rotation=45)' for each in axes if crowded)]
    if _is_large(x):
        lines += [f'{each}.xaxis.set_major_formatter("{{x:,.0f}}")' for each in axes]
    return [*lines, *(f'{each}.locator_params(axis="x", nbins=6)' for each in axes)]


def _is_large(column: Mapping[str, Any]) -> bool:
    """Whether numbers of a column are so large that ticks would be written in powers of ten."""
    ends = [column.get("minimum"), column.get("maximum")]
    return any(isinstance(end, int | float) and abs(end) >= _LARGE for end in ends)
