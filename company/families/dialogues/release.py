"""How cases of dialogues are released: Tapilot-Crossing's public format, its gate, and what goes with the lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.benchmark.files import RESOURCE
from company.benchmark.gate import GateReport
from company.benchmark.publishing.authorship import Origin
from company.benchmark.publishing.draft import Cases, Draft, Line, Source
from company.benchmark.publishing.giving import Giving
from company.benchmark.publishing.publication import Publication
from company.benchmark.publishing.reviewed import Reviewed, Verdicts
from company.benchmark.publishing.tables import source_of
from company.benchmark.reading import Benchmark
from company.benchmark.release import Release
from company.families.dialogues.body.bodies import AnyBody, body_of
from company.families.dialogues.body.recomposing import HistoryStyle
from company.families.dialogues.body.reference import identity
from company.families.dialogues.categories import CATEGORIES
from company.families.dialogues.content import beside, dialogues_of
from company.families.dialogues.evolving.told_faults import told_faults
from company.families.dialogues.files import FIGURES, HEADER, REGISTERS
from company.families.dialogues.frames import CASES, case_row, turn_frame
from company.families.dialogues.gate.code import gate
from company.families.dialogues.lines import GOLD, may_lack, wrong_fields
from company.families.dialogues.publishing.card import card_text
from company.families.dialogues.publishing.draft import DialoguesDraft, draft_of
from company.families.dialogues.publishing.gold import (
    near,
    one_turn_each,
    paragraphs,
    pieces,
    tells_itself,
    told_beside,
)
from company.families.dialogues.publishing.responsibility import responsibility
from company.families.shared.choices.bodies import FIELDS
from company.records import USABLE, Case
from company.sandbox import Sandbox

if TYPE_CHECKING:
    from company.archive import Archive

_LOADED = re.compile(r"""read_csv\(\s*[rf]?["']([^"']+)["']""")


class DialoguesRelease(Release):
    """The release of multi-turn data analysis over tables."""

    fields = FIELDS
    gold = GOLD
    shown = ("figure", "needs")
    folders = (RESOURCE,)
    line_folders = tuple(REGISTERS / register for register in ("statement", "colloquial"))
    shown_folders = (FIGURES,)
    sandboxed = True
    controls = ("empty answer", "perturbed", "blank page", "another case", "wrong version", "another letter")
    identical = "has the same query and code"
    title = "Interactive data analysis"
    what = "multi-turn data analysis"
    tags = ("benchmark", "code", "data-analysis", "multi-turn", "pandas", "synthetic", "tabular")
    keywords = ("benchmark", "data analysis", "multi-turn dialogue", "code generation")
    frame = CASES
    frames = {"turns": turn_frame}  # noqa: RUF012 - a constant of the class, as in the ABC

    # a line

    def may_lack(self, category: str) -> Sequence[str]:
        """Return the fields that lines of other authors may be without."""
        return may_lack(chosen=CATEGORIES[category].chosen)

    def is_case(self, line: Line) -> bool:
        """Return whether a line is no opening line, which holds the private library."""
        return "data_id" in line or not set(HEADER) <= line.keys()

    def wrong_fields(self, line: Line, fields: Sequence[str], empty: Collection[str]) -> list[str]:
        """Return the fields of a line whose value is not as the format says."""
        return wrong_fields(line, fields, empty)

    def body(self, line: Line) -> AnyBody:
        """Return a line as the body of a case that is answered by code, or by choosing."""
        return body_of(line)

    def beside(self, folder: Path) -> Mapping[str, Any]:
        """Return the dialogues that cases were taken from, as far as the folder has them."""
        return beside(folder)

    def lines_beside(self, content: Benchmark) -> Sequence[Line]:
        """Return the lines of whole dialogues."""
        return dialogues_of(content)

    def cluster(self, data_id: str) -> str:
        """Return the dialogue that a case came from."""
        return near(data_id)

    # the gate

    async def gate(self, line: Line, content: Benchmark, sandbox: Sandbox | None) -> GateReport:
        """Judge a case by executing it; each other case lends its answer as a wrong one."""
        assert sandbox is not None, "verify enters one, since the gate runs code"
        bodies = content.bodies
        report = await gate(bodies[line["data_id"]], content.resource, sandbox, list(bodies.values()))
        faults = told_faults(line, dialogues_of(content)) if "depends_on" in line else ()
        return GateReport(False, (*report.reasons, *faults), report.measured) if faults else report

    def public_line(self, line: Line) -> dict[str, Any]:
        """Return a line without gold; the code before a case of an evolving dialogue says its terms, and is gold."""
        shown = super().public_line(line)
        return {name: value for name, value in shown.items() if name != "ref_code_hist" or "depends_on" not in line}

    def kind_of_control(self, label: str) -> str:
        """Return the kind of a wrong answer, by how the gate calls it."""
        if label == "empty answer":
            return label
        if label.startswith("the answer of "):
            return "another case"
        if label.startswith("letter "):
            return "another letter"
        if label.endswith(": a blank page"):
            return "blank page"
        return "perturbed" if ": " in label else "wrong version"

    def identity(self, line: Line) -> object:
        """Return query and solution, or question and options."""
        return identity(line)

    def remarks(self, content: Benchmark) -> Sequence[str]:
        """Return the categories whose right options words alone give away, a line each."""
        from company.families.shared.choices.blind import given_away

        return given_away(content.cases, near)

    def missing(self, content: Benchmark, recipes: Mapping[str, str]) -> Sequence[str]:
        """Return the tables that cases load and that are not there, a line each."""
        loaded = Counter(name for entry in content.entries for name in set(_LOADED.findall(entry["ref_code_hist"])))
        return [
            f"{content.resource / Path(name).name} is missing, and {cases} cases read it"
            f"{recipes.get(Path(name).name, '; export the run again')}"
            for name, cases in loaded.items()
            if not (content.resource / Path(name).name).is_file()
        ]

    # what runs give

    def sources(
        self, archive: Archive, folder: Path, origin: Origin, cases: Sequence[Case] | None = None
    ) -> Sequence[Source]:
        """Return the tables of a run."""
        domains = None if cases is None else {case.entry["domain_name"] for case in cases}
        tables = (table for table in archive.records("table", USABLE) if domains is None or table.name in domains)
        return [source_of(archive, folder, each, origin) for table in tables for each in table.every]

    def name_of(self, cases: Sequence[Case]) -> str:
        """Return the name of the table that cases are about."""
        return str(cases[0].entry["domain_name"])

    def draft(self, runs: Sequence[Giving], style: HistoryStyle | None) -> DialoguesDraft:
        """Return the draft of runs, with prompts that show another history where there is a style."""
        return draft_of(self.family, runs, style)

    def style(self, history: int | None, *, noisy: bool) -> HistoryStyle:
        """Return the history that prompts are to show: this number of turns, else the usual one."""
        return HistoryStyle(HistoryStyle.window if history is None else history, noisy)

    def style_as_json(self, style: HistoryStyle | None) -> Mapping[str, Any]:
        """Return the history that prompts show, as JSON for provenance.json."""
        return {"history": None if style is None else asdict(style)}

    def style_from_json(self, told: Mapping[str, Any]) -> HistoryStyle | None:
        """Return the history that prompts showed. Raises KeyError and TypeError for what is damaged."""
        history = told.get("history")
        return None if history is None else HistoryStyle(**history)

    # what is said of it

    def tasks(self, categories: Collection[str]) -> list[str]:
        """Return the tasks of its cases, in the words of hubs."""
        tasks = ["table-question-answering"]
        if any(not CATEGORIES[category].chosen for category in categories):
            tasks.append("text-generation")
        if any(CATEGORIES[category].chosen for category in categories):
            tasks.append("multiple-choice")
        if "plot_qa" in categories:
            tasks.append("visual-question-answering")
        return tasks

    def responsibility(self, publication: Publication) -> dict[str, Any]:
        """Return Croissant's fields on the origin of dialogues."""
        return responsibility(publication)

    def card(self, draft: Draft, publication: Publication, reviewed: Reviewed | None, verdicts: Verdicts) -> str:
        """Return the card."""
        assert isinstance(draft, DialoguesDraft)
        return card_text(
            draft.tables,
            draft.cases,
            dialogues=draft.dialogues,
            waiting=draft.waiting,
            reviewed=reviewed,
            verdicts=verdicts,
            publication=publication,
        )

    def row(self, category: str, line: Line) -> Mapping[str, Any]:
        """Return the row of a case."""
        return case_row(category, line)

    # what gives gold away

    def publishable(self, cases: Cases) -> Cases:
        """Return the cases that their places in dialogues let be asked beside one another."""
        return one_turn_each(cases)

    def pieces(self, line: Line) -> tuple[str, ...]:
        """Return the statements of a reference, or the right letter and the code of the options."""
        return pieces(line)

    def paragraphs(self, text: str) -> frozenset[str]:
        """Return the paragraphs of a text, and the statements of the Python in it."""
        return paragraphs(text)

    def tells_itself(self, line: Line) -> bool:
        """Return whether a case's own words call the right letter right."""
        return tells_itself(line, {name: line[name] for name in self.public_fields if name in line})

    def given_away(
        self, full: Benchmark, shown: Mapping[str, Sequence[str]], beside: Mapping[str, str]
    ) -> Iterator[str]:
        """Yield right letters that a case names, and results of references in the same dialogue or beside the cases."""
        yield from told_beside(full, shown, beside)
