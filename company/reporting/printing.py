"""A dialogue or a turn as a chat in a terminal; piped, it is plain text."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import TextIO

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from company.commands import say
from company.records import USABLE
from company.reporting.chats import CaseShown, Chat, Said, Tried, TurnShown
from company.reporting.colouring import coloured_text
from company.reporting.funnel import Fate
from company.reporting.pictures import Picture
from human_review.showing import Cell, Grid, ResultView, Shown

PIPED = 10_000
"""Columns of a terminal that is none: nothing is broken or cut there."""
RULE = 70
"""Characters of the line above a turn."""
CELL = 32
"""Characters of a cell that a terminal shows."""
STYLES = {"data scientist": "bold cyan", "client": "bold green", "chatbot": "bold magenta", "notebook": "bold"}
Place = Callable[[TurnShown, Picture], str]
"""Where the picture of a turn can be found, in words."""
_FATES: dict[Fate, str] = {
    "kept": "accepted",
    "spare": "not needed",
    "waiting": "waits for people",
    "aside": "out of date",
    "lost": "lost",
}


def print_chat(chat: Chat, place: Place, stream: TextIO) -> None:
    """Print a dialogue, or what is given of it."""
    show(stream, *_head(chat), *(line for turn in chat.turns for line in _turn(turn, place)))


def show(stream: TextIO, *parts: RenderableType) -> None:
    """Print parts, in colours and at its width where the stream is a terminal."""
    terminal = stream.isatty()
    written = io.StringIO()
    console = Console(
        file=written,
        force_terminal=terminal,
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
    """A line that stands out."""
    return Text(words, style="bold")


def speaker(name: str, aside: str = "") -> Text:
    """Who speaks."""
    return Text.assemble((name, STYLES.get(name, "bold")), (f"  {aside}" if aside else "", "dim"))


def indented(part: RenderableType, by: int = 2) -> Padding:
    """A part, further to the right."""
    return Padding(part, (0, 0, 0, by), expand=False)


def _head(chat: Chat) -> Iterator[RenderableType]:
    kept = "" if len(chat.turns) == chat.whole else f" · {len(chat.turns)} of its {chat.whole} turns"
    yield heading(f"{chat.id} · {chat.register}{kept}")
    yield Text(chat.contents, style="dim")
    yield Text()
    yield speaker("client", str(chat.client))
    for words in (chat.background, chat.goal):
        if words.text:
            yield indented(Text(str(words)))
    if chat.questions and len(chat.turns) == chat.whole:
        yield Text()
        yield Text("plan", style="bold")
        for number, question in enumerate(chat.questions, start=1):
            yield indented(Text(f"{number}. {question}"))


def _turn(turn: TurnShown, place: Place) -> Iterator[RenderableType]:
    marks = [f"turn {turn.number}", *_marks(turn)]
    yield Text()
    yield _ruled(" · ".join(marks))
    yield speaker("data scientist")
    yield indented(Text(str(turn.query)))
    for number, tried in enumerate(turn.failed, start=1):
        yield from _failed(tried, number)
    if turn.code is not None or turn.answer.text:
        yield Text()
        yield speaker("chatbot", "corrected" if turn.failed and turn.code is not None else "")
    if turn.words.text:
        yield indented(Text(str(turn.words)))
    if turn.hidden:
        yield indented(Text(f"the code holds characters that cannot be seen: {', '.join(turn.hidden)}", style="red"))
    if turn.code is not None:
        yield indented(code(turn.code), 4)
    for view in turn.results:
        yield from _result(view, turn, place)
    if turn.drawn is not None and not any(view.type == "plot" for view in turn.results):
        yield indented(Text(f"also drawn: {turn.drawn.size}, {place(turn, turn.drawn)}"))
    if turn.output.text and turn.code is not None and not turn.results:
        yield indented(Text(str(turn.output), style="dim"), 4)
    if turn.answer.text:
        yield indented(Text(str(turn.answer)))
    if turn.status not in USABLE and turn.reason.text:
        yield indented(Text(str(turn.reason), style="red"))
    if turn.cases:
        yield Text()
        yield Text("cases made of it", style="dim")
        for case in turn.cases:
            yield indented(_case(case))


def _marks(turn: TurnShown) -> Iterator[str]:
    yield f"question {turn.question}"
    if turn.status != "accepted":
        yield turn.status
    if turn.after_question:
        yield "answers the question back"
    if turn.asks_back:
        yield "question back"


def _ruled(title: str) -> Text:
    """A title in a line of its own."""
    return Text.assemble(("── ", "dim"), (title, "bold"), (f" {'─' * max(2, RULE - len(title))}", "dim"))


def _failed(tried: Tried, number: int) -> Iterator[RenderableType]:
    yield Text()
    yield speaker("chatbot", f"attempt {number}, which failed")
    if tried.words.text:
        yield indented(Text(str(tried.words), style="dim"))
    yield indented(code(tried.code, dim=True), 4)
    yield indented(Text(str(tried.error), style="red"), 4)


def code(text: Shown, dim: bool = False) -> Text:
    """Code, in colours."""
    found = coloured_text(text.text, dim)
    return Text.assemble(found, (text.note, "dim"))


def _result(view: ResultView, turn: TurnShown, place: Place) -> Iterator[RenderableType]:
    yield Text()
    yield indented(Text.assemble((view.name, "bold"), (f" ({view.type})", "dim")))
    if view.grid is not None:
        yield indented(TableOf(view.grid), 4)
    elif view.type == "plot" and turn.drawn is not None:
        yield indented(Text(f"picture of {turn.drawn.size}, {place(turn, turn.drawn)}"), 4)
        for name, words in view.facts:
            yield indented(Text(f"{name}: {words}", style="dim"), 4)
    else:
        yield indented(Text(str(view.text)), 4)
    yield Text()


def _case(case: CaseShown) -> RenderableType:
    told = Text.assemble(
        (case.category.replace("_", " "), "bold" if case.fate == "kept" else ""),
        (f"  {_FATES[case.fate]}{': ' + str(case.reason) if case.reason.text else ''}  {case.data_id}", "dim"),
    )
    return told


def spoken(said: Said) -> Iterator[RenderableType]:
    """What somebody says, with its code in colours."""
    yield speaker(said.speaker)
    for part in said.parts:
        yield indented(code(part.text), 4) if part.code else indented(Text(str(part.text)))


class TableOf:
    """A table at the width that there is: what does not fit is counted, not squeezed."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def __rich_console__(self, console: Console, options: object) -> Iterator[RenderableType]:
        """The columns that fit, and in words what is left out."""
        grid = self.grid
        width = getattr(options, "max_width", console.width)
        cells = [_cut(row.label) for row in grid.rows]
        room = width - max(map(len, cells), default=0) - 2
        fit = 0
        for place, name in enumerate(grid.columns):
            room -= 2 + max([len(_cut(name)), *(len(_cut(row.cells[place].text)) for row in grid.rows)])
            if room < 0 and fit:
                break
            fit += 1
        table = Table(box=_PLAIN, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        table.add_column("", style="dim", no_wrap=True)
        for place in range(fit):
            right = all(row.cells[place].number for row in grid.rows)
            table.add_column(Text(_cut(grid.columns[place])), justify="right" if right else "left", no_wrap=True)
        for row in grid.rows:
            table.add_row(Text(_cut(row.label)), *(_number_or_text(cell) for cell in row.cells[:fit]))
        more = len(grid.columns) - fit
        notes = [grid.note, f"{more} more column{'' if more == 1 else 's'} to the right" if more else ""]
        yield Group(table, Text("; ".join(filter(None, notes)), style="dim"))


_PLAIN = box.Box("    \n    \n ── \n    \n    \n    \n    \n    \n")


def _number_or_text(cell: Cell) -> Text:
    return Text(_cut(cell.text))


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= CELL else f"{line[: CELL - 1]}…"
