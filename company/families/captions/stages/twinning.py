"""Which caption of a figure gets a twin, and of which kind: chance says, the sandbox whether it is untrue."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from company.families.asking import table_of
from company.families.captions.gate.contradicting import Told
from company.families.captions.gate.drawing import Held
from company.families.captions.records import UNTRUTHS, Caption, Figure, Untruth
from company.families.captions.stages.claiming import executed, may_hold
from company.families.captions.twins import Around, Twin, twins_of
from company.families.shared.chances import chance_of
from company.run.stage import Office

_TRIED = 4
"""Twins of a caption and a kind that are tried."""
_OF_A_KIND = 2
_CONTRADICTED = 0.25
"""The share of twins of which it is wanted that the paragraphs contradict them."""
_FIRST: Mapping[Untruth, float] = {"label": 0.45, "value": 0.45, "comparison": 0.55, "trend": 0.7, "outside": 0.75}
"""Of each kind a number, the smaller the fewer captions can have it: chance draws the seldom ones first."""


@dataclass(frozen=True)
class Chosen:
    """A twin of a caption."""

    name: str
    """Of the caption."""
    twin: Twin
    contradicted: bool
    """By the paragraphs."""
    contradicted_by_captions: bool
    """By the other captions of the figure."""


def around(office: Office, figure: Figure) -> Around:
    """Return what untruths about a figure are made of."""
    drawn = figure.drawn
    values = [value for page in drawn for line in page["lines"] for value in line["values"]]
    values += [bar["length"] for page in drawn for bar in page["bars"]]
    labels = [line["label"] for line in drawn[0]["lines"] if line["label"]]
    labels += dict.fromkeys(bar["series"] for bar in drawn[0]["bars"] if bar["series"])
    shown = " ".join(figure.texts).casefold()
    axes = " ".join(page[key] for page in drawn for key in ("xlabel", "ylabel")).casefold()
    along = figure.columns[:2] or [
        each.name for each in table_of(office).columns if _words(each.name).casefold() in axes
    ]
    inside = [_words(name) for name in along]
    others = [
        words
        for column in table_of(office).columns
        if column.numeric and (words := _words(column.name)).casefold() not in shown
    ]
    return Around(labels, others, sorted(inside, key=len, reverse=True), values)


def _words(name: str) -> str:
    return " ".join(name.replace("_", " ").split())


async def twins(
    office: Office, figure: Figure, captions: Mapping[str, Caption], most: int, told: Mapping[str, tuple[Told, Told]]
) -> list[Chosen]:
    """Return so many twins at most, each of another caption and of another kind.

    `told` is of each caption what paragraphs tell, and what the other captions do. Of those that there may be, one is
    taken that the paragraphs contradict, or one that they do not, as chance wants it; and of these rather one that the
    other captions do not contradict either.
    """
    chance = chance_of(figure.id, "twins")
    kinds = sorted(UNTRUTHS, key=lambda kind: (chance.random() * _FIRST[kind], kind))
    order = chance.sample(sorted(captions), len(captions))
    kept: list[Chosen] = []
    if not most:
        return kept
    found = await untrue(office, figure, captions, [(name, kind) for kind in kinds for name in order])
    judged = await _judged_by_words(office, figure, _few(found), captions, told)
    while judged and len(kept) < most:
        wanted = chance.random() < _CONTRADICTED
        best = min(judged, key=lambda each: (each.contradicted != wanted, each.contradicted_by_captions))
        kept.append(best)
        judged = [each for each in judged if each.name != best.name and each.twin.untruth != best.twin.untruth]
    return kept


def _few(found: Sequence[tuple[str, Twin]]) -> list[tuple[str, Twin]]:
    """Return some of each kind, of several captions: whether words contradict them takes a while to find."""
    kept: list[tuple[str, Twin]] = []
    for name, twin in found:
        alike = [each for each, other in kept if other.untruth == twin.untruth]
        if len(alike) < _OF_A_KIND and name not in alike:
            kept.append((name, twin))
    return kept


async def _judged_by_words(
    office: Office,
    figure: Figure,
    found: Sequence[tuple[str, Twin]],
    captions: Mapping[str, Caption],
    told: Mapping[str, tuple[Told, Told]],
) -> list[Chosen]:
    """Return twins with whether paragraphs, and other captions, contradict them."""
    asked = [each.beside(twin.claims[twin.changed].code) for name, twin in found for each in told[name]]
    may = iter(await may_hold(office, figure, asked))
    kept = []
    for name, twin in found:
        before, after = captions[name].claims[twin.changed].code, twin.claims[twin.changed].code
        by = [not next(may) or each.names(twin.untruth, before, after) for each in told[name]]
        kept.append(Chosen(name, twin, *by))
    return kept


async def untrue(
    office: Office,
    figure: Figure,
    captions: Mapping[str, Caption],
    wanted: Sequence[tuple[str, Untruth]],
    shared: Collection[str] = (),
) -> list[tuple[str, Twin]]:
    """Return twins of captions, by their ids and in the order in which kinds are `wanted` of them.

    Each is untrue in just the claim that was changed, also for an eye that is a little off. Claims whose code is in
    `shared` stay as they are. All are executed together.
    """
    tried: list[tuple[str, Twin]] = []
    setting = around(office, figure)
    for name, kind in wanted:
        caption = captions[name]
        proposed = twins_of(caption, kind, setting, chance_of(figure.id, caption.text, kind))
        own = (twin for twin in proposed if caption.claims[twin.changed].code.casefold() not in shared)
        tried += [(name, twin) for twin in islice(own, _TRIED)]
    codes = list(dict.fromkeys(claim.code for _, twin in tried for claim in twin.claims))
    held = dict(zip(codes, await executed(office, figure, codes), strict=False))
    return [(name, _judged(twin, held)) for name, twin in tried if _is_untrue(twin, held)]


def _judged(twin: Twin, held: Mapping[str, Held]) -> Twin:
    """Return a twin with what its claims come to."""
    claims = tuple(
        claim.model_copy(update={"truth": "true" if held[claim.code].drawn else "false"}) for claim in twin.claims
    )
    return replace(twin, claims=claims)


def _is_untrue(twin: Twin, held: Mapping[str, Held]) -> bool:
    found = [held[claim.code] for claim in twin.claims]
    return all(
        (each.clear and each.drawn is False) if at == twin.changed else each.drawn is (twin.claims[at].truth == "true")
        for at, each in enumerate(found)
    )
