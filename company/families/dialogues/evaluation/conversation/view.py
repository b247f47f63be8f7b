"""What a model sees of a conversation: all of it, the code of its last turns alone, or its last turns and notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageUser

from company.prompts import prompt

DONE = "DONE"


@dataclass
class Exchange:
    """A turn as the model has seen it."""

    words: str
    tail: list[ChatMessage] = field(default_factory=list)
    """What it replied, and what came of that."""
    notes: str = ""
    """What it had written down when the turn began."""


@dataclass(frozen=True)
class View:
    """How much of a conversation stays in view."""

    window: int | None = None
    """Turns before the present one whose code and outputs do; None: all."""
    notes: int | None = None
    """Characters that a model may write down of turns that leave its view whole; None: all words stay in it."""

    def rules(self) -> str:
        """Return what a model is told of it; nothing where all words stay."""
        if self.notes is None:
            return ""
        return "\n\n" + prompt("solver_conversation_notes", window=self.window or 0, most=f"{self.notes:,}")

    def shown(self, exchanges: Sequence[Exchange], told: int) -> Iterator[ChatMessage]:
        """Yield the messages of a model that answers the last exchange; turns before number `told` are always shown."""
        first = 0 if self.window is None else len(exchanges) - 1 - self.window
        for place, each in enumerate(exchanges):
            in_view = place + 1 < told or place >= first
            if self.notes is not None and not in_view:
                continue
            heading = self._heading(each) if place + 1 == len(exchanges) else ""
            yield ChatMessageUser(content=f"{heading}{each.words}")
            if in_view:
                yield from each.tail
            else:
                yield ChatMessageAssistant(content=DONE)

    def kept(self, notes: str) -> tuple[str, list[str]]:
        """Return what is kept of new notes, and what is to be said of it: nothing where all is kept."""
        most = self.notes or 0
        if self.notes is None or len(notes) <= most:
            return notes, []
        said = f"Your notes have {len(notes):,} characters; the first {most:,} of them are kept."
        return notes[:most], [said]

    def _heading(self, exchange: Exchange) -> str:
        if self.notes is None:
            return ""
        return f"Your notes:\n\n```notes\n{exchange.notes or '(none yet)'}\n```\n\n"


WHOLE = View()


def transcript(exchanges: Sequence[Exchange]) -> Iterator[ChatMessage]:
    """Yield all that was said."""
    return WHOLE.shown(exchanges, told=1)
