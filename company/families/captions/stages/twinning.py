"""Which caption of a figure gets a twin, and of which kind: chance says, the sandbox whether it is untrue."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from itertools import islice

from company.families.captions.chances import chance_of
from company.families.captions.gate.drawing import Held
from company.families.captions.records import UNTRUTHS, Caption, Claim, Figure, Untruth
from company.families.captions.stages.asking import table_of
from company.families.captions.stages.claiming import executed
from company.families.captions.twins import Around, Twin, twins_of
from company.run.stage import Office

_TRIED = 6
"""Twins of a caption and a kind that are executed together."""
_FIRST: tuple[Untruth, ...] = ("comparison", "trend", "label", "value", "outside")
"""The kinds from the one that fewest captions can have: in a tie, the seldom one is made."""


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
    """Return so many captions at most that have a twin, by their ids, each with it."""
    chance = chance_of(figure.id, "twins")
    kinds = sorted(UNTRUTHS, key=lambda kind: (chance.random() * _weight(kind), kind))
    order = chance.sample(sorted(captions), len(captions))
    made: list[tuple[str, Twin]] = []
    for kind in kinds:
        for name in order:
            if len(made) < most and name not in [each for each, _ in made]:
                found = [one async for one in untrue(office, figure, captions[name], kind, f"{name} {kind}")]
                if found:
                    made.append((name, found[0]))
                    break
    return made


def _weight(kind: Untruth) -> float:
    """Return a number that is smaller for kinds that few captions can have."""
    return 0.6 + 0.1 * _FIRST.index(kind)


async def untrue(
    office: Office, figure: Figure, caption: Caption, kind: Untruth, mark: str, but: Collection[str] = ()
) -> AsyncIterator[Twin]:
    """Yield twins of a caption that are untrue in just the claim that was changed, for an eye that is off, too.

    Claims whose code is in `but` stay as they are.
    """
    proposed = twins_of(caption, kind, around(office, figure), chance_of(figure.id, mark))
    wanted = (twin for twin in proposed if caption.claims[twin.changed].code.casefold() not in but)
    tried = list(islice(wanted, _TRIED))
    held = await executed(office, figure, [claim.code for twin in tried for claim in twin.claims])
    for twin in tried:
        own, held = held[: len(twin.claims)], held[len(twin.claims) :]
        if _is_untrue(twin, own):
            claims = tuple(
                claim.model_copy(update={"truth": "true" if each.drawn else "false"})
                for claim, each in zip(twin.claims, own, strict=True)
            )
            yield Twin(twin.text, twin.untruth, claims, twin.changed)


def _is_untrue(twin: Twin, held: Sequence[Held]) -> bool:
    return all(
        (each.clear and each.drawn is False) if at == twin.changed else each.drawn is (twin.claims[at].truth == "true")
        for at, each in enumerate(held)
    )


def contradicted(claim: Claim, told: Sequence[Claim]) -> bool:
    """Return whether what is told of a figure contradicts an untruth in the place of a claim: it says the claim."""
    return claim.code.casefold() in [each.code.casefold() for each in told]
