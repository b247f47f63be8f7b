"""How runs and cases of figures are shown: what is asked, what is drawn, and in which words that is required."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from company.archive import Archive
from company.benchmark.reading import Benchmark
from company.evaluation.printing import estimate_text
from company.families.figures.categories import PLOT
from company.families.figures.curation.counting import rows_of as steps_of
from company.families.figures.evaluation.baselines import baselines_of
from company.families.figures.files import CURATION
from company.families.figures.statistics import MATPLOTBENCH_WORDS, counts_of, rows_of, words_of
from company.reporting.telling import Telling
from company.reporting.views import CODE, Block, CaseView, Figure, Note, Program, first_rows, titled
from company.showing import shown


class FigureTelling(Telling):
    """Figures with the words that ask for them."""

    kinds: ClassVar[Mapping[str, str]] = {
        "script": "scripts",
        "candidate": "candidates",
        "original": "originals",
        "replacement": "originals with their values in files",
        "picture": "pictures",
        "sight": "pictures that were looked at",
        "query": "queries",
        "revision": "revisions",
        "drawing": "drawings",
        "alignment": "alignments",
        "measurement": "scripts that draw",
        "extract": "extracted plots",
        "sampled_plot": "sampled plots",
    }
    made_by: ClassVar[Mapping[str, str]] = {
        "candidates": "candidate",
        "originals": "original",
        "scripts": "script",
        "reading": "original",
        "choosing": "candidate",
        "replacing": "replacement",
        "pictures": "picture",
        "looking": "sight",
        "queries": "query",
        "revising": "revision",
        "completing": "revision",
        "drawing": "drawing",
        "aligning": "alignment",
        "cases": "figure",
        "measuring": "measurement",
        "extracting": "extract",
        "sampling": "sampled_plot",
        "plots": PLOT,
    }
    noun = "figures"
    exhausted = "no candidate was lost, and no more figures may be tried"

    def figures(self, archive: Archive, cases: Any) -> dict[str, Any]:
        """Return which types of plot the table cannot carry, each with its reason."""
        found = archive.records("repertoire")
        return {"unfit": {each.type: each.reason for record in found for each in record.unfit}}

    def remarks(self, status: Mapping[str, Any]) -> list[str]:
        """Return what each step of the curation of plots did, a line each."""
        return [f"{name}: {told}" for name, told in steps_of(status["curation"])] if "curation" in status else []

    def view(self, content: Benchmark, category: str, line: Mapping[str, Any]) -> CaseView:
        """Return a case: its query and data and, where it is there, the gold."""
        half = f", {line['half']} half" if line.get("half") else ""
        return CaseView(
            id=str(shown(line["data_id"], 300)),
            title=str(shown(line["plot_type"], 300)),
            about=(f"category {line['category']}, {line['difficulty']}{half}",),
            asked=tuple(_given(content, line)),
            key=tuple(_gold(line)),
            judged="judged by what is drawn, in six aspects; what the query leaves open is free",
        )

    def asked(self, line: Mapping[str, Any]) -> str:
        """Return the query of a case."""
        return str(line["current_query"])

    def stats(self, content: Benchmark) -> dict[str, Any]:
        """Return counts of types, difficulties and requirements, and how long queries are."""
        counts = {name: dict(each) for name, each in counts_of(content.cases).items()}
        baselines = baselines_of(content) if content.has_gold else {}
        file = content.folder / CURATION
        curations = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
        own = {"counts": counts, "words": words_of(content.cases), "baselines": baselines, "curations": curations}
        return {**super().stats(content), **own}

    def stats_text(self, stats: Mapping[str, Any]) -> str:
        """Return the figures as text."""
        rows = list(rows_of({name: Counter(counts) for name, counts in stats["counts"].items()}))
        lengths = (
            f"{count:.0f} {name} (MatPlotBench: {MATPLOTBENCH_WORDS[name]})" for name, count in stats["words"].items()
        )
        rows += [("median words of a query", ", ".join(lengths))]
        rows += [(f"D of {each['what']}", estimate_text(each)) for each in stats["baselines"].values()]
        rows += [row for curation in stats.get("curations", ()) for row in steps_of(curation)]
        wide = max(len(name) for name, _ in rows)
        return "\n\n".join([super().stats_text(stats), "\n".join(f"  {name:<{wide}}  {told}" for name, told in rows)])


def _given(content: Benchmark, line: Mapping[str, Any]) -> Iterator[Block]:
    for name in line["data_files"]:
        found = first_rows(content.resource / str(line["data_id"]) / name, name)
        yield found or Note(f"data: {shown(name, 300)}")
    yield from titled({"query": line["current_query"], "table": line.get("table", "")})


def _gold(line: Mapping[str, Any]) -> Iterator[Block]:
    if line.get("ground_truth"):
        yield Figure("ground truth", Path(line["ground_truth"]))
    required = (f"{each['element']}: {each['value']} (“{each['quote']}”)" for each in line.get("requirements", ()))
    yield from titled({"expert query": line.get("expert_query", ""), "required": "\n".join(required)})
    if line.get("reference_answer"):
        yield Program("reference", shown(line["reference_answer"], CODE))
