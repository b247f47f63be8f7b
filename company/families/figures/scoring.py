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
from company.evaluation.contract import Judge, Line, Scoring
from company.evaluation.printing import Row, share_text
from company.evaluation.scored import Scored
from company.evaluation.traits import Level, Traits
from company.families.figures.gate.drawing import ANSWER, Drawn, code_in, drawn
from company.families.figures.scored import ScoredFigure
from company.results.likeness.aspects import Likeness, likeness
from company.sandbox import Sandbox

_PYTHON = re.compile(r"```python[^\n]*\n(.*?)```", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)
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
        self._lines = {line["data_id"]: line for line in content.entries}
        self._folder, self._resource = content.folder, content.resource

    def score(self, category: str, line: Line, response: str) -> Scored | None:
        """Return the score of a response without code; None for code, which has to run."""
        if code_of(response):
            return None
        return self._nothing(line, "no code", "the response holds no code")

    def missing(self, category: str, line: Line) -> Scored:
        """Return the score of a case without a response."""
        told = super().missing(category, line)
        return self._nothing(line, str(told.failure), str(told.reason))

    async def run(self, responses: Mapping[str, str], sandbox: Sandbox, done: Callable[[Scored], None]) -> None:
        """Call `done` with what each response's figure is worth. Raises SandboxError when the sandbox itself fails."""
        turnstile = asyncio.Semaphore(os.cpu_count() or 1)

        async def one(data_id: str, response: str) -> None:
            async with turnstile:
                found = await drawn(code_in(code_of(response), ANSWER), self._resource, sandbox)
                done(await asyncio.to_thread(self._worth, self._lines[data_id], found))

        try:
            async with asyncio.TaskGroup() as group:
                for data_id, response in responses.items():
                    group.create_task(one(data_id, response))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from failed

    def _worth(self, line: Line, found: Drawn | str) -> Scored:
        """Return what a drawing is worth; a text says why there is none."""
        if isinstance(found, str):
            return self._nothing(line, "nothing drawn", found[:200])
        like = compared(self._folder, line, found.portrait)
        first = next((aspect for aspect, share in like.aspects.items() if share < 1), None)
        shares = {aspect: round(share, 4) for aspect, share in like.aspects.items()}
        return ScoredFigure(
            **_known(line),
            right=like.right,
            failure=None if first is None else _WRONG.get(first, f"another {first}"),
            reason=None if first is None else ", ".join(f"{name} {share:.2f}" for name, share in shares.items()),
            value=round(like.score / 100, 4),
            aspects=shares,
        )

    def _nothing(self, line: Line, failure: str, reason: str) -> Scored:
        return ScoredFigure(**_known(line), right=False, failure=failure, reason=reason, value=0.0)


def compared(folder: Path, line: Line, portrait: Any) -> Likeness:
    """Return how alike a portrait is to the one of a case; one that cannot be compared is not."""
    reference = json.loads((folder / line["portrait"]).read_text(encoding="utf-8"))
    try:
        return likeness(reference, portrait, line["requirements"])
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError):
        return Likeness({"data": 0.0})


def _known(line: Line) -> dict[str, Any]:
    return {
        "data_id": line["data_id"],
        "category": "figure",
        "plot_category": line["category"],
        "difficulty": line["difficulty"],
    }


class FigureScoring(Scoring):
    """Answers are code."""

    kind = ScoredFigure

    def judge(self, content: Benchmark, *, first_loads: bool = False) -> Judge:
        """Return the judge; the reference's portraits are read from the folder."""
        return FigureJudge(content)

    def question(self, line: Line) -> str:
        """Return the prompt of a case: its query, and what there is to draw."""
        return str(line["prompt_with_hist_txt"])

    def reference(self, line: Line) -> str:
        """Return the code of the reference."""
        return code_in(line["reference_answer"], ANSWER)

    def traits(self, category: str, line: Line) -> Traits | None:
        """Return how much is drawn."""
        level: Level = "hard" if line["difficulty"] == "hard" else "easy"
        return Traits(features={"panels": float(line["panels"]), "values": float(line["points"])}, level=level)

    def code(self, category: str, line: Line, response: str) -> tuple[str, str] | None:
        """Return the code of a response, and the reference's."""
        return code_of(response), self.reference(line)

    def readable(self, case: Scored) -> bool:
        """Return that no case can be answered without running code."""
        return False

    def rows(self, summary: Mapping[str, Any]) -> list[Row]:
        """Return the first lines of a summary as text."""
        return [
            ("right", share_text(summary["accuracy"]), "every aspect of the figure"),
            *([("likeness (D)", share_text(summary["value"]), "mean")] if "value" in summary else []),
        ]
