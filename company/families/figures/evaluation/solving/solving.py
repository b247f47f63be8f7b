"""The ways of MatPlotAgent (section 4): say what is to be done, draw, mend what fails, look at the draft, draw again.

Eyes see the request and the draft, and never the reference. The draft stands where they find nothing to change, and
where drawing again comes to nothing.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
)

from company.evaluation.kept import Reply
from company.families.figures.evaluation.responses import Course
from company.families.figures.pictures import as_url
from company.prompts import prompt

Mode = Literal["base", "cot", "agent", "agent-blind"]
MODES: tuple[Mode, ...] = get_args(Mode)
CORRECTIONS = 3
"""How often code that draws nothing is sent back, with what went wrong."""
_LONGEST = 2_000
"""Characters of an error that a model is told, the last ones: what went wrong stands at its end."""
NOTHING = "NOTHING TO CHANGE"
"""The last line of a review after which the draft stands as it is."""
NO_PICTURE = "The code came to its end, and no picture was saved."
Ask = Callable[[Sequence[ChatMessage]], Awaitable[Reply]]
Read = Callable[[str], str]
"""Returns the code in a reply, "" where there is none."""


@dataclass(frozen=True)
class Drawn:
    """What code has drawn."""

    picture: bytes | None = field(repr=False)
    """None where it saved none, or did not come to its end."""
    error: str | None = None


Draw = Callable[[str], Awaitable[Drawn]]
"""Runs code."""


@dataclass(frozen=True)
class Solved:
    """The code that an agent hands in, and how it came about."""

    code: str
    course: Course
    """Of the draft: whether it drew at once, or after it was sent back, or never."""
    rolled_back: bool = False
    """Whether the draft stands because what was made of the feedback drew nothing."""
    approved: bool = False
    """Whether the draft stands because eyes found nothing to change."""
    plan: str = ""
    feedback: str = ""
    calls: tuple[Reply, ...] = field(default=(), repr=False)

    def as_response(self) -> str:
        """Return it as a response to the case, which `responses` reads."""
        told = {name: getattr(self, name) for name in ("code", "course", "rolled_back", "approved", "plan", "feedback")}
        return json.dumps({**told, "calls": len(self.calls)}, ensure_ascii=False)


@dataclass(frozen=True)
class Agent:
    """How an agent works on one request."""

    request: str
    """The case as a solver is told of it: what is to be drawn, the files with the data, where the picture goes."""
    ask: Ask
    draw: Draw
    read: Read
    look: Ask | None = None
    """Asks the eyes; None for an agent without."""

    async def solved(self) -> Solved:
        """Return what the agent hands in. Raises whatever asking and drawing raise."""
        wish = wish_in(self.request)
        plan = await self.ask([_user(prompt("solver_expand", wish=wish))])
        first = await self._drawing(prompt("solver_draw", request=self.request, plan=plan.text.strip()))
        calls = [plan, *first.calls]
        if first.picture is None or self.look is None:
            return Solved(first.code, first.course, plan=plan.text, calls=tuple(calls))
        seen = await self.look([_user(prompt("solver_look", wish=wish, nothing=NOTHING), first.picture)])
        calls.append(seen)
        if approves(seen.text):
            return Solved(first.code, first.course, False, True, plan.text, seen.text, tuple(calls))
        told = {"request": self.request, "code": first.code.strip(), "feedback": seen.text.strip()}
        second = await self._drawing(prompt("solver_redraw", **told))
        failed = second.picture is None
        return Solved(
            first.code if failed else second.code,
            first.course,
            rolled_back=failed,
            plan=plan.text,
            feedback=seen.text,
            calls=(*calls, *second.calls),
        )

    async def _drawing(self, words: str) -> _Drawing:
        """Ask for code, and send it back while it draws nothing."""
        messages: list[ChatMessage] = [_user(words)]
        calls: list[Reply] = []
        while True:
            reply = await self.ask(messages)
            calls.append(reply)
            code = self.read(reply.text)
            drawn = await self.draw(code) if code else Drawn(None, "Your reply holds no Python code.")
            if drawn.picture is not None or len(calls) > CORRECTIONS:
                return _Drawing(code, drawn.picture, tuple(calls))
            problem = (drawn.error or NO_PICTURE)[-_LONGEST:]
            messages += [
                ChatMessageAssistant(content=reply.text),
                _user(prompt("solver_mend", problem=problem)),
            ]


@dataclass(frozen=True)
class _Drawing:
    """The last code of one attempt to draw, with its picture."""

    code: str
    picture: bytes | None
    calls: tuple[Reply, ...]

    @property
    def course(self) -> Course:
        if self.picture is None:
            return "never"
        return "at once" if len(self.calls) == 1 else "after debugging"


def asked_once(request: str, mode: str) -> str:
    """Return the words for a model that is asked once: the request, or that with thinking first."""
    return request if mode == "base" else prompt("solver_step_by_step", request=request)


def wish_in(request: str) -> str:
    """Return a request without its last paragraph where that says how to reply: whoever writes no code is not told."""
    wish, _, last = request.strip().rpartition("\n\n")
    return wish if wish and "```python" in last else request


def approves(review: str) -> bool:
    """Return whether a review ends with the line that there is nothing to change, however that line is marked."""
    lines = [line for each in review.splitlines() if (line := each.strip(" \t*_`#>-.!\"'"))]
    return bool(lines) and lines[-1].upper() == NOTHING


def _user(text: str, picture: bytes | None = None) -> ChatMessage:
    if picture is None:
        return ChatMessageUser(content=text.strip())
    content: list[Content] = [ContentText(text=text.strip()), ContentImage(image=as_url(picture))]
    return ChatMessageUser(content=content)
