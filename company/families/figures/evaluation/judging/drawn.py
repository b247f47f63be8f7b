"""How answers to figure cases are judged: their code is run, and what it draws is held against the reference."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from company.benchmark.reading import Benchmark
from company.evaluation.contract import Judge, Line
from company.evaluation.scored import Scored
from company.families.figures.evaluation.layouts.lines import data_of
from company.families.figures.evaluation.responses import response_in
from company.families.figures.files import FORMER
from company.families.figures.gate.drawing import ANSWER, Drawn, code_in, looked
from company.families.figures.origins.memorizing import values_shared
from company.families.figures.pictures import is_blank
from company.families.figures.scored import ScoredFigure
from company.results.likeness.aspects import Likeness, likeness
from company.sandbox import Sandbox

_PYTHON = re.compile(r"```python[^\n]*\n(.*?)```", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)
_RECALLED = 0.5
"""Share of a figure's values from which on they are its values."""
_WRONG = {"data": "other values", "type": "another type", "encoding": "another encoding", "text": "other texts"}
"""What is said of an aspect that is not right; the others by their names."""


def code_of(response: str) -> str:
    """Return the longest ```python block of a response, else the longest fenced one, else all of it if it is Python."""
    for form in (_PYTHON, _FENCED):
        if blocks := [block for block in form.findall(response) if block.strip()]:
            return str(max(blocks, key=len))
    try:
        compile(response, "response", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return ""
    return response if response.strip() else ""


class FigureJudge(Judge):
    """Judges what code draws; no reference lies beside it."""

    def __init__(self, content: Benchmark) -> None:
        self._content = content
        self._lines = {line["data_id"]: line for line in content.entries}
        self._folder = content.folder

    def score(self, category: str, line: Line, response: str) -> Scored | None:
        """Return the score of a response without code; None for code, which has to run."""
        if code_of(response_in(response).code):
            return None
        return self._nothing(line, response, "no code", "the response holds no code")

    def missing(self, category: str, line: Line) -> Scored:
        """Return the score of a case without a response."""
        told = super().missing(category, line)
        return self._nothing(line, "", str(told.failure), str(told.reason))

    async def run(self, responses: Mapping[str, str], sandbox: Sandbox, done: Callable[[Scored], None]) -> None:
        """Call `done` with what each response's figure is worth. Raises SandboxError when the sandbox itself fails."""
        turnstile = asyncio.Semaphore(os.cpu_count() or 1)

        async def one(data_id: str, response: str) -> None:
            async with turnstile:
                line = self._lines[data_id]
                found, picture = await self._drawn(line, response, sandbox)
                worth = await asyncio.to_thread(self._worth, line, response, found)
            done(await self.looked(line, response, picture, worth, sandbox))

        try:
            async with asyncio.TaskGroup() as group:
                for data_id, response in responses.items():
                    group.create_task(one(data_id, response))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from failed

    async def looked(
        self, line: Line, response: str, picture: bytes | None, scored: Scored, sandbox: Sandbox
    ) -> Scored:
        """Return a score with what somebody says who looks at the picture; here nobody does."""
        return scored

    async def _drawn(self, line: Line, response: str, sandbox: Sandbox) -> tuple[Drawn | str, bytes | None]:
        """Return what a response's code draws, and its picture."""
        code = code_in(code_of(response_in(response).code), ANSWER)
        if not code.strip():
            return "it is a picture alone, and no code", None
        with data_of(line, self._content) as resource:
            found, picture = await looked(code, resource, sandbox)
        # Whoever forges a portrait does so beside a picture of their own.
        return ("its picture is blank" if picture and is_blank(picture) else found), picture

    def _worth(self, line: Line, response: str, found: Drawn | str) -> Scored:
        """Return what a drawing is worth; a text says why there is none."""
        if isinstance(found, str):
            return self._nothing(line, response, "nothing drawn", found[:200])
        if not line["portrait"]:
            return ScoredFigure(**_known(line), **_told(response), right=False, executable=True)
        like = compared(self._folder, line, found.portrait)
        first = next((aspect for aspect, share in like.aspects.items() if share < 1), None)
        shares = {aspect: round(share, 4) for aspect, share in like.aspects.items()}
        return ScoredFigure(
            **_known(line),
            **_told(response),
            executable=True,
            right=like.right,
            failure=None if first is None else _WRONG.get(first, f"another {first}"),
            reason=None if first is None else ", ".join(f"{name} {share:.2f}" for name, share in shares.items()),
            value=round(like.score / 100, 4),
            aspects=shares,
            recalled=is_recalled(self._folder, line, found.portrait),
        )

    def _nothing(self, line: Line, response: str, failure: str, reason: str) -> Scored:
        told = {**_known(line), **_told(response), "failure": failure, "reason": reason}
        return ScoredFigure(**told, right=False, value=0.0 if line["portrait"] else None)


def compared(folder: Path, line: Line, portrait: Any) -> Likeness:
    """Return how alike a portrait is to the one of a case; one that cannot be compared is not."""
    reference = json.loads((folder / line["portrait"]).read_text(encoding="utf-8"))
    try:
        return likeness(reference, portrait, line["requirements"])
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError):
        return Likeness({"data": 0.0})


def is_recalled(folder: Path, line: Line, portrait: Any) -> bool | None:
    """Return whether values are rather those of the original than those of the case; None where none were replaced."""
    if FORMER not in line:
        return None
    told = (json.loads((folder / line[name]).read_text(encoding="utf-8")) for name in (FORMER, "portrait"))
    try:
        old, new = (values_shared(each, portrait) for each in told)
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError):
        return False
    return old >= _RECALLED > new


def _known(line: Line) -> dict[str, Any]:
    return {
        "data_id": line["data_id"],
        "category": "figure",
        "plot_category": line["category"],
        "difficulty": line["difficulty"],
        "comparable": bool(line["portrait"]),
    }


def _told(response: str) -> dict[str, Any]:
    found = response_in(response)
    return {"course": found.course, "rolled_back": found.rolled_back, "approved": found.approved, "calls": found.calls}
