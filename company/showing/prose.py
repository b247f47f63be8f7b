"""A text with the marks that prompts are written with, as blocks for a page: headings, paragraphs, items, code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from company.showing.texts import LONGEST, shown

_FENCE = re.compile(r"^```[^\n`]*\n(.*?)(?:^```[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_INLINE = re.compile(r"`([^`\n]+)`")


@dataclass(frozen=True)
class Span:
    """A piece of a line: words, or a name in code."""

    text: str
    code: bool = False


@dataclass(frozen=True)
class Block:
    """A part of a text."""

    kind: Literal["heading", "paragraph", "items", "code"]
    lines: tuple[tuple[Span, ...], ...]
    """One of a heading, a paragraph and of code; of a list one for each item."""

    @property
    def text(self) -> str:
        """All of it as plain text."""
        return "\n".join("".join(span.text for span in line) for line in self.lines)


def blocks(text: str, most: int = LONGEST) -> tuple[Block, ...]:
    """Return the first `most` characters of a text as blocks; what is no mark stays as it was written."""
    found: list[Block] = []
    seen = str(shown(text, most))
    at = 0
    for fence in _FENCE.finditer(seen):
        found += _plain(seen[at : fence.start()])
        found.append(Block("code", ((Span(fence[1].rstrip("\n")),),)))
        at = fence.end()
    return (*found, *_plain(seen[at:]))


def _plain(text: str) -> Iterator[Block]:
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        yield from _part([line for line in part.split("\n") if line.strip()])


def _part(lines: list[str]) -> Iterator[Block]:
    """Yield the blocks of lines between two blank ones."""
    while lines:
        if lines[0].startswith("#"):
            yield Block("heading", (_spans(lines.pop(0).lstrip("#").strip()),))
            continue
        listed = lines[0].startswith("- ")
        count = next(
            (n for n, line in enumerate(lines) if (line.startswith("- ")) != listed or line.startswith("#")), 0
        )
        taken = lines[:count] if count else lines
        lines = lines[len(taken) :]
        if listed:
            yield Block("items", tuple(_spans(line[2:].strip()) for line in taken))
        else:
            yield Block("paragraph", (_spans("\n".join(taken)),))


def _spans(text: str) -> tuple[Span, ...]:
    parts = _INLINE.split(text)
    return tuple(Span(part, bool(place % 2)) for place, part in enumerate(parts) if part)
