"""The turns before a case in brief: who wants to know what, what was asked for, and what came out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from company.families.dialogues.telling.samples import Sample
from company.reporting.printing import heading, indented, speaker
from company.showing import shown
from company.showing.grids import counted

MOST = 8
"""Turns before a case that are told."""
WORDS, RESULT = 700, 200
"""Characters of a request and of a result that is told in a line."""
_SIZE = re.compile(r"\[(\d+) rows x (\d+) columns\]\s*$")
_COUNT = re.compile(r"\[([\d,]+) values, \w+\]\s*$")
_DECIMALS = re.compile(r"(?<![\w.])-?\d+\.\d{4,}(?![\w.])")


def in_brief(sample: Sample) -> Iterator[RenderableType]:
    """Yield the dialogue up to the turn that the case was made of."""
    dialogue, turns = sample.dialogue, sample.turns
    whole = dialogue["turns"]
    first = next(number for number, turn in enumerate(whole, start=1) if turn is turns[0])
    last = first + len(turns) - 1
    place = f"turn {first}" if first == last else f"turns {first} to {last}"
    yield heading(f"a question and how it was answered: {place} of {len(whole)} in {_said(dialogue['dialogue'])}")
    persona = dialogue["persona"]
    who = ", ".join(str(persona[name]) for name in ("name", "job_title", "location") if persona.get(name))
    yield Text()
    yield speaker("client", _said(who))
    yield indented(Text(_said(_asked(dialogue, turns[0]["question"]), WORDS)))
    before = turns[:-1][-MOST:]
    if not before:
        return
    yield Text()
    yield speaker("data scientist", "asks the chatbot, which writes code")
    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(justify="right", style="dim", width=4)
    rows.add_column()
    for number, turn in enumerate(before, start=last - len(before)):
        rows.add_row(str(number), Text(_said(str(turn["query"]), WORDS)))
        for line in _outcome(turn):
            rows.add_row("", Text(f"→ {line}", style="green"))
    yield rows


def _asked(dialogue: Mapping[str, Any], question: int) -> str:
    """Return the question of the plan that turns serve; older folders tell the client's goal alone."""
    questions: Sequence[str] = dialogue.get("questions") or ()
    return questions[question - 1] if 0 < question <= len(questions) else str(dialogue["scenario"].get("goal", ""))


def _outcome(turn: Mapping[str, Any]) -> Iterator[str]:
    if turn["code"] is None:
        yield _said(str(turn["answer"]))
    for result in turn["results"]:
        yield f"{_said(result['name'])}: {_said(briefly(result['type'], result['shown']))}"


def briefly(kind: str, text: str) -> str:
    """Return a result in a line: its size where it is large, else its value, with numbers rounded."""
    if size := _SIZE.search(text):
        return f"{counted(int(size[1]), 'row')}, {counted(int(size[2]), 'column')}"
    if kind == "plot":
        return f"a plot, {' '.join(text.split()[1:])}" if text.split()[1:] else "a plot"
    count = _COUNT.search(text)
    lines = (text[: count.start()] if count else text).strip().splitlines()
    if count and (len(lines) > MOST or "..." in lines):
        return f"{count[1]} values"
    words = ", ".join(" ".join(line.split()) for line in lines) if count else " ".join(text.split())
    return _DECIMALS.sub(lambda number: f"{float(number[0]):.4g}", words)


def _said(text: str, most: int = RESULT) -> str:
    return str(shown(text, most))
