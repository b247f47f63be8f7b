"""Stage: an admin splits captions into claims with code, which are executed; who wrote them is not told."""

from __future__ import annotations

from collections.abc import AsyncIterator

from company.families.captions.records import Caption, CaptionSet, Drafts, Figure
from company.families.captions.settings import settings_of
from company.families.captions.stages.claiming import PROMPTS, claims_in
from company.run.stage import Office, Stage


async def _split(office: Office, drafts: Drafts) -> AsyncIterator[CaptionSet]:
    figure = office.archive.get(drafts.figure)
    assert isinstance(figure, Figure), "captions are of a figure"
    texts = {f"t{at}": each.text for at, each in enumerate(drafts.captions, start=1)}
    claims = await claims_in(office, ("claims", drafts.id), figure, texts)
    yield CaptionSet(
        id=f"{figure.id}.set",
        parent=drafts.id,
        stage="claims",
        position=1,
        status="accepted",
        figure=figure.id,
        captions=tuple(
            Caption(writer=each.writer, text=each.text, claims=tuple(claims[place]))
            for place, each in zip(texts, drafts.captions, strict=True)
        ),
    )


STAGE = Stage(
    "claims", "draft", _split, prompts=PROMPTS, on=lambda settings: "ranking" in settings_of(settings).targets.wanted
)
