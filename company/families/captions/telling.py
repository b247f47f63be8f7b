"""How runs and cases of captions are shown: a figure with its paragraphs, captions, and what they claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TextIO

from company.benchmark.reading import Benchmark, read_verdicts
from company.families.captions.body import shown_of
from company.families.captions.opinions import opinions_of, opinions_text
from company.families.captions.statistics import by_writer, counts_of
from company.families.shared.choices.blind import by_words, verdict
from company.reporting.printing import heading, indented, show, text_of
from company.reporting.telling import Telling
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

    def print_case(self, content: Benchmark, category: str, line: Mapping[str, Any], stream: TextIO) -> None:
        """Print a case: the figure's file, its texts and paragraphs, the captions and, where it is there, the gold."""
        show(stream, *_case(content, category, line))

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


def _case(content: Benchmark, category: str, line: Mapping[str, Any]) -> Iterator[Any]:
    yield heading(f"case {shown(line['data_id'], 300)} of {content.folder}: {category}")
    yield text_of(f"\n{line['figure_name']} ({line['figure']})", "bold")
    yield indented(text_of(str(shown(" · ".join(line["texts"]), 2_000))))
    for number, paragraph in enumerate(line.get("paragraphs", ()), start=1):
        yield text_of(f"\nparagraph {number}", "bold")
        yield indented(text_of(str(shown(paragraph["text"], 4_000))))
    if "captions" not in line:
        yield text_of("\nquestion", "bold")
        yield indented(text_of(str(shown(line["current_query"], 8_000))))
        if "reference_answer" in line:
            yield text_of(f"\nuntrue ({line.get('untruth', 'in some way')})", "bold")
            yield indented(text_of(str(shown(line["reference_answer"], 200))))
        return
    for caption in shown_of(line):
        yield text_of(f"\n{_who(caption)}", "bold")
        yield indented(text_of(str(shown(caption["text"], 4_000))))
        for claim in caption.get("claims", ()):
            words = caption["text"][slice(*claim["span"])]
            yield indented(
                text_of(str(shown(f"{claim['truth']}: {words} [{', '.join(claim['aspects'])}] {claim['code']}", 2_000)))
            )


def _who(caption: Mapping[str, Any]) -> str:
    if "of" in caption:
        where = "; the paragraphs contradict it" if caption["contradicted"] else ""
        return f"{caption['id']}: the twin of {caption['of']}, untrue in a {caption['untruth']}{where}"
    errors = f", with errors: {', '.join(caption['errors'])}" if caption.get("errors") else ""
    return f"{caption['id']}{': ' + caption['writer'] if 'writer' in caption else ''}{errors}"
