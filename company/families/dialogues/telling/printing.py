"""A dialogue or a turn as a chat in a terminal; piped, it is plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from rich.console import RenderableType
from rich.text import Text

from company.families.dialogues.telling.chats import CaseShown, Chat, Tried, TurnShown
from company.records import USABLE
from company.reporting.funnel import FATE_WORDS
from company.reporting.printing import Code, Place, TableOf, heading, indented, options, ruled, show, speaker, spoken
from company.showing import ResultView


def print_chat(chat: Chat, place: Place, stream: TextIO) -> None:
    """Print a dialogue; of a single turn of one, its cases as well as they are."""
    single = len(chat.turns) == 1 < chat.whole
    turns = (line for turn in chat.turns for line in _turn(turn, place, single))
    show(stream, *_head(chat), *turns, *_closing(chat))


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


def _closing(chat: Chat) -> Iterator[RenderableType]:
    if chat.closing.text:
        yield Text()
        yield ruled("at the end")
        yield speaker("data scientist")
        yield indented(Text(str(chat.closing)))


def _turn(turn: TurnShown, place: Place, whole: bool) -> Iterator[RenderableType]:
    yield Text()
    yield ruled(" · ".join([f"turn {turn.number}", *_marks(turn)]))
    if turn.client.text:
        yield speaker("client")
        yield indented(Text(str(turn.client)))
        yield Text()
    if turn.instead.text:
        yield indented(Text(f"in place of the plan's question {turn.question}: {turn.instead}", style="dim"))
        yield Text()
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
    """Yield the outcome of code."""
    for view in turn.results:
        yield from _result(view, turn, place)
    if turn.drawn is not None and not any(view.type == "plot" for view in turn.results):
        yield Text()
        yield indented(Text(f"also drawn: a picture of {turn.drawn.size}; {place(turn.id, turn.drawn)}"))
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


def _failed(tried: Tried, number: int) -> Iterator[RenderableType]:
    yield Text()
    yield speaker("chatbot", f"attempt {number}, which failed")
    if tried.words.text:
        yield indented(Text(str(tried.words), style="dim"))
    yield indented(Code(tried.code, dim=True), 4)
    yield indented(Text(str(tried.error), style="red"), 4)


def _result(view: ResultView, turn: TurnShown, place: Place) -> Iterator[RenderableType]:
    yield Text()
    yield indented(Text.assemble((view.name, "bold"), (f" ({view.type})", "dim")))
    if view.grid is not None:
        yield indented(TableOf(view.grid), 4)
    elif view.type == "plot" and turn.drawn is not None:
        yield indented(Text(f"a picture of {turn.drawn.size}; {place(turn.id, turn.drawn)}"), 4)
        for name, words in view.facts:
            yield indented(Text(f"{name}: {words}", style="dim"), 4)
    else:
        yield indented(Text(str(view.text)), 4)


def _cases(cases: Sequence[CaseShown], whole: bool) -> Iterator[RenderableType]:
    """Yield the cases in a line each; `whole`: with what is asked and what is right."""
    wide = max(len(case.category) for case in cases)
    for case in cases:
        why = f": {case.reason}" if case.reason.text else ""
        told = f"  {FATE_WORDS[case.fate]}{why}  {case.data_id}"
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
