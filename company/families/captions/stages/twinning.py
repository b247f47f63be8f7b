"""Which caption of a figure gets a twin, and of which kind: chance says, the sandbox whether it is untrue."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from company.families.captions.chances import chance_of
from company.families.captions.gate.drawing import Held
from company.families.captions.records import UNTRUTHS, Caption, Claim, Figure, Untruth
from company.families.captions.stages.asking import table_of
from company.families.captions.stages.claiming import executed
from company.families.captions.twins import Around, Twin, twins_of
from company.run.stage import Office

_TRIED = 4
"""Twins of a caption and a kind that are tried."""
_FIRST: Mapping[Untruth, float] = {"label": 0.35, "value": 0.4, "comparison": 0.5, "trend": 0.8, "outside": 1.0}
"""Of each kind a number, the smaller the fewer captions can have it: chance draws the seldom ones first."""


def around(office: Office, figure: Figure) -> Around:
    """Return what untruths about a figure are made of."""
    drawn = figure.drawn
    values = [value for page in drawn for line in page["lines"] for value in line["values"]]
    values += [bar["length"] for page in drawn for bar in page["bars"]]
    labels = [line["label"] for line in drawn[0]["lines"] if line["label"]]
    labels += dict.fromkeys(bar["series"] for bar in drawn[0]["bars"] if bar["series"])
    shown = " ".join(figure.texts).casefold()
    inside = [_words(name) for name in figure.columns[:2]]
    others = [
        words
        for column in table_of(office).columns
        if column.numeric and (words := _words(column.name)).casefold() not in shown
    ]
    return Around(labels, others, sorted(inside, key=len, reverse=True), min(values), max(values))


def _words(name: str) -> str:
    return " ".join(name.replace("_", " ").split())


async def twins(office: Office, figure: Figure, captions: Mapping[str, Caption], most: int) -> list[tuple[str, Twin]]:
    """Return so many captions at most that have a twin, by their ids, each with it; no two are of one kind."""
    chance = chance_of(figure.id, "twins")
    kinds = sorted(UNTRUTHS, key=lambda kind: (chance.random() * _FIRST[kind], kind))
    order = chance.sample(sorted(captions), len(captions))
    wanted = [(name, kind) for kind in kinds for name in order]
    made: dict[str, Twin] = {}
    for name, twin in await untrue(office, figure, captions, wanted if most else ()):
        if len(made) < most and name not in made and twin.untruth not in [each.untruth for each in made.values()]:
            made[name] = twin
    return list(made.items())


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


def contradicted(claim: Claim, told: Sequence[Claim]) -> bool:
    """Return whether what is told of a figure contradicts an untruth in the place of a claim: it says the claim."""
    return claim.code.casefold() in [each.code.casefold() for each in told]
