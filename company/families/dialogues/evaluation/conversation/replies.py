"""What a model does in one reply: it runs code, asks the client, writes notes, or says that it is done.

The form needs no tools: fenced code, a line `ASK: …`, a line `DONE`. Every chat model can write it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from company.families.dialogues.programs import program

_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_BLOCK = re.compile(r"^[ \t]*```[ \t]*([\w+-]*)[^\n]*\n(.*?)(?:^[ \t]*```[^\n]*$|\Z)", re.DOTALL | re.MULTILINE)
NOTES = "notes"
"""The language of a block that is no code, but is written down."""
_PYTHON = ("python", "python3", "py", "ipython")
_ASKED = re.compile(r"^[\W_]*ASK(?:_CLIENT)?[*_`]*\s*[:：][*_`]*[ \t]*(\S.*)$", re.MULTILINE)
_DONE = re.compile(r"^[\W_]*DONE[\W_]*$", re.MULTILINE)


@dataclass(frozen=True)
class Action:
    """One thing that a model does."""

    kind: Literal["python", "ask_client"]
    text: str
    """The code, or the question."""


@dataclass(frozen=True)
class Move:
    """What one reply does, in order."""

    actions: tuple[Action, ...]
    done: bool
    """It hands in after that. A reply that asks the client is not: what it does next hangs on the answer."""
    notes: str | None = None
    """What it writes down, in the last block of that name."""


def move_in(reply: str) -> Move:
    """Return what a reply does; fenced blocks of another language than Python are passed over.

    A block without a language is code where it is Python. Blocks with nothing between them but words are run one after
    the other; each question is a line of its own.
    """
    text = _THOUGHTS.sub("", reply)
    found: list[tuple[int, Action]] = []
    rest = list(text)
    notes: str | None = None
    for match in _BLOCK.finditer(text):
        rest[match.start() : match.end()] = " " * (match.end() - match.start())
        language, code = match[1].lower(), match[2]
        if language == NOTES:
            notes = code.strip()
        elif code.strip() and (language in _PYTHON or (not language and program(code) is not None)):
            found.append((match.start(), Action("python", code.rstrip() + "\n")))
    outside = "".join(rest)
    found += [(match.start(), Action("ask_client", match[1].strip(" *_`"))) for match in _ASKED.finditer(outside)]
    actions = tuple(action for _, action in sorted(found, key=lambda pair: pair[0]))
    asks = any(action.kind == "ask_client" for action in actions)
    return Move(_joined(actions), bool(_DONE.search(outside)) and not asks, notes)


def _joined(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the actions with code that follows on code put together: it is one run."""
    joined: list[Action] = []
    for action in actions:
        if joined and action.kind == joined[-1].kind == "python":
            joined[-1] = Action("python", f"{joined[-1].text}\n{action.text}")
        else:
            joined.append(action)
    return tuple(joined)
