"""The card of a benchmark of figures: which types, how hard, what an answer is right by."""

from __future__ import annotations

from company.benchmark.publishing.plain_card import plain_card
from company.benchmark.publishing.publication import Publication
from company.benchmark.publishing.reviewed import Reviewed, Verdicts
from company.families.figures.curation.counting import rows_of as steps_of
from company.families.figures.publishing.draft import FiguresDraft
from company.families.figures.statistics import counts_of, rows_of
from company.prompts import prompt


def card_text(draft: FiguresDraft, publication: Publication, reviewed: Reviewed | None, verdicts: Verdicts) -> str:
    """Return the card: the house's sections, and before "How to load it" what is special about figures."""
    text = plain_card(draft, publication, reviewed, verdicts)
    rows = "\n".join(
        ["| | |", "|---|---|", *(f"| {name} | {told} |" for name, told in rows_of(counts_of(draft.cases)))]
    )
    own = _own(draft, rows) if publication.gold else prompt("benchmark_figures_public", kinds=rows)
    if draft.curations:
        steps = [row for curation in draft.curations for row in steps_of(curation)]
        table = "\n".join(["| | |", "|---|---|", *(f"| {name} | {told} |" for name, told in steps)])
        own = f"{own}\n\n{prompt('benchmark_plots_card', steps=table)}"
    before, mark, after = text.partition("\n## How to load it")
    return f"{before}\n{own}{mark}{after}" if mark else f"{text}\n{own}"


def _own(draft: FiguresDraft, rows: str) -> str:
    """Return what an answer is right by, where references have code, and where they are pictures alone."""
    lines = [line for lines in draft.cases.values() for line in lines]
    licences = sorted({line["origin"]["licence"] for line in lines if not line["portrait"]})
    parts = [prompt("benchmark_figures_card", kinds=rows)] if any(line["portrait"] for line in lines) else []
    if licences:
        named = ", ".join(f"licence: {each}" if each else "passed on as their giver says" for each in licences)
        parts.append(prompt("benchmark_figures_seen", kinds=rows, licences=named))
    return "\n".join(parts)
