"""Models as raters: each caption in a conversation of its own, with what is to be told and shown of its figure."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from inspect_ai.model import ChatMessage, ChatMessageUser, Content, ContentImage, ContentText

from company.evaluation.kept import Reply
from company.families.captions.body import Line, shown_of
from company.families.captions.evaluation.prompts import RaterPrompts
from company.families.captions.evaluation.replies import (
    questions_in,
    rating_by_share,
    rating_in,
    share_answered,
)
from company.families.shared.chances import chance_of

Mode = Literal["zero-shot", "few-shot", "qa", "qa-yn"]
MODES: tuple[Mode, ...] = get_args(Mode)
Context = Literal["all", "first", "random", "none"]
CONTEXTS: tuple[Context, ...] = get_args(Context)
See = Literal["text", "picture", "both"]
SEEN: tuple[See, ...] = get_args(See)
Ask = Callable[[Sequence[ChatMessage], int], Awaitable[Reply]]
"""Asks a model; the number tells repeats of the same question apart."""


@dataclass(frozen=True)
class Examples:
    """Captions of other figures that experts ranked first and last, for few-shot."""

    best: tuple[str, ...]
    worst: tuple[str, ...]


@dataclass(frozen=True)
class Rated:
    """The ratings of one caption set, and how they came about."""

    ratings: dict[str, list[float | None]]
    replies: dict[str, list[str]]
    questions: tuple[str, ...]
    calls: tuple[Reply, ...]

    def as_response(self) -> str:
        """Return it as a response to the case, which a judge reads."""
        told = {"ratings": self.ratings, "questions": self.questions, "replies": self.replies}
        return json.dumps(told, ensure_ascii=False)

    def used(self) -> dict[str, float]:
        """Return the tokens and the seconds that it took, answers that were kept before among them."""
        return {
            "input_tokens": sum(each.input_tokens for each in self.calls),
            "output_tokens": sum(each.output_tokens for each in self.calls),
            "seconds": round(sum(each.seconds for each in self.calls), 3),
        }


@dataclass(frozen=True)
class Rater:
    """How a model is asked to rate."""

    mode: Mode
    context: Context = "all"
    see: See = "text"
    repeat: int = 1
    prompts: RaterPrompts = field(default_factory=RaterPrompts)
    examples: Examples = field(default_factory=lambda: Examples((), ()))

    async def rated(self, line: Line, folder: Path, ask: Ask) -> Rated:
        """Return the ratings of captions and twins of a set in a benchmark's folder, asked at once."""
        picture = picture_of(folder / line["figure"]) if self.see != "text" else None
        if self.mode in ("qa", "qa-yn"):
            return await self._by_questions(line, picture, ask)
        pairs = [(each, number) for each in shown_of(line) for number in range(self.repeat)]
        said = await asyncio.gather(
            *(ask([_message(self._about(line, str(each["text"])), picture)], number) for each, number in pairs)
        )
        return _rated([str(each["id"]) for each, _ in pairs], said, [rating_in(each.text) for each in said])

    async def _by_questions(self, line: Line, picture: str | None, ask: Ask) -> Rated:
        """Ask for questions once, then of each caption whether it answers them."""
        name = "rater_questions" if self.mode == "qa" else "rater_questions_yn"
        words = self.prompts.say(name, figure=line["figure_name"], shown=self._shown(line))
        first = await ask([_message(words, picture)], 0)
        questions = questions_in(first.text)
        names = [str(each["id"]) for each in shown_of(line) for _ in range(self.repeat)]
        if not questions:
            nothing = Rated({each: [] for each in names}, {each: [] for each in names}, (), (first,))
            for each in names:
                nothing.ratings[each].append(None)
            return nothing
        listed = "\n".join(f"{number}. {each}" for number, each in enumerate(questions, start=1))
        asked = [
            self.prompts.say("rater_answers", figure=line["figure_name"], caption=each["text"], questions=listed)
            for each in shown_of(line)
        ]
        said = await asyncio.gather(
            *(ask([_message(each, None)], number) for each in asked for number in range(self.repeat))
        )
        shares = [share_answered(each.text, len(questions)) for each in said]
        found = _rated(names, said, [None if share is None else rating_by_share(share) for share in shares])
        return Rated(found.ratings, found.replies, questions, (first, *found.calls))

    def _about(self, line: Line, caption: str) -> str:
        told = {"figure": line["figure_name"], "shown": self._shown(line), "caption": caption, "given": self._given()}
        if self.mode == "zero-shot":
            return self.prompts.say("rater_zero_shot", **told)
        best, worst = ("\n".join(f"- {each}" for each in some) for some in (self.examples.best, self.examples.worst))
        return self.prompts.say("rater_few_shot", best=best, worst=worst, **told)

    def _given(self) -> str:
        parts = [] if self.see == "text" else ["the picture of the figure"]
        parts += ["the paragraphs below"] if self.see != "picture" and self.context != "none" else []
        parts.append("the caption below")
        return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]

    def _shown(self, line: Line) -> str:
        if self.see == "picture" or self.context == "none":
            return ""
        return paragraphs_text(line, self.context)


def paragraphs_in(line: Line, context: Context) -> list[str]:
    """Return the paragraphs on a figure that a context takes in; a random one is always the same of the same figure."""
    texts = [str(each["text"]) for each in line["paragraphs"]]
    if context == "none" or not texts:
        return []
    if context == "random":
        return [chance_of(str(line["data_id"]), "context").choice(texts)]
    return texts[:1] if context == "first" else texts


def paragraphs_text(line: Line, context: Context) -> str:
    """Return the same as a prompt shows them."""
    texts = paragraphs_in(line, context)
    return "Paragraphs:\n\n" + "\n\n".join(texts) if texts else "No paragraph mentions the figure."


def picture_of(file: Path) -> str:
    """Return a picture as a data URL."""
    return f"data:image/png;base64,{base64.b64encode(file.read_bytes()).decode()}"


def _message(words: str, picture: str | None) -> ChatMessage:
    if picture is None:
        return ChatMessageUser(content=words)
    content: list[Content] = [ContentText(text=words), ContentImage(image=picture)]
    return ChatMessageUser(content=content)


def _rated(names: Sequence[str], said: Sequence[Reply], ratings: Sequence[float | None]) -> Rated:
    found = Rated({each: [] for each in names}, {each: [] for each in names}, (), tuple(said))
    for name, reply, rating in zip(names, said, ratings, strict=True):
        found.ratings[name].append(rating)
        found.replies[name].append(reply.text)
    return found
