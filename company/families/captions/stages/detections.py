"""Stage: four captions of a figure with equally many claims, of which one is made untrue; the gate judges it.

Four are taken of which each could be the untrue one, in the same conditions; then chance says which one it is. So what
a caption is about, how long it is, and how easily it is made untrue, tell nothing of whether it is.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

from company.families.asking import marked, table_of
from company.families.captions.files import FIGURES
from company.families.captions.gate.apart import bears, entangled, unreadable
from company.families.captions.gate.detection import asked_of, detection_body, judged
from company.families.captions.records import UNTRUTHS, Caption, CaptionCase, Claim, Figure, Passage
from company.families.captions.stages.claiming import PROMPTS, may_hold
from company.families.captions.stages.options import OPTIONS, in_the_way, options_of
from company.families.captions.stages.twinning import untrue
from company.families.captions.twins import Twin
from company.families.shared.chances import chance_of
from company.run.stage import Office, Stage

_TRIES = 2
"""Times that captions are asked for: where no four will do, their writer is told why."""
_SETS = 3
"""Fours of captions that are looked at for one of which each could be the untrue one."""
_TRIED = 3
"""Untruths of a caption that are looked at."""
_FEWEST, _MOST = 1, 4
"""Claims of a caption."""


@dataclass(frozen=True)
class Fit:
    """An untruth that one of four captions could be given."""

    twin: Twin
    contradicted: bool
    """Whether the paragraphs on the figure tell that it is untrue."""


Fits = Mapping[str, Sequence[Fit]]
"""Of each of four captions, the untruths that it could be given."""


async def _detect(office: Office, passage: Passage) -> AsyncIterator[CaptionCase]:
    figure = office.archive.get(passage.figure)
    assert isinstance(figure, Figure), "a passage is about a figure"
    if not figure.code or figure.chart not in figure.charts or figure.cut is not None:
        return
    record_id = f"{figure.id}.detection"
    told = list(dict.fromkeys(claim.code for each in passage.paragraphs for claim in each.claims))
    if bears(figure.drawn) < OPTIONS:
        office.lost(record_id, "detections", "fewer than four things can be read off it, each for itself")
        return
    named, fitting, why = await _captions(office, figure, record_id, told)
    if not fitting:
        office.lost(record_id, "detections", why)
        return
    # Of several fours, rather one of which paragraphs tell little.
    four = min(fitting, key=lambda each: sum(fits[0].contradicted for fits in each.values()))
    name = chance_of(record_id, "untrue").choice(sorted(four))
    for fit in four[name]:
        options = {**{each: named[each] for each in four}, name: _as_caption(fit.twin)}
        line = _line(office, figure, record_id, options, (name, fit), told)
        report = await judged(line, office.resource, office.sandbox, cold=False)
        if report.passed:
            case = CaptionCase(
                id=record_id,
                parent=passage.id,
                stage="detections",
                position=1,
                asks="detection",
                entry=line,
                gate=report.measured,
            )
            yield marked(office, case, [("entry.current_query", line["current_query"])])
            return
    office.lost(
        record_id, "detections", "no untruth in its captions can be told by who sees the figure, and only by them"
    )


async def _captions(
    office: Office, figure: Figure, record_id: str, told: Sequence[str]
) -> tuple[dict[str, Caption], list[Fits], str]:
    """Return captions by name, the fours of them of which each could be the untrue one, and why there are none."""
    named: dict[str, Caption] = {}
    refused: dict[str, str] = {}
    why = ""
    for _ in range(_TRIES):
        kept = [each for each in named.values() if each.text not in refused]
        captions, faults = await options_of(office, figure, record_id, kept, refused)
        named |= {f"o{at}": each for at, each in enumerate(captions, start=len(named))}
        twins = await _twins(office, figure, named, record_id)
        sets = list(islice(_fours({name: each for name, each in named.items() if name in twins}, record_id), _SETS))
        fours = [({name: named[name] for name in each}, twins) for each in sets]
        fits = await _fitting(office, figure, fours, told)
        fitting = [each for each in fits if all(each.values())]
        if fitting:
            return named, fitting, ""
        why = "of no four captions could each be the untrue one, and the others not tell"
        if not sets:
            why = "no four captions of it have equally many claims that could be untrue"
        stuck = _settled(named, fits) if sets else in_the_way(named, twins)
        refused = {**refused, **faults, **{named[name].text: words for name, words in stuck.items()}}
    return named, [], why


def _settled(named: Mapping[str, Caption], fits: Sequence[Fits]) -> dict[str, str]:
    """Return by name what is wrong with captions that could not be the untrue one, in words for their writer."""
    found: dict[str, str] = {}
    for four in fits:
        for name in (each for each in four if not four[each] and each not in found):
            others = "; ".join(repr(named[each].text) for each in four if each != name)
            found[name] = (
                f"No figure was found on which it is untrue and these are so, or the other way about: {others}"
            )
    return found


async def _twins(
    office: Office, figure: Figure, named: Mapping[str, Caption], record_id: str
) -> dict[str, Sequence[Twin]]:
    """Return what each caption could say that is not so, and can be read off the figure, in an order of chance."""
    codes = Counter(code for each in named.values() for code in {claim.code.casefold() for claim in each.claims})
    shared = {code for code, count in codes.items() if count > 1}
    found = await untrue(office, figure, named, [(name, kind) for name in named for kind in UNTRUTHS], shared)
    kept: dict[str, list[Twin]] = {}
    for name, twin in found:
        if not unreadable([twin.claims[twin.changed].code], figure.drawn):
            kept.setdefault(name, []).append(twin)
    return {name: _mixed(each, chance_of(record_id, name)) for name, each in kept.items()}


def _mixed(twins: Sequence[Twin], chance: random.Random) -> Sequence[Twin]:
    """Return untruths in an order of chance in which kinds take turns."""
    order = chance.sample(twins, len(twins))
    ranks = {kind: chance.random() for kind in UNTRUTHS}
    before: Counter[str] = Counter()
    placed: list[tuple[int, float, int, Twin]] = []
    for twin in order:
        placed.append((before[twin.untruth], ranks[twin.untruth], len(placed), twin))
        before[twin.untruth] += 1
    return [twin for *_, twin in sorted(placed, key=lambda each: each[:3])]


def _fours(captions: Mapping[str, Caption], record_id: str) -> Iterator[tuple[str, ...]]:
    """Yield four captions at a time with equally many claims, of which none sheds light on another."""
    order = chance_of(record_id, "fours").sample(sorted(captions), len(captions))
    for count in range(_MOST, _FEWEST - 1, -1):
        own = [name for name in order if len(captions[name].claims) == count]
        fours = list(combinations(own, OPTIONS))
        for four in chance_of(record_id, "four", str(count)).sample(fours, len(fours)):
            claims = [captions[name].claims for name in four]
            if all(_differ(one, other) for one, other in combinations(claims, 2)) and not entangled(
                [[claim.code for claim in each] for each in claims]
            ):
                yield four


def _differ(one: Sequence[Claim], other: Sequence[Claim]) -> bool:
    """Return whether both make a claim that the other does not."""
    mine, theirs = ({claim.code.casefold() for claim in each} for each in (one, other))
    return bool(mine - theirs) and bool(theirs - mine)


async def _fitting(
    office: Office,
    figure: Figure,
    sets: Sequence[tuple[Mapping[str, Caption], Mapping[str, Sequence[Twin]]]],
    told: Sequence[str],
) -> list[Fits]:
    """Return of each four what its captions could say that is untrue; nothing of one that could not be the untrue one.

    Whichever it is, all four may hold on some figure, and each of the four may be the only untrue one.
    """
    tried = [
        [(name, twin) for name in four for twin in twins[name][:_TRIED] if not entangled(_claimed(four, name, twin))]
        for four, twins in sets
    ]
    asked = [
        asked_of(_claimed(four, name, twin), [claim.code for claim in twin.claims], told)
        for (four, _), own in zip(sets, tried, strict=True)
        for name, twin in own
    ]
    may = iter(await may_hold(office, figure, [claims for each in asked for claims in each]))
    found: list[Fits] = []
    for (four, _), own in zip(sets, tried, strict=True):
        fits: dict[str, list[Fit]] = {name: [] for name in four}
        for name, twin in own:
            *needed, beside = (next(may) for _ in range(OPTIONS + 2))
            if all(needed):
                fits[name].append(Fit(twin, not beside))
        found.append({name: sorted(each, key=lambda fit: fit.contradicted) for name, each in fits.items()})
    return found


def _claimed(four: Mapping[str, Caption], name: str, twin: Twin) -> list[list[str]]:
    """Return the claims of four captions, of one of them as its twin has them."""
    return [[claim.code for claim in (twin if each == name else four[each]).claims] for each in four]


def _as_caption(twin: Twin) -> Caption:
    return Caption(writer="author", text=twin.text, claims=twin.claims)


def _line(
    office: Office,
    figure: Figure,
    record_id: str,
    named: Mapping[str, Caption],
    untrue_one: tuple[str, Fit],
    told: Sequence[str],
) -> dict[str, Any]:
    """Return the line of a choice among captions, by name; one of them is untrue in a way."""
    options = [(each.text, [claim.code for claim in each.claims]) for each in named.values()]
    picture = (FIGURES / f"{figure.id}.png").as_posix()
    name, fit = untrue_one
    body = detection_body(table_of(office), figure, record_id, picture, options, list(named).index(name))
    return body.but(untruth=fit.twin.untruth, told=list(told), contradicted=fit.contradicted).line()


STAGE = Stage(
    "detections",
    "passage",
    _detect,
    prompts=("data_scientist_captions_role", "data_scientist_captions", "benchmark_detection", *PROMPTS),
    serves=("detection",),
)
