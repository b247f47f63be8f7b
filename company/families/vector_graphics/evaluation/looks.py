"""How drawings look to networks, as VGBench's tables 5 and 6 have it: CLIP, FID and KID, and what bounds each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from company.drawings.scenes import FORMATS
from company.evaluation.pictures.networks import Networks
from company.evaluation.pictures.pages import blank, typed
from company.families.shared.chances import chance_of
from company.families.vector_graphics.evaluation.redrawing import Beside
from company.statistics.distances import Vectors, frechet, kernel

TRUTH, HALVES, SHUFFLED = "the references", "half of the references, against the other half", "captions shuffled"
BLANK, TYPED = "blank pages", "captions typed as text"
Cases = Sequence[Beside]


class Looks:
    """All pictures and captions of an evaluation as vectors, each made once."""

    def __init__(self, cases: Cases, networks: Networks) -> None:
        """Have the networks look at everything."""
        self.blank = blank()
        self.typed = {each.data_id: typed(each.caption) for each in cases}
        drawn = [png for each in cases for png in each.drawn.values() if png is not None]
        pngs = list(dict.fromkeys([self.blank, *self.typed.values(), *(each.reference for each in cases), *drawn]))
        captions = list(dict.fromkeys(each.caption for each in cases))
        clip, features = networks.clip, networks.features
        self._features = None if features is None else dict(zip(pngs, features.of(pngs), strict=True))
        self._clip = None if clip is None else dict(zip(pngs, clip.of(pngs), strict=True))
        self._texts = {} if clip is None else dict(zip(captions, clip.of_texts(captions), strict=True))

    def clip(self, pictures: Sequence[bytes | None], captions: Sequence[str]) -> float | None:
        """Return the mean of 100 times the cosines, none below 0; what was not drawn is worth 0."""
        if self._clip is None or not pictures:
            return None
        pairs = zip(pictures, captions, strict=True)
        worth = [0.0 if png is None else max(0.0, float(self._clip[png] @ self._texts[text])) for png, text in pairs]
        return 100 * float(np.mean(worth))

    def fid(self, pictures: Sequence[bytes], references: Sequence[bytes]) -> float | None:
        """Return the distance of Fréchet; None for fewer than two pictures."""
        if self._features is None or len(pictures) < 2:
            return None
        return frechet(self._rows(pictures), self._rows(references))

    def kid(self, pictures: Sequence[bytes], references: Sequence[bytes]) -> dict[str, Any] | None:
        """Return the kernel's distance with its interval; None for fewer than two pictures."""
        if self._features is None or len(pictures) < 2:
            return None
        return asdict(kernel(self._rows(references), self._rows(pictures)))

    def _rows(self, pictures: Sequence[bytes]) -> Vectors:
        assert self._features is not None, "who asks has looked"
        return np.stack([self._features[each] for each in pictures])


def looks_of(cases: Cases, networks: Networks) -> dict[str, Any]:
    """Return for each format a row for each model and each bound, and what made them, as plain JSON values.

    CLIP is from 0 to 100; where a network is missing, its scores are None.
    """
    looks = Looks(cases, networks) if cases else None
    formats = {form: [each for each in cases if each.form == form] for form in FORMATS}
    return {
        "clip": None if networks.clip is None else networks.clip.name,
        "features": None if networks.features is None else networks.features.name,
        "reads": None if networks.clip is None else networks.clip.most,
        "too_long": networks.clip.too_long([each.caption for each in cases]) if networks.clip else 0,
        "rows": [
            row for own in formats.values() if own and looks for row in (*_models(own, looks), *_bounds(own, looks))
        ],
    }


def _models(cases: Cases, looks: Looks) -> list[dict[str, Any]]:
    names = dict.fromkeys(name for each in cases for name in each.drawn)
    return [_model(name, [each for each in cases if name in each.drawn], looks) for name in names]


def _model(name: str, cases: Cases, looks: Looks) -> dict[str, Any]:
    """Return a model's scores: what it could not draw is worth 0 to CLIP and a blank page to FID and KID; and beside
    it the scores of what it drew alone, as VGBench has them.
    """
    drawn = [each.drawn[name] for each in cases]
    pages = [looks.blank if each is None else each for each in drawn]
    survivors = [each for each in cases if each.drawn[name] is not None]
    alone = [png for png in drawn if png is not None]
    return {
        **_row(name, cases, looks, drawn, pages),
        "survivors": _row(name, survivors, looks, alone, alone),
    }


def _row(
    name: str, cases: Cases, looks: Looks, drawn: Sequence[bytes | None], pages: Sequence[bytes]
) -> dict[str, Any]:
    references = [each.reference for each in cases]
    return {
        **_named(name, cases),
        "clip": looks.clip(drawn, [each.caption for each in cases]),
        "fid": looks.fid(pages, references),
        "kid": looks.kid(pages, references),
    }


def _bounds(cases: Cases, looks: Looks) -> list[dict[str, Any]]:
    references = [each.reference for each in cases]
    captions = [each.caption for each in cases]
    chance = chance_of(*sorted(each.data_id for each in cases))
    order = chance.sample(range(len(cases)), len(cases))
    half = len(order) // 2
    one, other = ([references[place] for place in places] for places in (order[:half], order[half : 2 * half]))
    others = dict(zip(order, order[1:] + order[:1], strict=True))  # no caption stays where it was
    turned = [captions[others[place]] for place in range(len(cases))]
    nothing: Mapping[str, Any] = {"clip": None, "fid": None, "kid": None, "survivors": None}
    blanks, texts = [looks.blank] * len(cases), [looks.typed[each.data_id] for each in cases]
    return [
        {**_named(TRUTH, cases), **nothing, "clip": looks.clip(references, captions)},
        {**_named(HALVES, cases), "cases": half, **nothing, "fid": looks.fid(one, other), "kid": looks.kid(one, other)},
        {**_named(SHUFFLED, cases), **nothing, "clip": looks.clip(references, turned) if len(cases) > 1 else None},
        {**nothing, **_row(BLANK, cases, looks, blanks, blanks)},
        {**nothing, **_row(TYPED, cases, looks, texts, texts)},
    ]


def _named(name: str, cases: Cases) -> dict[str, Any]:
    return {"name": name, "format": cases[0].form if cases else "", "cases": len(cases)}  # a model may draw nothing
