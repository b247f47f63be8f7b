"""A judge of what is drawn that has a model look at it, too; the model is tried on its controls first."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from inspect_ai.model import ChatMessage, Model

from company.benchmark.reading import Benchmark
from company.errors import BackendError, CompanyError
from company.evaluation.asking import Seeing
from company.evaluation.contract import Line
from company.evaluation.evaluating import model_named
from company.evaluation.kept import Budget, Kept, Reply, kept_file
from company.evaluation.scored import Scored
from company.families.figures.evaluation.judging.controls import Known, Trial, controls_of, tried
from company.families.figures.evaluation.judging.drawn import FigureJudge
from company.families.figures.evaluation.judging.judge import CONFIG, Ask, Judged, VisionJudge
from company.families.figures.evaluation.judging.random_data import pictures_of_random_data
from company.families.figures.evaluation.judging.words import JudgeWords
from company.families.figures.evaluation.responses import response_in
from company.families.figures.pictures import picture_in
from company.families.figures.scored import ScoredFigure
from company.sandbox import Sandbox


class SeeingJudge(FigureJudge):
    """Judges what is drawn by its values, and by a model's eyes beside them."""

    def __init__(self, content: Benchmark, seer: VisionJudge) -> None:
        super().__init__(content)
        self._content, self._seer = content, seer
        self._trial: Trial | None = None
        self._trying = asyncio.Lock()

    def score(self, category: str, line: Line, response: str) -> Scored | None:
        """Return the score of a response without code and without a picture; None for others."""
        found = None if response_in(response).picture else super().score(category, line, response)
        return None if found is None else self._told(found, Judged(()))

    def missing(self, category: str, line: Line) -> Scored:
        """Return the score of a case without a response."""
        return self._told(super().missing(category, line), Judged(()))

    async def looked(
        self, line: Line, response: str, picture: bytes | None, scored: Scored, sandbox: Sandbox
    ) -> Scored:
        """Return a score with what the model says of the picture. Raises BackendError where it cannot be asked."""
        await self._try(sandbox)
        given = response_in(response).picture
        shown = picture if given is None else picture_in(given)
        judged = await self._seer.judged(line["current_query"], shown, self.truth_of(line))
        return self._told(scored, judged)

    def truth_of(self, line: Line) -> bytes:
        """Return the reference's picture."""
        return Path(self._content.folder, line["ground_truth"]).read_bytes()

    async def _try(self, sandbox: Sandbox) -> None:
        """Try the model on its controls, once, before anything else is shown to it."""
        async with self._trying:
            if self._trial is not None:
                return
            lines = {line["data_id"]: line for line in self._content.entries}
            known = [
                Known(name, line["current_query"], self.truth_of(line), str(line.get("plot_type", "")))
                for name, line in lines.items()
            ]
            controls = controls_of(known)
            chosen = [lines[name] for name in dict.fromkeys(each.case.data_id for each in controls)]
            random = await pictures_of_random_data(chosen, self._content, sandbox)
            self._trial = await tried(self._seer, controls_of(known, random))

    def _told(self, scored: Scored, judged: Judged) -> Scored:
        assert isinstance(scored, ScoredFigure)
        trial = {} if self._trial is None else {"trial": self._trial.as_json()}
        judge = {
            "model": self._seer.model,
            "prompt": self._seer.words.digest,
            "source": self._seer.words.source,
            **trial,
        }
        return replace(scored, judged=judged.as_json(), judge=judge)


def seer_of(seeing: Seeing, budget: Budget | None = None) -> VisionJudge:
    """Return the model that looks, asked as it is to be; its replies are kept.

    Raises ConfigError for a model, for words or for numbers that there are not.
    """
    seeing.check()
    words = JudgeWords.own() if seeing.prompt is None else JudgeWords.of_file(seeing.prompt)
    if budget is not None:
        budget.check(seeing.model)
    with contextlib.redirect_stdout(sys.stderr):  # stdout is for what comes out, and Inspect greets there
        model = model_named("--judge", seeing.model, seeing.base_url)
    kept = Kept(kept_file(seeing.logs, seeing.model), budget)
    judge = VisionJudge(
        seeing.model,
        _asking(model, kept),
        words,
        seeing.samples,
        seeing.orders == "both",
    )
    judge.check()
    return judge


def _asking(model: Model, kept: Kept) -> Ask:
    async def ask(messages: Sequence[ChatMessage], repeat: int) -> Reply:
        try:
            return await kept.ask(model, messages, CONFIG, repeat)
        except (CompanyError, asyncio.CancelledError):
            raise
        except Exception as error:
            why = " ".join(str(error).split())[:300]
            raise BackendError(f"the judge {model} could not be asked ({why}); run the same again to go on") from error

    return ask
