"""Stage: four captions of a figure with equally many claims, of which one is made untrue; the gate judges it."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from company.families.captions.chances import chance_of
from company.families.captions.files import FIGURES
from company.families.captions.gate.detection import detection_body, judged
from company.families.captions.records import UNTRUTHS, Caption, CaptionCase, Claim, Figure, Paper, Untruth
from company.families.captions.replies import CaptionTexts
from company.families.captions.stages.asking import marked, reply_to, table_of
from company.families.captions.stages.claiming import PROMPTS, claims_with, may_hold
from company.families.captions.stages.twinning import untrue
from company.families.captions.twins import Twin
from company.families.dialogues.stages.actions.plot_qa import outline
from company.run.stage import Office, Stage

_WANTED = 6
"""Captions that are asked for; some may turn out to say the same, or something else than was meant."""
_OPTIONS = 4
_TRIED = 8
"""Untruths that are tried until the gate takes one."""
_LOOKED = 12
"""Untruths of which it is looked whether the other captions contradict them."""
_FEWEST, _MOST = 1, 4
"""Claims of a caption."""


async def _detect(office: Office, figure: Figure) -> AsyncIterator[CaptionCase]:
    record_id = f"{figure.id}.detection"
    named = {f"o{at}": each for at, each in enumerate(await _captions(office, figure, record_id))}
    chance = chance_of(record_id, "untrue")
    kinds = chance.sample(UNTRUTHS, len(UNTRUTHS))
    codes = Counter(code for each in named.values() for code in {claim.code.casefold() for claim in each.claims})
    shared = {code for code, count in codes.items() if count > 1}
    twins = await untrue(office, figure, named, [(name, kind) for name in named for kind in kinds], shared)
    # Were those that cannot be made untrue offered beside others, they would be known for true ones.
    options = _equal({name: each for name, each in named.items() if name in [of for of, _ in twins]})
    if not options:
        office.lost(record_id, "detections", "no four captions of it have equally many claims that could be untrue")
        return
    order = chance.sample(sorted(options), _OPTIONS)
    tried = sorted((pair for pair in twins if pair[0] in options), key=lambda pair: order.index(pair[0]))[:_LOOKED]
    asked = [_claimed({**options, name: _as_caption(twin)}) for name, twin in tried]
    # Where two captions contradict one another, one of them is known for untrue without the figure.
    fitting = [pair for pair, may in zip(tried, await may_hold(office, figure, asked), strict=True) if may]
    for name, twin in fitting[:_TRIED]:
        line = _line(office, figure, record_id, {**options, name: _as_caption(twin)}, (name, twin.untruth))
        report = await judged(line, office.resource, office.sandbox, cold=False)
        if report.passed:
            case = CaptionCase(
                id=record_id,
                parent=figure.id,
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


def _claimed(named: Mapping[str, Caption]) -> list[str]:
    return list(dict.fromkeys(claim.code for each in named.values() for claim in each.claims))


def _as_caption(twin: Twin) -> Caption:
    return Caption(writer="author", text=twin.text, claims=twin.claims)


def _line(
    office: Office, figure: Figure, record_id: str, named: Mapping[str, Caption], untrue_one: tuple[str, Untruth]
) -> dict[str, Any]:
    """Return the line of a choice among captions, by name; one of them is untrue in a way."""
    options = [(each.text, [claim.code for claim in each.claims]) for each in named.values()]
    picture = (FIGURES / f"{figure.id}.png").as_posix()
    body = detection_body(table_of(office), figure, record_id, picture, options, list(named).index(untrue_one[0]))
    return body.but(untruth=untrue_one[1]).line()


async def _captions(office: Office, figure: Figure, record_id: str) -> list[Caption]:
    """Return captions of the figure whose claims are all true, and clear to the eye."""
    paper = office.archive.get(figure.parent or "")
    assert isinstance(paper, Paper), "a figure is of a paper"
    brief = {
        "task": "captions_apart",
        "goal": paper.goal,
        "question": figure.question,
        "captions": _WANTED,
        "drawn": [outline(page) for page in figure.drawn],
    }
    at = ("detections", record_id)
    reply, _ = await reply_to(office, "data_scientist", at, "data_scientist_captions", CaptionTexts, brief)
    texts = {f"t{place}": " ".join(text.split()) for place, text in enumerate(reply.captions, start=1)}
    return [
        Caption(writer="author", text=texts[name], claims=tuple(claim for claim, _ in each))
        for name, each in (await claims_with(office, at, figure, texts)).items()
        if each and all(held.clear and held.drawn is True for _, held in each)
    ]


def _equal(captions: Mapping[str, Caption]) -> dict[str, Caption]:
    """Return four captions with equally many claims, each with one of its own; nothing where there are none."""
    for count in range(_MOST, _FEWEST - 1, -1):
        kept: dict[str, Caption] = {}
        for name, caption in captions.items():
            if len(caption.claims) == count and all(_differ(caption.claims, each.claims) for each in kept.values()):
                kept[name] = caption
        if len(kept) >= _OPTIONS:
            return dict(list(kept.items())[:_OPTIONS])
    return {}


def _differ(one: Sequence[Claim], other: Sequence[Claim]) -> bool:
    """Return whether both make a claim that the other does not."""
    mine, theirs = ({claim.code.casefold() for claim in each} for each in (one, other))
    return bool(mine - theirs) and bool(theirs - mine)


STAGE = Stage(
    "detections",
    "figure",
    _detect,
    prompts=("data_scientist_role", "data_scientist_captions", "benchmark_detection", *PROMPTS),
    wants=lambda figure: bool(figure.code) and figure.chart in figure.charts and figure.cut is None,
    serves=("detection",),
)
