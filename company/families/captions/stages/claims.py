"""Stage: an admin splits captions into claims with code, which are executed; who wrote them is not told."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping

from company.families.captions.aspects import aspects_of
from company.families.captions.records import Caption, CaptionSet, Claim, Drafts, Figure
from company.families.captions.settings import settings_of
from company.families.captions.stages.claiming import PROMPTS, claims_in
from company.run.stage import Office, Stage

_SENTENCE = re.compile(r"\S.*?(?:[.!?](?=\s+[^\W\d_a-z])|$)", re.DOTALL)


async def _split(office: Office, drafts: Drafts) -> AsyncIterator[CaptionSet]:
    figure = office.archive.get(drafts.figure)
    assert isinstance(figure, Figure), "captions are of a figure"
    texts = {f"t{at}": each.text for at, each in enumerate(drafts.captions, start=1)}
    asked = claims_in(office, ("claims", drafts.id), figure, texts) if figure.code else _unproved(figure, texts)
    claims = await asked
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


async def _unproved(figure: Figure, texts: Mapping[str, str]) -> dict[str, list[Claim]]:
    """Return the sentences of captions of a picture without code: what they claim can be executed on nothing."""
    return {
        of: [
            Claim(span=match.span(), aspects=aspects_of(match[0], figure.texts), code="", truth="unproved")
            for match in _SENTENCE.finditer(text)
        ]
        for of, text in texts.items()
    }


STAGE = Stage(
    "claims", "draft", _split, prompts=PROMPTS, on=lambda settings: "ranking" in settings_of(settings).targets.wanted
)
