"""A table, a state and a wish in words: what a case tells the model that is to answer it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from company.families.dialogues.records import Turn
from company.records import Column, Intent, Result
from company.tables.record import Link, Table

COLUMNS_DESCRIBED = 60
"""A wider table is described by this many columns and a line on the rest."""
_VALUES_SHOWN = 12
_NAMES_SHOWN = 30
_TEXT_SHOWN = 60
_CODE_NAME = re.compile(r"`([A-Za-z_]\w*)`")


def column_lines(table: Table) -> str:
    """Return one Markdown item for each column: its name, its meaning and its values."""
    lines = [_column_line(column, table.meanings.get(column.name, "")) for column in table.columns[:COLUMNS_DESCRIBED]]
    if (rest := len(table.columns) - COLUMNS_DESCRIBED) > 0:
        lines.append(f"- and {rest} more columns that are not described here")
    return "\n".join(lines)


def beside_lines(table: Table) -> str:
    """Return what is to be known of the tables beside a table, and of how their rows belong together."""
    parts = []
    for each in table.beside:
        row = f" Each row is one {each.row_meaning}." if each.row_meaning != "record" else ""
        key = f" The key is {_names(each.key)}: no two rows share it." if each.key else ""
        opening = f"`{each.file}` has {each.rows:,} rows and {len(each.columns):,} columns.{row} {each.description}"
        parts.append("\n\n".join([f"# The table `{each.name}`", f"{opening.strip()}{key}", column_lines(each)]))
    links = [
        f"- {_names(one.columns)} of {_said(each, table)}: {_link(one, table)}"
        for each in table.every
        for one in each.links
    ]
    if links:
        parts.append("\n\n".join(["# How the tables belong together", "\n".join(links)]))
    return "\n\n".join(parts)


def _link(link: Link, table: Table) -> str:
    to = next((each for each in table.every if each.name == link.to), table)
    lost = f"; {link.lost:,} of its {link.rows:,} rows name none that is there" if link.lost else ""
    return f"the {_names(link.key)} of a row of {_said(to, table)}{lost}"


def _said(each: Table, main: Table) -> str:
    return "the main table" if each is main else f"`{each.name}`"


def _names(columns: Sequence[str]) -> str:
    return ", ".join(map(quoted, columns))


def wanted_lines(intents: Sequence[Intent]) -> str:
    """Return one Markdown item for each result: its variable, its type and its file."""
    return "\n".join(
        "- the figure (plot), which the last lines of the script save"
        if intent.type == "plot"
        else f"- `{intent.name}` ({intent.type})"
        for intent in intents
    )


def beside_loaded(table: Table) -> str:
    """Return the sentence that says which tables are loaded beside the main one; empty where there is none."""
    files = [f"`{each.name}` from `{each.file}`" for each in table.beside]
    return f" The other tables are loaded as well: {', '.join(files)}." if files else ""


def state_lines(file: str, variable: str, history: Sequence[Turn], hidden: int, query: str, beside: str = "") -> str:
    """Return which variables the process has when the answer starts, and that nothing is to be loaded again.

    They are those that earlier turns were asked for, and those that their code made on the way and the query names.
    """
    if not history:
        where = f"The table is loaded from `{file}` in this Python process: it is `{variable}`."
        return f"{where} Do not load it again.{beside}"
    opening = (
        f"{run_before(hidden)}, and its variables are there. The table was loaded from `{file}` "
        f"once, as `{variable}`: do not load it again.{beside}"
    )
    earlier_results = {result.name: result for turn in history for result in turn.results if result.type != "plot"}
    lines = [_result_line(result) for name, result in earlier_results.items() if name != variable]
    others = [name for name in _CODE_NAME.findall(query) if name not in {variable, *earlier_results}]
    lines += [f"- `{name}`, made on the way" for name in dict.fromkeys(others) if _is_assigned(name, history)]
    return "\n".join([opening, "", f"- `{variable}` (dataframe)", *lines])


def _is_assigned(name: str, history: Sequence[Turn]) -> bool:
    return any(re.search(rf"^{name} = ", turn.code or "", re.MULTILINE) for turn in history)


def run_before(hidden: int) -> str:
    """Say that the history was run, and how much of it is not shown."""
    turns = {0: "", 1: ", that of one turn before the conversation above included"}
    more = turns.get(hidden, f", that of {hidden} turns before the conversation above included")
    return f"All code of the earlier turns has been run{more}, in this Python process"


RUN_BEFORE = re.compile(
    r"All code of the earlier turns has been run(, that of \S+ turns? before .*? included)?, in this Python process"
)
"""What `run_before` says, whatever its number."""


def result_lines(results: Sequence[Result]) -> str:
    """Return the results of the conversation, as they were printed; a figure is shown by the code that draws it."""
    shown = [each for each in results if each.type != "plot"]
    blocks = [f"`{each.name}` ({each.type}):\n\n```\n{each.shown.rstrip()}\n```" for each in shown]
    return "\n\n".join(["The last answer came to:", *blocks]) if blocks else ""


def _result_line(result: Result) -> str:
    """Return a variable that an earlier turn was asked for; of a frame, its columns too."""
    line = f"- `{result.name}` ({result.type})"
    columns = result.facts.get("columns")
    if result.type != "dataframe" or not columns:
        return line
    names = ", ".join(quoted(str(name)) for name in columns[:_NAMES_SHOWN])
    more = result.facts.get("width", len(columns)) - _NAMES_SHOWN
    return f"{line}: {names}" + (f" and {more} more" if more > 0 else "")


def _column_line(column: Column, meaning: str) -> str:
    facts = _facts(column)
    said = _ended(meaning.strip())
    if facts and not _already_said(column, said):
        said = f"{said} {_ended(facts)}".strip()
    if column.missing:
        said += f" {column.missing} missing."
    return f"- {quoted(column.name)} ({column.dtype}): {said.strip() or 'no value at all.'}"


def _facts(column: Column) -> str:
    if column.order:
        return "From low to high: " + _listed(column.order)
    if column.role in ("category", "flag", "ordered_category") and column.values:
        return "Values: " + _listed([value for value, _ in column.values], column.distinct)
    if column.minimum is None or column.maximum is None:
        return f"{column.distinct} different values" if column.distinct else ""
    unit = f" {column.unit}{'' if column.numeric else ', written as text'}" if column.unit else ""
    form = f", written as `{column.date_format}`" if column.date_format else ""
    return f"From {_number(column.minimum)} to {_number(column.maximum)}{unit}{form}"


def _already_said(column: Column, meaning: str) -> bool:
    """Return whether the admin's words hold the exact values already: each once is enough."""
    if column.order or column.role in ("category", "flag", "ordered_category"):
        spoken = column.order or tuple(value for value, _ in column.values[:_VALUES_SHOWN])
        return bool(spoken) and all(value in meaning for value in spoken)
    ends = (column.minimum, column.maximum)
    if column.date_format and column.date_format not in meaning:
        return False
    return None not in ends and all(_number(end) in meaning for end in ends if end is not None)


def _listed(values: Sequence[str], distinct: int = 0) -> str:
    shown = ", ".join(f'"{_short(value)}"' for value in values[:_VALUES_SHOWN])
    rest = max(distinct, len(values)) - min(len(values), _VALUES_SHOWN)
    return f"{shown} and {rest} more" if rest > 0 else shown


def _number(value: float | str) -> str:
    return _short(value) if isinstance(value, str) else f"{value:.10g}"


def _short(text: str) -> str:
    return text if len(text) <= _TEXT_SHOWN else text[: _TEXT_SHOWN - 1] + "…"


def _ended(sentence: str) -> str:
    return sentence if not sentence or sentence.endswith((".", "!", "?")) else sentence + "."


def quoted(name: str) -> str:
    """Return a column's name as Markdown code; as a Python literal where it holds a backtick itself."""
    return repr(name) if "`" in name else f"`{name}`"
