"""The card of a benchmark of captions: what was drawn, claimed and made untrue, counted on the files beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from company.benchmark.publishing.plain_card import plain_card
from company.benchmark.publishing.publication import Publication
from company.benchmark.publishing.reviewed import Reviewed, Verdicts
from company.families.captions.publishing.draft import CaptionsDraft
from company.families.captions.statistics import counts_of
from company.families.captions.telling import rows_of
from company.prompts import prompt


def card_text(draft: CaptionsDraft, publication: Publication, reviewed: Reviewed | None, verdicts: Verdicts) -> str:
    """Return the card: the house's sections, and before "How to load it" what is special about captions."""
    text = plain_card(draft, publication, reviewed, verdicts)
    own = (
        prompt("benchmark_captions_card", kinds=_table(draft))
        if publication.gold
        else prompt("benchmark_captions_public")
    )
    if given := sum(not line.get("drawn") for line in draft.cases.get("ranking", ()) if publication.gold):
        own = f"{own.rstrip()}\n\n{prompt('benchmark_captions_unproved', sets=given)}"
    before, mark, after = text.partition("\n## How to load it")
    return f"{before}\n{own}{mark}{after}" if mark else f"{text}\n{own}"


def _table(draft: CaptionsDraft) -> str:
    counts: Mapping[str, Counter[str]] = counts_of(draft.cases)
    rows = [f"| {name} | {told} |" for name, told in rows_of(counts)]
    return "\n".join(["| | |", "|---|---|", *rows])
