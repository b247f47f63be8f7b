"""Judges that are functions, and pictures for them: one that sees, one that is constant, reversed, or blind."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from inspect_ai.model import ChatMessage, ContentImage
from PIL import Image, ImageChops, ImageDraw, ImageStat

from company.evaluation.kept import Reply
from company.families.figures.pictures import picture_in

Verdict = Callable[[float, str], float]
"""The score by how alike two pictures are, from 0 to 1, and by the text."""
SEES: Verdict = lambda alike, _: 95.0 if alike == 1 else 25.0 if alike < 0.97 else 55.0  # noqa: E731
CONSTANT: Verdict = lambda *_: 70.0  # noqa: E731
REVERSED: Verdict = lambda alike, text: 100 - SEES(alike, text)  # noqa: E731


def picture(bars: Sequence[int], colour: str = "teal", size: tuple[int, int] = (120, 90)) -> bytes:
    """A chart of sorts, as PNG."""
    page = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(page)
    for place, height in enumerate(bars):
        pen.rectangle((10 + place * 20, size[1] - 5 - height, 22 + place * 20, size[1] - 5), fill=colour)
    return as_png(page)


def as_png(page: Image.Image, form: str = "PNG") -> bytes:
    file = io.BytesIO()
    page.save(file, form)
    return file.getvalue()


def blank(shade: str = "white") -> bytes:
    return as_png(Image.new("RGB", (120, 90), shade))


def shown_in(message: ChatMessage) -> list[bytes]:
    """The pictures of a message."""
    if isinstance(message.content, str):
        return []
    urls = [each.image for each in message.content if isinstance(each, ContentImage)]
    return [content for url in urls if (content := picture_in(url)) is not None]


def alike(one: bytes, other: bytes) -> float:
    """How alike two pictures are, from 0 to 1."""
    first, second = (Image.open(io.BytesIO(each)).convert("RGB").resize((120, 90)) for each in (one, other))
    return 1 - sum(ImageStat.Stat(ImageChops.difference(first, second)).mean) / (3 * 255)


@dataclass
class HandJudge:
    """Answers as a verdict has it, and remembers what it was asked."""

    verdict: Verdict = SEES
    form: str = "They differ.\n\n[FINAL SCORE]: {score:g}"
    seen: list[Sequence[ChatMessage]] = field(default_factory=list)

    async def __call__(self, messages: Sequence[ChatMessage], repeat: int) -> Reply:
        self.seen.append(list(messages))
        first = messages[0]
        one, other = shown_in(first)
        score = self.verdict(alike(one, other), f"{first.text} {repeat}")
        return Reply(self.form.format(score=score), 1_000, 20, 0.5)


def guessing(_: float, text: str) -> float:
    """A judge with closed eyes: a number by chance, which the text alone decides."""
    return int(hashlib.sha256(re.sub(r"\s", "", text).encode()).hexdigest(), 16) % 101
