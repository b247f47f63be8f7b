"""How runs and cases of vector graphics are shown: a drawing with its question, and what options come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, ClassVar

from company.benchmark.reading import Benchmark
from company.families.shared.choices.blind import by_words, verdict
from company.families.vector_graphics.body import is_drawn, options_of_line
from company.families.vector_graphics.evaluation.published import size_of
from company.families.vector_graphics.statistics import told_of
from company.reporting.telling import Telling
from company.reporting.views import WORDS, Block, CaseView, Figure, Words, titled
from company.showing import shown


class GraphicsTelling(Telling):
    """Drawings with their questions."""

    kinds: ClassVar[Mapping[str, str]] = {
        "brief": "briefs",
        "drawing": "drawings",
        "question": "questions",
        "reading": "readings",
        "caption": "captions",
    }
    made_by: ClassVar[Mapping[str, str]] = {
        "briefs": "brief",
        "drawings": "drawing",
        "questions": "question",
        "readings": "reading",
        "captions": "caption",
    }
    noun = "drawings"
    exhausted = "no candidate was lost, and no more drawings may be tried"

    def answered_by(self, category: Any) -> str:
        """Return "choosing" or "drawing"."""
        return "choosing" if category.chosen else "drawing"

    def view(self, content: Benchmark, category: str, line: Mapping[str, Any]) -> CaseView:
        """Return a case: its picture and its prompt, and the gold where it is there."""
        return CaseView(
            id=str(shown(line["data_id"], 300)),
            title=category.replace("_", " "),
            about=(),
            asked=(*_picture(line, "picture"), *titled({"prompt": line["prompt_with_hist_txt"]})),
            key=tuple(_gold(line)),
            judged="judged by what the drawing shows" if is_drawn(line) else "judged by the letter alone",
        )

    def asked(self, line: Mapping[str, Any]) -> str:
        """Return the question without its options, or the caption."""
        return str(line["current_query"]).partition("\n")[0]

    def stats(self, content: Benchmark) -> dict[str, Any]:
        """Return a benchmark in figures: its cases by type, lengths and answers, and how far words alone come."""
        plain = super().stats(content)
        if not content.has_gold:
            return plain
        blind = {category: verdict(found) for category, found in by_words(content.cases).items()}
        hard = {name: _difficulty(lines) for name, lines in content.cases.items() if lines}
        sizes = {name: size_of(name) for name in hard}
        told = {"told": told_of(content.cases), "words": blind, "difficulty": hard, "published": sizes}
        return {**plain, **told}

    def stats_text(self, stats: Mapping[str, Any]) -> str:
        """Return the figures as text."""
        parts = [super().stats_text(stats)]
        for name, told in stats.get("told", {}).items():
            lengths = ", ".join(f"{count} of {key}" for key, count in told["lengths"].items() if count)
            answers = ", ".join(f"{key} {count}" for key, count in told["answers"].items())
            lines = [f"{name}: {told['cases']} cases, {told['executed']} executed, {told['themes']} themes"]
            lines.append(f"  characters: {lengths}")
            lines += [f"  right: {answers}"] if answers else []
            lines += [f"  {stats['difficulty'][name]}"] if stats.get("difficulty", {}).get(name) else []
            lines += [f"  facts to be had: {told['facts']}"] if told["facts"] else []
            lines += [f"  {stats['words'][name]}"] if name in stats.get("words", {}) else []
            lines += [f"  {_published(stats['published'][name])}"] if name in stats.get("published", {}) else []
            parts.append("\n".join(lines))
        return "\n\n".join(parts)


def _published(size: Mapping[str, Any]) -> str:
    """Return how many cases the paper has beside."""
    cases, kept = size["cases"], size["kept"]
    if kept is None:
        return f"VGBench: {cases:,} drawings with captions"
    return f"VGBench: {cases:,} questions, {kept:.1f} % of those that were written, as people kept them"


def _difficulty(lines: Sequence[Mapping[str, Any]]) -> str:
    """Return how many things drawings have, and how many functions executed answers call, at the median and the most.

    It is "" where no line says so.
    """
    found = (("elements", "things drawn"), ("steps", "functions that the answer calls"))
    parts = []
    for key, name in found:
        if numbers := [line[key] for line in lines if key in line]:
            parts.append(f"{name}: median {median(numbers):g}, at the most {max(numbers)}")
    return "; ".join(parts)


def _picture(line: Mapping[str, Any], name: str) -> Iterator[Block]:
    if name in line:
        yield Figure(str(shown(line["data_id"], 300)), Path(line[name]))


def _gold(line: Mapping[str, Any]) -> Iterator[Block]:
    yield from _picture(line, "reference_picture")
    if "reference_answer" in line:
        yield from titled({"reference": str(line["reference_answer"])})
    if "choice" in line:
        rows = [
            f"{each['letter']}. {each['text']}: {each['slip'] or 'right'}{' = ' + each['code'] if each['code'] else ''}"
            for each in options_of_line(line)
        ]
        yield Words(f"options, {line['proof']}", shown("\n".join(rows), WORDS))
    if line.get("checklist"):
        rows = [f"{each['fact']}: {each['code']} = {each['value']}" for each in line["checklist"]]
        yield Words("what the drawing has to show", shown("\n".join(rows), WORDS))
