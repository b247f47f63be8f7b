"""Parts of what is printed in a terminal; piped, it is plain text."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from company.console.commands import say
from company.reporting.colouring import coloured_text
from company.reporting.pictures import Picture
from company.reporting.views import (
    HELD_BACK,
    Block,
    CaseView,
    Figure,
    Note,
    Option,
    Options,
    Program,
    Rows,
    Said,
    Words,
)
from company.showing import Cell, Grid, Shown

PIPED = 10_000
"""Columns of a terminal that is none: nothing is broken or cut there."""
RULE = 70
"""Characters of a line with a title."""
CELL = 32
"""Characters of a cell that a terminal shows."""
_STYLES = {"data scientist": "bold cyan", "client": "bold green", "chatbot": "bold magenta", "notebook": "bold"}
Place = Callable[[str, Picture], str]
"""Where a picture can be found, in words, by the id of what drew it."""


def show(stream: TextIO, *parts: RenderableType) -> None:
    """Print parts, in colours and at its width where the stream is a terminal."""
    terminal = stream.isatty()
    written = io.StringIO()
    console = Console(
        file=written,
        force_terminal=terminal,
        force_jupyter=False,  # else a notebook shows the parts at once, and nothing is written
        width=None if terminal else PIPED,
        highlight=False,
        emoji=False,
        markup=False,
        no_color=None if terminal else True,
    )
    for part in parts:
        console.print(part)
    lines = (line.rstrip() for line in written.getvalue().splitlines()) if not terminal else (written.getvalue(),)
    say("\n".join(lines).rstrip("\n"), stream)


def heading(words: str) -> Text:
    """Return a line as a heading."""
    return Text(words, style="bold")


def text_of(words: str, style: str = "") -> Text:
    """Return words in a style."""
    return Text(words, style=style)


def ruled(title: str) -> Text:
    """Return a title in a line of its own."""
    line = (f" {'─' * max(2, RULE - len(title))}", "dim")
    return Text.assemble(("── ", "dim"), (title, "bold"), line, no_wrap=True, overflow="crop")


def indented(part: RenderableType, by: int = 2) -> Padding:
    """Return a part, further to the right."""
    return Padding(part, (0, 0, 0, by), expand=False)


def speaker(name: str, aside: str = "") -> Text:
    """Return a line that says who speaks."""
    return Text.assemble((name, _STYLES.get(name, "bold")), (f"  {aside}" if aside else "", "dim"))


def options(given: Sequence[Option]) -> Iterator[RenderableType]:
    """Yield options, the right one marked, and what is wrong with the others."""
    for option in given:
        if option.right is None:
            yield indented(Text(f"{option.letter}. {option.text}"))
            continue
        note = "right" if option.right else f"wrong: {option.slip}" if option.slip.text else "wrong"
        colour = "green" if option.right else "dim"
        words = Text(f"{option.letter}. {option.text}", style="bold green" if option.right else "")
        yield indented(Text.assemble(words, (f"  ← {note}", colour)))


def spoken(said: Said) -> Iterator[RenderableType]:
    """Yield somebody's words, with the code in colours."""
    yield speaker(said.speaker)
    for part in said.parts:
        yield indented(Code(part.text), 4) if part.code else indented(Text(str(part.text)))


def printed(view: CaseView, folder: Path) -> Iterator[RenderableType]:
    """Yield a case of a benchmark that lies in this folder: options once, with what is right where that is known."""
    yield heading(f"case {view.id} of {folder}: {view.title}")
    yield from (text_of(line, "dim") for line in view.about)
    again = {type(each) for each in view.key if isinstance(each, Options | Figure)}
    for each in (each for each in view.asked if type(each) not in again):
        yield from block(each, folder)
    if not view.key:
        yield Text()
        yield text_of(HELD_BACK, "dim")
        return
    for each in view.key:
        yield from block(each, folder)
    if view.judged:
        yield Text()
        yield text_of(view.judged, "dim")


def block(given: Block, folder: Path) -> Iterator[RenderableType]:
    """Yield a block of a case."""
    if isinstance(given, Note):
        yield text_of(given.text, "dim")
        return
    yield Text()
    match given:
        case Said():
            yield from spoken(given)
        case Words():
            yield heading(given.title)
            lines = Text(str(given.text), no_wrap=given.in_columns, overflow="ellipsis" if given.in_columns else None)
            yield indented(lines)
        case Program():
            yield heading(given.title)
            yield indented(Code(given.code))
        case Rows():
            yield heading(given.title)
            yield indented(TableOf(given.grid))
        case Figure():
            yield indented(Text(f"{given.title}: {folder / given.file}"))
        case Options():
            yield from options(given.given)


class Code:
    """Code in colours, of which a line that is too long goes on in the next, with a mark."""

    def __init__(self, text: Shown, dim: bool = False) -> None:
        self.text = Text.assemble(coloured_text(text.text, dim), (text.note, "dim"))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield its lines."""
        for line in self.text.split(allow_blank=True):
            pieces = line.wrap(console, max(20, options.max_width - len(_GOES_ON)))
            for number, piece in enumerate(pieces):
                piece.rstrip()
                yield Text.assemble((_GOES_ON, "dim"), piece) if number else piece

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return a measurement as wide as there is room."""
        return Measurement(1, options.max_width)


class TableOf:
    """A table at the width that there is: what does not fit is counted, not squeezed."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the columns that fit, and in words what is left out."""
        grid = self.grid
        width = options.max_width
        cells = [_cut(row.label) for row in grid.rows]
        room = width - max(map(len, cells), default=0) - 2
        fit = 0
        for place, name in enumerate(grid.columns):
            room -= 2 + max([len(_cut(name)), *(len(_cut(row.cells[place].text)) for row in grid.rows)])
            if room < 0 and fit:
                break
            fit += 1
        table = Table(box=_PLAIN, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
        table.add_column("", style="dim", no_wrap=True)
        for place in range(fit):
            right = all(row.cells[place].number for row in grid.rows)
            table.add_column(Text(_cut(grid.columns[place])), justify="right" if right else "left", no_wrap=True)
        for row in grid.rows:
            table.add_row(Text(_cut(row.label)), *(_number_or_text(cell) for cell in row.cells[:fit]))
        more = len(grid.columns) - fit
        notes = [grid.note, f"{more} more column{'' if more == 1 else 's'} to the right" if more else ""]
        yield Group(table, Text("; ".join(filter(None, notes)), style="dim"))


_GOES_ON = "  ↪ "
_PLAIN = box.Box("    \n    \n ── \n    \n    \n    \n    \n    \n")


def _number_or_text(cell: Cell) -> Text:
    return Text(_cut(cell.text))


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= CELL else f"{line[: CELL - 1]}…"
