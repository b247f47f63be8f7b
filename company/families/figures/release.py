"""How cases of figures are released: their lines, the gate that draws them again, and what goes with them."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.benchmark.files import RESOURCE
from company.benchmark.gate import GateReport
from company.benchmark.publishing.authorship import Origin
from company.benchmark.publishing.draft import Draft, Line, Source
from company.benchmark.publishing.giving import Giving
from company.benchmark.publishing.publication import Publication
from company.benchmark.publishing.reviewed import Reviewed, Verdicts
from company.benchmark.publishing.tables import source_of
from company.benchmark.reading import Benchmark
from company.benchmark.release import Release
from company.benchmark.withholding.gold import SHORTEST, squashed
from company.families.figures.evaluation.layouts.exporting import LAYOUTS, export_layout
from company.families.figures.evaluation.layouts.lines import data_of
from company.families.figures.files import FOLDER, FORMER, tools
from company.families.figures.gate.drawing import ANSWER, code_in
from company.families.figures.gate.judging import ALWAYS, judged, judged_by_sight, kind_of
from company.families.figures.publishing.draft import FiguresDraft, draft_of
from company.families.shared.chances import chance_of
from company.records import USABLE, Case
from company.results.portraits.trusting import NoPortrait, checked
from company.sandbox import Sandbox

if TYPE_CHECKING:
    from company.archive import Archive

_KINDS: Mapping[str, type | tuple[type, ...]] = {
    "domain_name": str,
    "result_type": str,
    "current_query": str,
    "prompt_with_hist_txt": str,
    "prompt_with_hist_json": list,
    "reference_answer": str,
    "ref_code_hist": str,
    "ref_code_all": str,
    "eval_metrics": str,
    "expert_query": str,
    "data_files": list,
    "ground_truth": str,
    "portrait": str,
    "requirements": list,
    "plot_type": str,
    "category": str,
    "difficulty": str,
    "panels": int,
    "points": int,
    "aspect": (int, float),
    "origin": dict,
}
_REQUIREMENT = ("aspect", "element", "value", "quote")
_OTHERS = 3
"""Figures of other cases that a check is shown."""


class FiguresRelease(Release):
    """The release of figures that are to be drawn from words and data."""

    fields = ("data_id", *_KINDS)
    gold = (
        "reference_answer",
        "ref_code_all",
        "eval_metrics",
        "expert_query",
        "ground_truth",
        "portrait",
        "requirements",
    )
    shown = (FOLDER,)
    folders = (RESOURCE,)
    sandboxed = True
    controls = ALWAYS
    identical = "asks for the same figure"
    title = "Figures"
    what = "figures that are to be drawn from words and data"
    tags = ("benchmark", "figures", "matplotlib", "code-generation", "data-visualization", "synthetic")
    keywords = ("benchmark", "data visualization", "code generation", "matplotlib")

    # a line

    def wrong_fields(self, line: Line, fields: Sequence[str], empty: Collection[str]) -> list[str]:
        """Return the fields of a line whose value is not as the format says."""
        wrong = [name for name, kind in _KINDS.items() if name in fields and not isinstance(line[name], kind)]
        if "requirements" in fields and "requirements" not in wrong:
            sound = all(
                isinstance(each, dict) and all(isinstance(each.get(key), str) for key in _REQUIREMENT)
                for each in line["requirements"]
            )
            wrong += [] if sound else ["requirements"]
        return wrong

    def missing(self, content: Benchmark, recipes: Mapping[str, str]) -> Sequence[str]:
        """Return the tables, pictures and portraits that are not there; and other readers of portraits than ours."""
        named = ("ground_truth", "portrait", FORMER)
        places = [entry[name] for entry in content.entries if content.has_gold for name in named if entry.get(name)]
        places += [
            f"{entry[FOLDER]}/{name}" for entry in content.entries if FOLDER in entry for name in entry["data_files"]
        ]
        found = [f"{content.folder / each} is missing" for each in places if not (content.folder / each).is_file()]
        for name, ours in tools().items() if content.has_gold else ():
            file = content.resource / name
            if not file.is_file() or file.read_bytes() != ours:
                found.append(f"{file} is missing, or not the one of this version; export the run again")
        return [*super().missing(content, recipes), *found]

    def elsewhere(self, folder: Path) -> Mapping[str, tuple[dict[str, Any], ...]] | None:
        """Return the cases of a folder in MatPlotBench's or PaperBanana's layout."""
        from company.families.figures.evaluation.layouts.lines import lines_elsewhere

        return lines_elsewhere(folder)

    layouts = tuple(LAYOUTS)

    def write_layout(self, name: str, content: Benchmark, folder: Path) -> None:
        """Write a benchmark's cases in the layout of MatPlotBench or of PaperBanana."""
        export_layout(name, content, folder)

    # the gate

    async def gate(self, line: Line, content: Benchmark, sandbox: Sandbox | None) -> GateReport:
        """Judge a case by drawing it again, in a warm and in a cold interpreter."""
        assert sandbox is not None, "verify enters one, since the gate runs code"
        if not line["portrait"]:
            return judged_by_sight(line, (content.folder / line["ground_truth"]).read_bytes())
        try:
            portrait = _portrait(content.folder / line["portrait"])
            former = _portrait(content.folder / line[FORMER]) if FORMER in line else None
            others = [_portrait(content.folder / each["portrait"]) for each in _others(line, content)]
        except (NoPortrait, OSError, ValueError) as problem:
            return GateReport(False, (f"a portrait cannot be read: {problem}",), {})
        picture = (content.folder / line["ground_truth"]).read_bytes()
        with data_of(line, content) as place:
            return await judged(line, portrait, picture, place, sandbox, others=others, former=former)

    def kind_of_control(self, label: str) -> str:
        """Return the kind of a wrong figure, by how the gate calls it."""
        return kind_of(label)

    def identity(self, line: Line) -> object:
        """Return what is drawn by which code, where that is known, else what is asked for."""
        return code_in(line.get("reference_answer", ""), ANSWER) or line["current_query"]

    # what runs give

    def sources(
        self, archive: Archive, folder: Path, origin: Origin, cases: Sequence[Case] | None = None
    ) -> Sequence[Source]:
        """Return the table that a run's figures are drawn over; of scripts, each case has files of its own."""
        tables = (table for table in archive.records("table", USABLE) if table.file)
        return [source_of(archive, folder, table, origin) for table in tables]

    def name_of(self, cases: Sequence[Case]) -> str:
        """Return the name of the folder that originals are from."""
        return str(cases[0].entry["domain_name"])

    def draft(self, runs: Sequence[Giving], style: Any) -> Draft:
        """Return the draft of runs."""
        return draft_of(self.family, runs)

    # what is said of it

    def card(self, draft: Draft, publication: Publication, reviewed: Reviewed | None, verdicts: Verdicts) -> str:
        """Return the card."""
        from company.families.figures.publishing.card import card_text

        assert isinstance(draft, FiguresDraft), "this family's drafts have figures"
        return card_text(draft, publication, reviewed, verdicts)

    # what gives gold away

    def pieces(self, line: Line) -> tuple[str, ...]:
        """Return the code of a case's reference, and its expert query: texts and quotes stand in the query anyhow."""
        texts = (code_in(line["reference_answer"], ANSWER), line["expert_query"])
        return tuple(text for text in map(squashed, texts) if len(text) >= SHORTEST)


def _others(line: Line, content: Benchmark) -> Sequence[Line]:
    """Return other cases that lend their figures as wrong ones, by chance that depends on the case alone."""
    others = [each for each in content.entries if each["portrait"] and each["data_id"] != line["data_id"]]
    return chance_of(line["data_id"], "others").sample(others, min(_OTHERS, len(others)))


def _portrait(file: Path) -> dict[str, Any]:
    return checked(json.loads(file.read_text(encoding="utf-8")))
