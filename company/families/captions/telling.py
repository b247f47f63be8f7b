"""How runs and cases of captions are shown: a figure with its paragraphs, captions, and what they claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from company.benchmark.reading import Benchmark, read_verdicts
from company.families.captions.body import shown_of
from company.families.captions.opinions import opinions_of, opinions_text
from company.families.captions.statistics import by_writer, counts_of
from company.families.shared.choices.blind import by_words, verdict
from company.reporting.telling import Telling
from company.reporting.views import WORDS, Block, CaseView, Figure, Words, titled
from company.showing import shown


class CaptionTelling(Telling):
    """Figures with their captions."""

    kinds: ClassVar[Mapping[str, str]] = {
        "paper": "papers",
        "figure": "figures",
        "passage": "passages",
        "draft": "drafts",
        "caption_set": "caption sets",
    }
    made_by: ClassVar[Mapping[str, str]] = {
        "papers": "paper",
        "figures": "figure",
        "passages": "passage",
        "captions": "draft",
        "claims": "caption_set",
        "sets": "ranking",
        "detections": "detection",
    }
    noun = "captions"
    exhausted = "no candidate was lost, and no more figures may be tried"

    def answered_by(self, category: Any) -> str:
        """Return "choosing" or "rating"."""
        return "choosing" if category.chosen else "rating"

    def view(self, content: Benchmark, category: str, line: Mapping[str, Any]) -> CaseView:
        """Return a case: the figure, its texts and paragraphs, the captions and, where it is there, the gold."""
        choice = "captions" not in line
        return CaseView(
            id=str(shown(line["data_id"], 300)),
            title=category.replace("_", " "),
            about=(),
            asked=(*_about_figure(line), *(titled({"question": line["current_query"]}) if choice else _captions(line))),
            key=tuple(_untrue(line) if choice else _claimed(line)),
            judged=_JUDGED[choice],
        )

    def asked(self, line: Mapping[str, Any]) -> str:
        """Return the question of a choice; of a set, its figure and how many captions are to be ranked."""
        if "captions" in line:
            return f"{line['figure_name']}: {len(shown_of(line))} captions to be ranked"
        return str(line["current_query"])

    def stats(self, content: Benchmark) -> dict[str, Any]:
        """Return counts, words by writer, claims by aspect and truth, and how far words alone find what is untrue."""
        base = super().stats(content)
        if said := read_verdicts(content.folder):
            base = {**base, "opinions": opinions_of(said)}
        if not content.has_gold:
            return base
        told = {name: dict(counts) for name, counts in counts_of(content.cases).items()}
        blind = {name: verdict(found) for name, found in by_words(content.cases).items()}
        return {**base, "counts": told, "writers": by_writer(content.cases.get("ranking", ())), "blind": blind}

    def stats_text(self, stats: Mapping[str, Any]) -> str:
        """Return the figures as text."""
        parts = [super().stats_text(stats)]
        if "counts" in stats:
            rows = list(rows_of({name: Counter(counts) for name, counts in stats["counts"].items()}))
            wide = max(len(name) for name, _ in rows)
            parts.append("\n".join(f"  {name:<{wide}}  {told}" for name, told in rows))
        if stats.get("writers"):
            parts.append("\n".join(_writers(stats["writers"])))
        parts += ["\n".join(opinions_text(stats["opinions"]))] if stats.get("opinions") else []
        parts += [f"  {category}: {told}" for category, told in stats.get("blind", {}).items()]
        return "\n\n".join(parts)


def rows_of(counts: Mapping[str, Counter[str]]) -> Iterator[tuple[str, str]]:
    """Yield the counts of a benchmark as rows: what is counted, and how many of each kind."""
    for name, each in counts.items():
        if each.total():
            yield name, ", ".join(f"{count:,} {kind}" for kind, count in each.items())


def _writers(writers: Mapping[str, Mapping[str, float | None]]) -> Iterator[str]:
    columns = list(next(iter(writers.values())))
    yield "  ".join([f"  {'writer':<16}", *(f"{name:>8}" for name in columns)])
    for writer, told in writers.items():
        cells = [_cell(name, told[name]) for name in columns]
        yield "  ".join([f"  {writer:<16}", *(f"{cell:>8}" for cell in cells)])


def _cell(name: str, value: float | None) -> str:
    if value is None:
        return "-"
    if name == "captions":
        return f"{value:,.0f}"
    return f"{value:.1f}" if name in ("words", "claims") else f"{100 * value:.0f} %"


_JUDGED = {
    False: "judged by how far ratings agree with people's, and by the twins that are rated below their originals",
    True: "judged by the letter alone; every claim of every caption was executed against what is drawn",
}
"""By whether the case is answered by choosing."""


def _about_figure(line: Mapping[str, Any]) -> Iterator[Block]:
    yield Figure(str(shown(line["figure_name"], 300)), Path(line["figure"]))
    yield from titled({"texts of the figure": " · ".join(line["texts"])})
    for number, paragraph in enumerate(line.get("paragraphs", ()), start=1):
        yield from titled({f"paragraph {number}": paragraph["text"]})


def _captions(line: Mapping[str, Any]) -> Iterator[Block]:
    yield from titled({str(caption["id"]): caption["text"] for caption in shown_of(line)})


def _untrue(line: Mapping[str, Any]) -> Iterator[Block]:
    if "reference_answer" in line:
        yield from titled({f"untrue ({line.get('untruth', 'in some way')})": line["reference_answer"]})


def _claimed(line: Mapping[str, Any]) -> Iterator[Block]:
    """Yield of each caption who wrote it and what it claims, as far as that is there."""
    for caption in shown_of(line):
        claims = [
            f"{each['truth']}: {caption['text'][slice(*each['span'])]} [{', '.join(each['aspects'])}] {each['code']}"
            for each in caption.get("claims", ())
        ]
        if claims or "of" in caption or "writer" in caption:
            yield Words(_who(caption), shown("\n".join(claims) or "no claim was found in it", WORDS))


def _who(caption: Mapping[str, Any]) -> str:
    if "of" in caption:
        where = "; the paragraphs contradict it" if caption["contradicted"] else ""
        return f"{caption['id']}: the twin of {caption['of']}, untrue in a {caption['untruth']}{where}"
    errors = f", with errors: {', '.join(caption['errors'])}" if caption.get("errors") else ""
    return f"{caption['id']}{': ' + caption['writer'] if 'writer' in caption else ''}{errors}"
