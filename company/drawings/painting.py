"""SVG to pixels by resvg: with fonts that are the same everywhere, in a size that is known beforehand."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

LONGEST = 512
"""Pixels of a picture's longer side."""
_FAMILIES = ("font_family", "serif_family", "sans_serif_family", "cursive_family", "fantasy_family")
NARROWEST = 1 / 8
"""Of a canvas: its shorter side by its longer one."""


class Undrawable(ValueError):
    """Code that is not drawn; the message says what is wrong and what its author is to do."""


@cache
def fonts() -> tuple[str, ...]:
    """Return the files of matplotlib's DejaVu fonts; with no others, a picture is the same anywhere."""
    import matplotlib as mpl

    folder = Path(mpl.get_data_path()) / "fonts" / "ttf"
    return tuple(str(each) for each in sorted(folder.glob("DejaVuS*.ttf")) if "Display" not in each.name)


def png_of(svg: str, *, white: bool = True, zoom: float = 1.0) -> bytes:
    """Return an SVG as PNG, on white or on nothing; its size is what its `width` and `height` say, times the zoom.

    Raises Undrawable. What may be drawn is checked before (`trees.tree_of`).
    """
    try:
        import resvg_py
    except ImportError as error:
        raise Undrawable("drawings need resvg; pip install 'decision-company[graphics]'") from error
    families: dict[str, Any] = dict.fromkeys(_FAMILIES, "DejaVu Sans")
    try:
        # Graphviz's sizes in points are invalid without `dpi`; texts in a family that is not there would vanish.
        return resvg_py.svg_to_bytes(
            svg_string=svg,
            background="#ffffff" if white else None,
            dpi=96,
            skip_system_fonts=True,
            font_files=list(fonts()),
            monospace_family="DejaVu Sans Mono",
            languages=["en"],
            zoom=zoom,
            **families,
        )
    except (ValueError, RuntimeError) as error:
        raise Undrawable(f"the SVG cannot be drawn: {error}") from error


def pixels_of(svg: str, *, white: bool = True, zoom: float = 1.0) -> Any:
    """Return an SVG as an array of rows, columns and red, green, blue and opacity. Raises Undrawable."""
    from PIL import Image

    with Image.open(io.BytesIO(png_of(svg, white=white, zoom=zoom))) as image:
        return np.asarray(image.convert("RGBA"))


def is_blank(pixels: Any) -> bool:
    """Return whether a picture shows one colour and nothing else."""
    return bool((pixels == pixels[0, 0]).all())


def fitted(wide: float, high: float) -> tuple[int, int]:
    """Return the pixels of a picture with the shape of a canvas. Raises Undrawable for one that is too narrow."""
    if not (wide > 0 and high > 0 and np.isfinite([wide, high]).all()):
        raise Undrawable(f"a canvas of {wide:g} by {high:g} shows nothing: give `viewBox` a width and a height")
    if min(wide, high) < NARROWEST * max(wide, high):
        raise Undrawable(f"a canvas of {wide:g} by {high:g} is too narrow: one side may be 8 times the other at most")
    scale = LONGEST / max(wide, high)
    return max(1, round(wide * scale)), max(1, round(high * scale))
