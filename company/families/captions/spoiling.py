"""The four errors of the seed's table 4: which figures and captions are given one, and how it is made.

Errors of the picture, another chart and two panels are a figure's, and so all six of its captions have them; errors of
the text are a caption's.
"""

from __future__ import annotations

import io

from company.families.captions.records import Chart
from company.families.shared.chances import chance_of, place_of

_SEED = {"image": 102, "text": 242, "chart": 101, "compound": 23}
"""Captions with each error (the seed, table 4)."""
_WITH_ERROR = 441
"""Captions with one or more of them."""
_SHORTEST = 6
"""Words of a caption from which on it can be cut, or lend its beginning."""
Cut = tuple[float, float, float, float]


def share_of(error: str, spoiled: float) -> float:
    """Return the share of captions that get an error, where `spoiled` of them get one or more."""
    return spoiled * _SEED[error] / _WITH_ERROR


def chart_for(figure: str, spoiled: float) -> Chart:
    """Return what kind of chart a figure is to be."""
    drawn = place_of(figure, "chart")
    if drawn < share_of("chart", spoiled):
        return "bar"
    return "panels" if drawn < share_of("chart", spoiled) + share_of("compound", spoiled) else "line"


def cut_for(figure: str, spoiled: float) -> Cut | None:
    """Return what remains of a figure's picture, as shares of its sides; None where it is whole."""
    chance = chance_of(figure, "image")
    if chance.random() >= share_of("image", spoiled):
        return None
    side, lost = chance.randrange(4), round(chance.uniform(0.25, 0.45), 3)
    kept = [0.0, 0.0, 1.0, 1.0]
    kept[side] += lost if side < 2 else -lost
    return kept[0], kept[1], round(kept[2], 3), round(kept[3], 3)


def box_of(cut: Cut, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return the pixels that remain of a picture of this size."""
    return tuple(round(share * size[at % 2]) for at, share in enumerate(cut))  # type: ignore[return-value]


def cropped(png: bytes, cut: Cut | None) -> bytes:
    """Return a picture as it is published."""
    if cut is None:
        return png
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        content = io.BytesIO()
        image.crop(box_of(cut, image.size)).save(content, format="png")
    return content.getvalue()


def spoiled_text(caption: str, other: str, *ids: str, spoiled: float) -> str | None:
    """Return a caption that was extracted wrongly: cut, or run on into `other`; None where it is left as it is."""
    chance = chance_of(*ids, "text")
    words, more = caption.split(), other.split()
    if chance.random() >= share_of("text", spoiled) or len(words) < _SHORTEST:
        return None
    if chance.random() < 0.5 or len(more) < _SHORTEST:
        return " ".join(words[: max(3, round(len(words) * chance.uniform(0.35, 0.75)))])
    return f"{caption} {' '.join(more[: chance.randint(_SHORTEST, max(_SHORTEST, min(14, len(more) - 1)))])}"
