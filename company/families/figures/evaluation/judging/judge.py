"""A model that sees as a judge: how far does an answer's picture show what the reference's does, from 0 to 100?

Nothing drawn is worth 0, and nobody is asked. A reply without a score is asked for again twice, in the same
conversation; after that it stays unscored, which is told, and never counted as 0.
"""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
)

from company.errors import ConfigError
from company.evaluation.kept import Reply
from company.families.figures.evaluation.judging.replies import HIGHEST, LOWEST, score_in
from company.families.figures.evaluation.judging.words import JudgeWords, again
from company.families.figures.pictures import as_url, is_blank

Ask = Callable[[Sequence[ChatMessage], int], Awaitable[Reply]]
"""Asks a model; the number tells samples of the same question apart."""
ATTEMPTS = 3
MOST_SAMPLES = 20
CONFIG = GenerateConfig(temperature=0.2, max_tokens=2_000)
"""Of judges: the temperature is that of MatPlotBench's own evaluator."""


@dataclass(frozen=True)
class Sample:
    """One score that was asked for."""

    drawn_first: bool
    """The order of the pictures: the answer's before the reference's, as the paper has it."""
    score: float | None
    """None where no attempt gave one that can be read."""
    replies: tuple[str, ...] = ()


@dataclass(frozen=True)
class Judged:
    """What a judge makes of one picture."""

    samples: tuple[Sample, ...]
    """Empty where there was nothing to look at."""
    calls: tuple[Reply, ...] = field(default=(), repr=False)

    @property
    def blank(self) -> bool:
        """Whether nothing was drawn, so that nobody was asked."""
        return not self.samples

    @property
    def score(self) -> float | None:
        """The mean of what could be read, 0 where nothing was drawn; None where nothing could be read."""
        return LOWEST if self.blank else _mean(self._scores())

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the most that it could be: with 0, and with 100, for each sample that is unscored."""
        if self.blank:
            return LOWEST, LOWEST
        known, unknown = sum(self._scores()), self.unscored
        return tuple((known + unknown * each) / len(self.samples) for each in (LOWEST, HIGHEST))  # type: ignore[return-value]

    @property
    def unscored(self) -> int:
        """How many samples came to no score."""
        return sum(each.score is None for each in self.samples)

    @property
    def spread(self) -> float | None:
        """The standard deviation of samples, of several that were asked for in one order; None of fewer than two."""
        found = [self._scores(first) for first in (True, False)]
        several = [statistics.variance(each) for each in found if len(each) > 1]
        return (sum(several) / len(several)) ** 0.5 if several else None

    @property
    def turned(self) -> float | None:
        """How much higher it is where the answer's picture comes first; None where one order was not asked."""
        first, second = (_mean(self._scores(each)) for each in (True, False))
        return None if first is None or second is None else first - second

    def _scores(self, drawn_first: bool | None = None) -> list[float]:
        return [
            each.score for each in self.samples if each.score is not None and drawn_first in (None, each.drawn_first)
        ]

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON values, as a log holds them."""
        low, high = self.bounds
        return {
            "score": _rounded(self.score),
            "low": round(low, 4),
            "high": round(high, 4),
            "samples": [each.score for each in self.samples],
            "unscored": self.unscored,
            "spread": _rounded(self.spread),
            "turned": _rounded(self.turned),
        }


@dataclass(frozen=True)
class VisionJudge:
    """A model with the words that it is asked with."""

    model: str
    ask: Ask = field(repr=False)
    words: JudgeWords
    samples: int = 1
    both: bool = False
    """Whether each sample is asked for in both orders of the pictures."""

    def check(self) -> None:
        """Raise ConfigError for what cannot be asked."""
        if not 1 <= self.samples <= MOST_SAMPLES:
            raise ConfigError(f"--judge-samples {self.samples}: give a number from 1 to {MOST_SAMPLES}")
        if self.both and not self.words.turnable:
            raise ConfigError(
                f"--judge-orders both: {self.words.source} says itself which picture comes first; write $drawn and "
                '$truth there for "first" and "second", or leave --judge-orders out'
            )

    async def judged(self, query: str, drawn: bytes | None, truth: bytes) -> Judged:
        """Return what the judge makes of a picture beside the reference's. Raises whatever asking raises."""
        if drawn is None or is_blank(drawn):
            return Judged(())
        orders = (True, False) if self.both else (True,)
        asked = [
            self._sample(query, (as_url(drawn), as_url(truth)), first, number)
            for number in range(self.samples)
            for first in orders
        ]
        found = await asyncio.gather(*asked)
        return Judged(tuple(each for each, _ in found), tuple(call for _, calls in found for call in calls))

    async def _sample(
        self, query: str, pictures: tuple[str, str], drawn_first: bool, number: int
    ) -> tuple[Sample, list[Reply]]:
        shown = pictures if drawn_first else pictures[::-1]
        words = self.words.say(query, drawn_first=drawn_first)
        content: list[Content] = [ContentText(text=words), *(ContentImage(image=each) for each in shown)]
        messages: list[ChatMessage] = [ChatMessageUser(content=content)]
        calls: list[Reply] = []
        score = None
        while score is None and len(calls) < ATTEMPTS:
            reply = await self.ask(messages, number)
            calls.append(reply)
            score = score_in(reply.text)
            messages += [ChatMessageAssistant(content=reply.text), ChatMessageUser(content=again())]
        return Sample(drawn_first, score, tuple(each.text for each in calls)), calls


def _mean(scores: Sequence[float]) -> float | None:
    return sum(scores) / len(scores) if scores else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
