"""Stage: four captions of a figure with equally many claims, of which one is made untrue; the gate judges it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence

from company.families.captions.chances import chance_of
from company.families.captions.files import FIGURES
from company.families.captions.gate.detection import detection_body, judged
from company.families.captions.records import UNTRUTHS, Caption, CaptionCase, Claim, Figure, Paper
from company.families.captions.replies import CaptionTexts
from company.families.captions.stages.asking import marked, reply_to, table_of
from company.families.captions.stages.claiming import PROMPTS, claims_in, executed
from company.families.captions.stages.twinning import untrue
from company.families.dialogues.stages.actions.plot_qa import outline
from company.run.stage import Office, Stage

_WANTED = 6
"""Captions that are asked for; some may turn out to say the same, or something else than was meant."""
_OPTIONS = 4
_FEWEST, _MOST = 1, 4
"""Claims of a caption."""


async def _detect(office: Office, figure: Figure) -> AsyncIterator[CaptionCase]:
    record_id = f"{figure.id}.detection"
    captions = await _captions(office, figure, record_id)
    chosen = _equal(captions)
    if not chosen:
        office.lost(
            record_id, "detections", "no four captions of it have equally many claims that are clear to the eye"
        )
        return
    chance = chance_of(record_id, "untrue")
    places, kinds = chance.sample(range(_OPTIONS), _OPTIONS), chance.sample(UNTRUTHS, len(UNTRUTHS))
    for place, kind in [(place, kind) for place in places for kind in kinds]:
        others = {claim.code.casefold() for at, each in enumerate(chosen) if at != place for claim in each.claims}
        async for twin in untrue(office, figure, chosen[place], kind, f"{record_id} {place} {kind}", others):
            texts = [each.text for each in chosen]
            codes = [[claim.code for claim in each.claims] for each in chosen]
            texts[place], codes[place] = twin.text, [claim.code for claim in twin.claims]
            picture = (FIGURES / f"{figure.id}.png").as_posix()
            options = list(zip(texts, codes, strict=True))
            body = detection_body(table_of(office), figure, record_id, picture, options, place)
            line = body.but(untruth=kind).line()
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
    claims = await claims_in(office, at, figure, texts)
    told = [(name, claim) for name, each in claims.items() for claim in each]
    held = await executed(office, figure, [claim.code for _, claim in told])
    doubtful = {name for (name, _), each in zip(told, held, strict=True) if not (each.clear and each.drawn is True)}
    return [
        Caption(writer="author", text=texts[name], claims=tuple(each))
        for name, each in claims.items()
        if each and name not in doubtful
    ]


def _equal(captions: Sequence[Caption]) -> list[Caption]:
    """Return four captions with equally many claims, each with one of its own; nothing where there are none."""
    by_count: Mapping[int, list[Caption]] = {
        count: [each for each in captions if len(each.claims) == count] for count in range(_MOST, _FEWEST - 1, -1)
    }
    for own in by_count.values():
        kept: list[Caption] = []
        for caption in own:
            if all(_own(caption.claims, each.claims) and _own(each.claims, caption.claims) for each in kept):
                kept.append(caption)
        if len(kept) >= _OPTIONS:
            return kept[:_OPTIONS]
    return []


def _own(claims: Sequence[Claim], others: Sequence[Claim]) -> bool:
    """Return whether some claim is none of the others."""
    return bool({claim.code.casefold() for claim in claims} - {claim.code.casefold() for claim in others})


STAGE = Stage(
    "detections",
    "figure",
    _detect,
    prompts=("data_scientist_role", "data_scientist_captions", "benchmark_detection", *PROMPTS),
    wants=lambda figure: figure.chart == "line" and figure.cut is None,
    serves=("detection",),
)
