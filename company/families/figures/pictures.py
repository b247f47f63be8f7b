"""Pictures that nobody has looked at yet: whether there is one, whether anything is on it, and how a judge is shown it.

They were made by code that nobody has read, so their size is known before they are opened.
"""

from __future__ import annotations

import base64
import io
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

MOST_PIXELS = 50_000_000
"""Of a picture that is opened: more would be a burden, and no judge takes it."""
_SAME = 3
"""Of 255: how far shades may be apart that nobody sees as two, such as those of a lossy format."""


def opened(content: bytes) -> Image.Image | None:
    """Return a picture on white paper; None for bytes that are none, or that are larger than can be shown."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content)) as found:
                if found.width * found.height > MOST_PIXELS or not (found.width and found.height):
                    return None
                picture = found.convert("RGBA")
    except Exception:  # noqa: BLE001 - each format fails in its own way on bytes that somebody made up
        return None
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    return paper.convert("RGB")


def is_blank(content: bytes | None) -> bool:
    """Return whether there is no picture, or nothing on it: one shade from edge to edge."""
    picture = opened(content) if content else None
    if picture is None:
        return True
    # Of three channels the extrema are three pairs.
    return all(high - low <= _SAME for low, high in picture.getextrema())  # type: ignore[misc]


def as_url(content: bytes) -> str:
    """Return a picture as a data URL, as PNG: it stays as it is where it is one, so that its digest stays, too.

    Raises ValueError for bytes that are no picture.
    """
    if not content.startswith(b"\x89PNG\r\n\x1a\n"):
        picture = opened(content)
        if picture is None:
            raise ValueError("these bytes are no picture that can be shown")
        page = io.BytesIO()
        picture.save(page, "PNG")
        content = page.getvalue()
    return f"data:image/png;base64,{base64.b64encode(content).decode()}"


def picture_in(url: str) -> bytes | None:
    """Return the bytes of a data URL of a picture; None for anything else."""
    head, _, content = url.partition(",")
    if not (head.startswith("data:image/") and head.endswith(";base64")):
        return None
    try:
        return base64.b64decode(content, validate=True)
    except ValueError:
        return None
