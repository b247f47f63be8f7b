"""A record as other tools show it: its conversation, what stands beside that, and its figures; as HTML or Markdown.

All of it is escaped: what models wrote is text there, too.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from company.archive import Archive
from company.reviewing.elsewhere import Part, Reading
from company.showing import Grid
from human_review.interchange.accounts import Account


@dataclass(frozen=True)
class Reader:
    """Reads records of a run; without an archive, nothing is known but their fields."""

    archive: Archive | None
    _known: dict[str, Reading | None] = field(default_factory=dict)

    def reading(self, account: Account) -> Reading | None:
        """Return a record with all that bears on it; None where its fields are all that there is to read."""
        if self.archive is None:
            return None
        if account.item.id not in self._known:
            self._known[account.item.id] = account.kind.page.elsewhere(self.archive, account.body)
        return self._known[account.item.id]

    def figures(self, account: Account) -> list[str]:
        """Return the figures of a record, as addresses that hold them."""
        found = self.reading(account)
        if self.archive is None or found is None or not found.figure:
            return []
        drawn = account.kind.page.figures(self.archive, account.body, None)
        return [f"data:image/png;base64,{base64.b64encode(each).decode()}" for each in drawn]


# HTML


def as_html(parts: Iterable[Part]) -> str:
    """Return parts as HTML."""
    return "\n".join(_part_html(each) for each in parts)


def _part_html(part: Part) -> str:
    found = [f"<h4>{escape(part.title)}</h4>"]
    if part.code:
        found.append(f"<pre>{escape(part.text)}</pre>")
    else:
        found += [f"<p>{escape(each)}</p>" for each in part.text.split("\n\n") if each.strip()]
    if part.grid is not None:
        found.append(_grid_html(part.grid))
    return "\n".join(found)


def _grid_html(grid: Grid) -> str:
    labelled = any(row.label for row in grid.rows)
    head = [""] * labelled + list(grid.columns)
    rows = [[row.label] * labelled + [cell.text for cell in row.cells] for row in grid.rows]
    lines = [_row_html("th", head), *(_row_html("td", row) for row in rows)]
    note = f"<p>{escape(grid.note)}</p>" if grid.note else ""
    return f'<table border="1" cellpadding="4">{"".join(lines)}</table>{note}'


def _row_html(tag: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(each)}</{tag}>' for each in cells)}</tr>"


# Markdown


def as_markdown(parts: Iterable[Part]) -> str:
    """Return parts as Markdown."""
    return "\n\n".join(_part_markdown(each) for each in parts)


def plain(text: str) -> str:
    """Return a text with code between lines of backticks as Markdown that shows all else as it is."""
    pieces = text.split("```")
    return "".join(_code(each) if number % 2 else _escaped(each) for number, each in enumerate(pieces))


def _part_markdown(part: Part) -> str:
    found = [f"#### {_escaped(part.title)}"]
    if part.text.strip():
        found.append(_code(part.text) if part.code else _escaped(part.text))
    if part.grid is not None:
        found += [_grid_markdown(part.grid), _escaped(part.grid.note)]
    return "\n\n".join(each for each in found if each)


def _code(text: str) -> str:
    longest = max((len(run) for run in _runs(text, "`")), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text.strip(chr(10))}\n{fence}"


def _runs(text: str, of: str) -> list[str]:
    return [each for each in "".join(each if each == of else " " for each in text).split(" ") if each]


def _escaped(text: str) -> str:
    return "".join(f"\\{each}" if each in "\\`*_{}[]()#+-.!|~$" else escape(each, quote=False) for each in text)


def _grid_markdown(grid: Grid) -> str:
    labelled = any(row.label for row in grid.rows)
    head = [""] * labelled + list(grid.columns)
    rows = [[row.label] * labelled + [cell.text for cell in row.cells] for row in grid.rows]
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(each if line is lines[1] else _cell(each) for each in line)} |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(_escaped(text).split())


# conversations


def chat(reading: Reading) -> list[Mapping[str, Any]]:
    """Return the conversation as messages of a role and a content, in Markdown."""
    return [{"role": each.speaker, "content": plain(each.text)} for each in reading.talk]


def dialogue(reading: Reading) -> list[Mapping[str, str]]:
    """Return the conversation as paragraphs of an author and a text."""
    return [{"author": each.speaker, "text": each.text} for each in reading.talk]
