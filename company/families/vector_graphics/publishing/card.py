"""The card of a benchmark of vector graphics: what is asked, and how right answers are known."""

from __future__ import annotations

from company.benchmark.publishing.plain_card import plain_card
from company.benchmark.publishing.publication import Publication
from company.benchmark.publishing.reviewed import Reviewed, Verdicts
from company.families.vector_graphics.publishing.draft import GraphicsDraft
from company.families.vector_graphics.statistics import told_of
from company.prompts import prompt


def card_text(draft: GraphicsDraft, publication: Publication, reviewed: Reviewed | None, verdicts: Verdicts) -> str:
    """Return the card: the house's sections, and before "How to load it" what is special about drawings."""
    text = plain_card(draft, publication, reviewed, verdicts)
    own = (
        prompt("benchmark_graphics_card", kinds=_table(draft))
        if publication.gold
        else prompt("benchmark_graphics_public")
    )
    before, mark, after = text.partition("\n## How to load it")
    return f"{before}\n{own}{mark}{after}" if mark else f"{text}\n{own}"


def _table(draft: GraphicsDraft) -> str:
    rows = ["| | cases | executed | themes | right without the code |", "|---|---:|---:|---:|---:|"]
    for name, told in told_of(draft.cases).items():
        readings = told["blind"]["readings"]
        share = f"{told['blind']['right'] / readings:.0%} of {readings:,}" if readings else "–"
        rows.append(f"| {name} | {told['cases']:,} | {told['executed']:,} | {told['themes']:,} | {share} |")
    return "\n".join(rows)
