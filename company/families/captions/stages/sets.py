"""Stage: six captions of a figure become a caption set, some with an error, one with a twin; the gate judges it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from company.families.asking import table_of
from company.families.captions.body import place_of_id
from company.families.captions.files import FIGURES
from company.families.captions.gate.contradicting import told_of
from company.families.captions.gate.ranking import judged
from company.families.captions.records import Caption, CaptionCase, CaptionSet, Claim, Drafts, Figure, Passage
from company.families.captions.settings import settings_of
from company.families.captions.spoiling import spoiled_text
from company.families.captions.stages.twinning import Chosen, twins
from company.families.shared.chances import chance_of
from company.run.stage import Office, Stage


async def _set(office: Office, claimed: CaptionSet) -> AsyncIterator[CaptionCase]:
    figure = office.archive.get(claimed.figure)
    drafts = office.archive.get(claimed.parent or "")
    assert isinstance(figure, Figure) and isinstance(drafts, Drafts), "claims are of captions of a figure"
    passage = office.archive.get(drafts.parent or "")
    assert isinstance(passage, Passage), "captions are made of a passage"
    told = settings_of(office.settings).captions
    named: dict[str, Caption] = {caption.writer: caption for caption in claimed.captions}
    spoilt = _spoilt(figure, passage, named, told.spoiled)
    whole = {name: caption for name, caption in named.items() if name not in spoilt}
    lines = {name: _line(name, caption, spoilt.get(name), figure) for name, caption in named.items()}
    paragraphs = [each.model_dump(mode="json") for each in passage.paragraphs]
    beside = {name: told_of({"paragraphs": paragraphs, "captions": [*lines.values()]}, name) for name in lines}
    paired = await twins(office, figure, whole, told.twins if figure.code else 0, beside)
    ids = _ids(figure.id, [*named, *(f"{each.name} twin" for each in paired)])
    line: dict[str, Any] = {
        "data_id": f"{figure.id}.ranking",
        "domain_name": table_of(office).name,
        "current_query": f"How helpful is each caption for understanding {figure.name}?",
        "figure": (FIGURES / f"{figure.id}.png").as_posix(),
        "figure_name": figure.name,
        "texts": list(figure.texts),
        "paragraphs": paragraphs,
        "captions": sorted(({**each, "id": ids[name]} for name, each in lines.items()), key=place_of_id),
        "twins": [_twin((ids[f"{each.name} twin"], ids[each.name]), each) for each in paired],
        "figure_code": figure.code,
        "drawn": list(figure.drawn),
        "cut": None if figure.cut is None else list(figure.cut),
        "charts": list(figure.charts),
    }
    report = await judged(line, None, office.resource, office.sandbox, cold=False)
    yield CaptionCase(
        id=line["data_id"],
        parent=claimed.id,
        stage="sets",
        position=1,
        status="proposed" if report.passed else "rejected",
        reason=None if report.passed else report.reasons[0],
        asks="ranking",
        entry=line,
        gate=report.measured,
    )


def _ids(figure: str, names: Sequence[str]) -> dict[str, str]:
    """Return the ids of captions and twins, which tell nothing of either, by who wrote them."""
    order = chance_of(figure, "order").sample(names, len(names))
    return {name: f"c{at}" for at, name in enumerate(order, start=1)}


def _spoilt(figure: Figure, passage: Passage, named: Mapping[str, Caption], spoiled: float) -> dict[str, str]:
    """Return the texts of captions that were extracted wrongly, by their ids."""
    beside = [each.text for each in passage.paragraphs] or [
        "The table lists the same values for all groups that we have."
    ]
    texts = {
        name: spoiled_text(caption.text, chance_of(figure.id, name).choice(beside), figure.id, name, spoiled=spoiled)
        for name, caption in named.items()
    }
    return {name: text for name, text in texts.items() if text is not None}


def _line(name: str, caption: Caption, spoilt: str | None, figure: Figure) -> dict[str, Any]:
    text = caption.text if spoilt is None else spoilt
    errors = [*figure.mistakes, *(["text"] if spoilt is not None else [])]
    kept = [claim for claim in caption.claims if claim.span[1] <= len(text)]
    return {
        "id": name,
        "text": text,
        "writer": caption.writer,
        "claims": _claims(kept),
        "errors": errors,
        **({} if spoilt is None else {"extracted_from": caption.text}),
    }


def _twin(ids: tuple[str, str], chosen: Chosen) -> dict[str, Any]:
    twin = chosen.twin
    return {
        "id": ids[0],
        "of": ids[1],
        "text": twin.text,
        "untruth": twin.untruth,
        "span": list(twin.claims[twin.changed].span),
        "claims": _claims(twin.claims),
        "contradicted": chosen.contradicted,
        "contradicted_by_captions": chosen.contradicted_by_captions,
    }


def _claims(claims: Sequence[Claim]) -> list[dict[str, Any]]:
    return [claim.model_dump(mode="json") for claim in claims]


STAGE = Stage("sets", "caption_set", _set, serves=("ranking",))
