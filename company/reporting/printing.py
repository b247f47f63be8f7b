"""A dialogue or a turn as a chat in a terminal; piped, it is plain text."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from company.console.commands import say
from company.records import USABLE
from company.reporting.chats import CaseShown, Chat, OptionShown, Said, Tried, TurnShown
from company.reporting.colouring import coloured_text
from company.reporting.funnel import Fate
from company.reporting.pictures import Picture
from company.showing import Cell, Grid, ResultView, Shown

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
    """Print a dialogue; of a single turn of one, its cases as well as they are."""
    single = len(chat.turns) == 1 < chat.whole
    show(stream, *_head(chat), *(line for turn in chat.turns for line in _turn(turn, place, single)))


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


def _turn(turn: TurnShown, place: Place, whole: bool) -> Iterator[RenderableType]:
    yield Text()
    yield _ruled(" · ".join([f"turn {turn.number}", *_marks(turn)]))
    yield speaker("data scientist")
    yield indented(Text(str(turn.query)))
    for number, tried in enumerate(turn.failed, start=1):
        yield from _failed(tried, number)
    if turn.code is not None or turn.answer.text:
        yield from _answered(turn, place)
    if turn.status not in USABLE and turn.reason.text:
        yield indented(Text(str(turn.reason), style="red"))
    if turn.cases:
        yield Text()
        yield Text("cases made of it", style="dim")
        yield from _cases(turn.cases, whole)


def _answered(turn: TurnShown, place: Place) -> Iterator[RenderableType]:
    yield Text()
    yield speaker("chatbot", "corrected" if turn.failed and turn.code is not None else "")
    if turn.words.text:
        yield indented(Text(str(turn.words)))
    if turn.hidden:
        yield indented(Text(f"the code holds characters that cannot be seen: {', '.join(turn.hidden)}", style="red"))
    if turn.code is not None:
        yield indented(Code(turn.code), 4)
        yield from _found(turn, place)
        yield Text()
    if turn.answer.text:
        yield indented(Text(str(turn.answer)))


def _found(turn: TurnShown, place: Place) -> Iterator[RenderableType]:
    """What came of code."""
    for view in turn.results:
        yield from _result(view, turn, place)
    if turn.drawn is not None and not any(view.type == "plot" for view in turn.results):
        yield Text()
        yield indented(Text(f"also drawn: a picture of {turn.drawn.size}; {place(turn, turn.drawn)}"))
    if turn.output.text and not turn.results:
        yield Text()
        yield indented(Text(str(turn.output), style="dim"), 4)


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
    line = (f" {'─' * max(2, RULE - len(title))}", "dim")
    return Text.assemble(("── ", "dim"), (title, "bold"), line, no_wrap=True, overflow="crop")


def _failed(tried: Tried, number: int) -> Iterator[RenderableType]:
    yield Text()
    yield speaker("chatbot", f"attempt {number}, which failed")
    if tried.words.text:
        yield indented(Text(str(tried.words), style="dim"))
    yield indented(Code(tried.code, dim=True), 4)
    yield indented(Text(str(tried.error), style="red"), 4)


class Code:
    """Code in colours, of which a line that is too long goes on in the next, with a mark."""

    def __init__(self, text: Shown, dim: bool = False) -> None:
        self.text = Text.assemble(coloured_text(text.text, dim), (text.note, "dim"))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Its lines."""
        for line in self.text.split(allow_blank=True):
            pieces = line.wrap(console, max(20, options.max_width - len(_GOES_ON)))
            for number, piece in enumerate(pieces):
                piece.rstrip()
                yield Text.assemble((_GOES_ON, "dim"), piece) if number else piece

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """As wide as there is room."""
        return Measurement(1, options.max_width)


def _result(view: ResultView, turn: TurnShown, place: Place) -> Iterator[RenderableType]:
    yield Text()
    yield indented(Text.assemble((view.name, "bold"), (f" ({view.type})", "dim")))
    if view.grid is not None:
        yield indented(TableOf(view.grid), 4)
    elif view.type == "plot" and turn.drawn is not None:
        yield indented(Text(f"a picture of {turn.drawn.size}; {place(turn, turn.drawn)}"), 4)
        for name, words in view.facts:
            yield indented(Text(f"{name}: {words}", style="dim"), 4)
    else:
        yield indented(Text(str(view.text)), 4)


def _cases(cases: Sequence[CaseShown], whole: bool) -> Iterator[RenderableType]:
    """The cases in a line each; `whole`: with what is asked and what is right."""
    wide = max(len(case.category) for case in cases)
    for case in cases:
        why = f": {case.reason}" if case.reason.text else ""
        told = f"  {_FATES[case.fate]}{why}  {case.data_id}"
        style = "bold" if case.fate == "kept" else ""
        yield indented(Text.assemble((case.category.replace("_", " ").ljust(wide), style), (told, "dim")))
        if whole:
            yield from (indented(part, 4) for part in _whole(case))
            yield Text()


def _whole(case: CaseShown) -> Iterator[RenderableType]:
    for each in case.before:
        yield from spoken(each)
    if case.question is not None:
        yield Text(str(case.question))
    else:
        reference = "" if case.code is not None else ", and its reference is the code above"
        yield Text(f"it asks with the query above{reference}", style="dim")
    yield from options(case.options)
    if case.code is not None:
        yield indented(Code(case.code))


def options(given: Sequence[OptionShown]) -> Iterator[RenderableType]:
    """Options, the right one marked, and what is wrong with the others."""
    for option in given:
        note = "right" if option.right else f"wrong: {option.slip}" if option.slip.text else "wrong"
        colour = "green" if option.right else "dim"
        words = Text(f"{option.letter}. {option.text}", style="bold green" if option.right else "")
        yield indented(Text.assemble(words, (f"  ← {note}", colour)))


def spoken(said: Said) -> Iterator[RenderableType]:
    """What somebody says, with its code in colours."""
    yield speaker(said.speaker)
    for part in said.parts:
        yield indented(Code(part.text), 4) if part.code else indented(Text(str(part.text)))


class TableOf:
    """A table at the width that there is: what does not fit is counted, not squeezed."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The columns that fit, and in words what is left out."""
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
