"""Pictures that models are shown: what one costs, and whether a model sees it at all."""

from __future__ import annotations

import base64
import math
import struct
from dataclasses import dataclass

from pydantic import ValidationError

from company.errors import CallFailed
from company.models.protocol import ChatMessage, Client, Picture, Request
from company.models.unwrapping import unwrapped
from company.records import Frozen


@dataclass(frozen=True)
class Tiling:
    """How many tokens a picture counts as: so many as a whole, and so many for each tile that covers it."""

    longest: int = 2048
    """Pixels of the longer side, at most; a larger picture is made smaller first."""
    shorter: int = 768
    """Pixels of the shorter side, at most, after that."""
    tile: int = 512
    """Pixels of a tile's side."""
    tokens_of_picture: int = 85
    tokens_of_tile: int = 170

    def tokens(self, width: int, height: int) -> int:
        """Return the tokens of a picture of this size."""
        scale = min(1.0, self.longest / max(width, height))
        scale = min(scale, self.shorter / min(width, height))
        across, down = (math.ceil(round(side * scale) / self.tile) for side in (width, height))
        return self.tokens_of_picture + self.tokens_of_tile * across * down


TILING = Tiling()
"""The rule that `--estimate` goes by: OpenAI's for its larger models. Other servers' are of the same order."""
_SHOWN = Picture(
    base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEUAoADmAAB4L4pLAAAAGklEQVR42mNkYGBg+M/AwMDEAAWjjFEG8QwAyyMB"
        "f5gYzUkAAAAASUVORK5CYII="
    )
)
"""A square whose left half is green and whose right half is red. Its bytes are part of the call's key: they stay."""
_QUESTION = (
    "This is a test of your eyes. The picture is one square of two halves, each of one colour. Reply with one JSON "
    'object and nothing else: under "left" the colour of the left half, under "right" the colour of the right half, '
    "each as one English word."
)


class _Seen(Frozen):
    """What a model says of the square."""

    left: str
    right: str


def tokens_of(png: bytes, rule: Tiling | None = None) -> int:
    """Return about how many tokens a PNG counts as, by TILING where no other rule is given.

    Raises ValueError for bytes that are no PNG.
    """
    if png[:8] != b"\x89PNG\r\n\x1a\n" or len(png) < 24:
        raise ValueError("a picture for a model has to be a PNG")
    width, height = struct.unpack(">II", png[16:24])
    return (rule or TILING).tokens(max(1, width), max(1, height))


async def why_blind(client: Client) -> str | None:
    """Show a model a small picture; return why it is taken not to see, None where it sees. Raises BackendError."""
    system = ChatMessage("system", "You reply with one JSON object and nothing else.")
    request = Request((system, ChatMessage("user", _QUESTION, (_SHOWN,))), _Seen)
    try:
        said = (await client.reply(request)).text
    except CallFailed as failed:
        return str(failed)
    try:
        seen = _Seen.model_validate_json(unwrapped(said))
    except ValidationError:
        return f"asked what is on a picture, it replies: {' '.join(said.split())[:120]!r}"
    if "green" in seen.left.lower() and "red" in seen.right.lower():
        return None
    return f"it takes a green and a red half of a picture for {seen.left!r} and {seen.right!r}"
