"""What a prompt shows of a dialogue before its case (paper, appendix B): clean, or with everything that went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from company.families.dialogues.records import Turn

CHATBOT, NOTEBOOK = "chatbot", "notebook"


@dataclass(frozen=True)
class Shown:
    """A query and what was answered, as a prompt shows them."""

    query: str
    answer: str


def clean(turns: Sequence[Turn], window: int) -> list[Shown]:
    """Return the last `window` turns that were answered with code, each as if its code had been right at once."""
    coded = [turn for turn in turns if turn.code is not None]
    return [Shown(turn.query, worded(turn.answer, turn.code)) for turn in _last(coded, window)]


def noisy(turns: Sequence[Turn], window: int) -> list[Shown]:
    """Return the last `window` turns as they went: questions back, failed code, its error and its correction too."""
    return [shown for turn in _last(turns, window) for shown in _as_it_went(turn)]


def in_vain(query: str, answer: str, code: str, notebook: str) -> Shown:
    """Return a query and an answer in vain, with what the notebook showed when its code was run."""
    return Shown(query, f"{worded(answer, code)}\n\nThe notebook shows:\n\n```\n{notebook.strip()}\n```")


def worded(answer: str, code: str | None) -> str:
    """Return an answer with its code in a block."""
    parts = [answer.strip(), f"```python\n{code.strip()}\n```" if code is not None else ""]
    return "\n\n".join(part for part in parts if part)


def unseen(turns: Sequence[Turn], window: int) -> int:
    """Count the turns with code before those that are shown."""
    coded = sum(turn.code is not None for turn in turns)
    return coded - sum(turn.code is not None for turn in _last(turns, window))


def _last(turns: Sequence[Turn], window: int) -> Sequence[Turn]:
    return turns[-window:] if window else ()


def _as_it_went(turn: Turn) -> Iterator[Shown]:
    """Yield each attempt as an exchange of its own: the query first, then each error; the last one has the answer."""
    failed = [attempt for attempt in turn.attempts if not attempt.execution.ok]
    if not failed:
        yield Shown(turn.query, worded(turn.answer, turn.code))
        return
    said = [message.text for message in turn.conversation if message.speaker == CHATBOT]
    asked = turn.query
    for number, attempt in enumerate(failed):
        yield Shown(asked, worded(said[number] if number < len(said) else "", attempt.code))
        error = attempt.execution.error
        asked = f"This code fails with {error.type}: {error.message}" if error else "This code fails."
    yield Shown(asked, worded(turn.answer, turn.code))
