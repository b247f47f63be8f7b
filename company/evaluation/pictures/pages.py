"""Pictures from bytes, and pages that say nothing, or too much: what scores of pictures are held against."""

from __future__ import annotations

import io
import textwrap
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

SIDE = 512
"""Pixels of a page's sides."""
_EDGE = 16
_LETTERS = range(32, 7, -2)
"""Pixels of letters, from which the largest are taken that fit."""


def read(png: bytes) -> Image:
    """Return a picture in red, green and blue, on white where it shows through."""
    from PIL import Image as Images

    with Images.open(io.BytesIO(png)) as found:
        picture = found.convert("RGBA")
    page = Images.new("RGBA", picture.size, "white")
    page.alpha_composite(picture)
    return page.convert("RGB")


def blank() -> bytes:
    """Return a white page as PNG."""
    from PIL import Image as Images

    return _png(Images.new("RGB", (SIDE, SIDE), "white"))


def typed(text: str) -> bytes:
    """Return a white page with a text on it as PNG, in the largest letters that fit."""
    from PIL import Image as Images
    from PIL import ImageDraw

    page = Images.new("RGB", (SIDE, SIDE), "white")
    pen = ImageDraw.Draw(page)
    room = SIDE - 2 * _EDGE
    for size in _LETTERS:
        font = _font(size)
        lines = textwrap.fill(text, max(1, int(room / font.getlength("n"))))
        *_, right, bottom = pen.multiline_textbbox((0, 0), lines, font=font)
        if max(right, bottom) <= room:
            break
    pen.multiline_text((_EDGE, _EDGE), lines, fill="black", font=font)
    return _png(page)


@cache
def _font(size: int) -> FreeTypeFont:
    import matplotlib as mpl
    from PIL import ImageFont

    return ImageFont.truetype(Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf", size)


def _png(picture: Image) -> bytes:
    written = io.BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()
