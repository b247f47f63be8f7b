"""The guideline of a kind as pages show it: the one that the kind comes with, or what was written here, by version."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser

from company.reviewing import ReviewKind
from company.showing.prose import Block, blocks
from human_review.store import Guideline, ReviewStore

GENERAL = "guidance.html"
"""Of kinds that come with none of their own."""


@dataclass(frozen=True)
class Guide:
    """A guideline to be read."""

    kind: ReviewKind
    version: int
    latest: int
    written: Guideline | None
    """None: the one that the kind comes with, whose template stands for it."""
    blocks: tuple[Block, ...] = ()
    """What was written here."""

    @property
    def template(self) -> str:
        """The template of the one that the kind comes with."""
        return self.kind.page.guidance or GENERAL


def guide(store: ReviewStore, kind: ReviewKind, version: int | None = None) -> Guide:
    """Return a kind's guideline in a version, the present one where none is named or there is no such."""
    found = store.guidelines(kind.name)
    latest = found[-1].version if found else 1
    wanted = version if version is not None and 1 <= version <= latest else latest
    written = next((each for each in found if each.version == wanted), None)
    return Guide(kind, wanted, latest, written, blocks(written.text) if written else ())


def as_plain(html: str) -> str:
    """Return the text of a guideline's template as it is edited: paragraphs, `- ` before items, ` around names."""
    reader = _Reader()
    reader.feed(html)
    return reader.text


_BEGINS = {"p": "\n\n", "ul": "\n\n", "li": "\n- ", "code": "`", "kbd": "`", "h3": "\n\n# "}


class _Reader(HTMLParser):
    """Takes a template of paragraphs and lists apart."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Begin a block, or a name."""
        self._parts.append(_BEGINS.get(tag, ""))

    def handle_endtag(self, tag: str) -> None:
        """End a name."""
        self._parts.append("`" if tag in ("code", "kbd") else "")

    def handle_data(self, data: str) -> None:
        """Take words."""
        self._parts.append(re.sub(r"\s+", " ", data) if data.strip() else " " * bool(data.strip("\n")))

    @property
    def text(self) -> str:
        """What was read."""
        lines = (line.strip() for line in "".join(self._parts).split("\n"))
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
