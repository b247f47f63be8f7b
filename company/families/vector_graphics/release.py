"""How cases of vector graphics are released: their lines, the gate that draws and executes, what goes with them."""

from __future__ import annotations

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
from company.benchmark.reading import Benchmark
from company.benchmark.release import Release
from company.benchmark.withholding.gold import SHORTEST, squashed
from company.families.shared.chances import chance_of
from company.families.shared.choices.blind import given_away
from company.families.shared.choices.bodies import FIELDS
from company.families.shared.choices.letters import letter_in
from company.families.vector_graphics.body import is_drawn
from company.families.vector_graphics.categories import GENERATION
from company.families.vector_graphics.files import FIGURES, GRAPHICS, READER, reader
from company.families.vector_graphics.gate.blind import remarks_on
from company.families.vector_graphics.gate.drawn import ANOTHER, BLANK, generation_judged
from company.families.vector_graphics.gate.judging import EMPTY, OTHER, Shown, kind_of, question_judged
from company.families.vector_graphics.publishing.draft import GraphicsDraft, draft_of
from company.records import Case
from company.sandbox import Sandbox

if TYPE_CHECKING:
    from company.archive import Archive

_TEXTS = (
    "data_id",
    "domain_name",
    "format",
    "question_type",
    "current_query",
    "prompt_with_hist_txt",
    "reference_answer",
    "ref_code_hist",
    "ref_code_all",
    "eval_metrics",
    "theme",
    "proof",
)
_QUESTION: Mapping[str, type] = {"graphic": str, "picture": str, "choice": dict, "blind": dict}
_GENERATION: Mapping[str, type] = {"reference_graphic": str, "reference_picture": str, "checklist": list}
_OPTION = ("letter", "text", "code", "slip")


class GraphicsRelease(Release):
    """The release of questions on drawings, and of drawings to be made from captions."""

    fields = (
        *FIELDS,
        "format",
        "question_type",
        "length",
        "theme",
        "proof",
    )
    gold = ("reference_answer", "ref_code_hist", "ref_code_all", "eval_metrics", "theme", "proof", "steps")
    shown = ("graphic", "picture", "example")
    folders = (RESOURCE,)
    shown_folders = (GRAPHICS, FIGURES)
    sandboxed = True
    controls = (EMPTY, OTHER, BLANK, ANOTHER)
    identical = "asks the same about the same drawing"
    title = "Vector graphics"
    what = "drawings in SVG, TikZ and Graphviz's language"
    tags = ("benchmark", "vector-graphics", "svg", "tikz", "graphviz", "code-understanding", "synthetic")
    keywords = ("benchmark", "vector graphics", "SVG", "TikZ", "Graphviz")

    # a line

    def wrong_fields(self, line: Line, fields: Sequence[str], empty: Collection[str]) -> list[str]:
        """Return the fields of a line whose value is not as the format says; of gold, those of its category."""
        wrong = [name for name in _TEXTS if name in fields and not isinstance(line[name], str)]
        wrong += [] if isinstance(line["prompt_with_hist_json"], list) else ["prompt_with_hist_json"]
        wrong += [] if type(line["length"]) is int else ["length"]
        if wrong or "reference_answer" not in fields:
            return wrong
        own = _GENERATION if is_drawn(line) else _QUESTION
        wrong = [name for name, kind in own.items() if not isinstance(line.get(name), kind)]
        if not wrong and "choice" in own:
            wrong = [] if _is_choice(line["choice"]) else ["choice"]
        return wrong

    def missing(self, content: Benchmark, recipes: Mapping[str, str]) -> Sequence[str]:
        """Return the drawings and pictures that are not there; and another reader of facts than ours."""
        names = ("graphic", "picture", *(("reference_graphic", "reference_picture") if content.has_gold else ()))
        places = [str(entry[name]) for entry in content.entries for name in names if name in entry]
        found = [f"{content.folder / each} is missing" for each in places if not (content.folder / each).is_file()]
        file = content.resource / READER
        if content.has_gold and (not file.is_file() or file.read_bytes() != reader()):
            found.append(f"{file} is missing, or not the one of this version; export the run again")
        return [*super().missing(content, recipes), *found]

    # the gate

    async def gate(self, line: Line, content: Benchmark, sandbox: Sandbox | None) -> GateReport:
        """Judge a case by drawing its code, in a warm and in a cold interpreter, and executing what is said of it."""
        assert sandbox is not None, "verify enters one, since the gate runs code"
        if is_drawn(line):
            code = (content.folder / line["reference_graphic"]).read_text(encoding="utf-8")
            picture = (content.folder / line["reference_picture"]).read_bytes()
            others = _others(line, content)
            return await generation_judged(line, code, picture, sandbox, cold=True, others=others)
        code = (content.folder / line["graphic"]).read_text(encoding="utf-8")
        picture = (content.folder / line["picture"]).read_bytes()
        return await question_judged(line, Shown(code, picture), sandbox)

    def kind_of_control(self, label: str) -> str:
        """Return the kind of a wrong answer, by how the gate calls it."""
        return kind_of(label)

    def identity(self, line: Line) -> object:
        """Return the prompt: code and question, or the caption."""
        return line["prompt_with_hist_txt"]

    def remarks(self, content: Benchmark) -> Sequence[str]:
        """Return whether words alone give answers away, a line each."""
        return [*given_away(content.cases, self.cluster), *remarks_on(content.cases)]

    def cluster(self, data_id: str) -> str:
        """Return the drawing that a case is about."""
        return data_id.rpartition(".")[0] or data_id

    # what runs give

    def sources(
        self, archive: Archive, folder: Path, origin: Origin, cases: Sequence[Case] | None = None
    ) -> Sequence[Source]:
        """Return nothing: the drawings stand in the folder, case by case."""
        return ()

    def name_of(self, cases: Sequence[Case]) -> str:
        """Return the name of the source of drawings."""
        return str(cases[0].entry["domain_name"])

    def draft(self, runs: Sequence[Giving], style: Any) -> Draft:
        """Return the draft of runs."""
        return draft_of(self.family, runs)

    # what is said of it

    def tasks(self, categories: Collection[str]) -> list[str]:
        """Return the tasks of its cases, in the words of hubs."""
        drawn = any(each.endswith(GENERATION) for each in categories)
        asked = any(not each.endswith(GENERATION) for each in categories)
        return [*(["multiple-choice"] if asked else []), *(["text-generation"] if drawn else [])]

    def card(self, draft: Draft, publication: Publication, reviewed: Reviewed | None, verdicts: Verdicts) -> str:
        """Return the card."""
        from company.families.vector_graphics.publishing.card import card_text

        assert isinstance(draft, GraphicsDraft), "this family's drafts have drawings"
        return card_text(draft, publication, reviewed, verdicts)

    # what gives gold away

    def pieces(self, line: Line) -> tuple[str, ...]:
        """Return the code of a drawing that is to be made, and the expressions behind options."""
        texts = [str(line["reference_answer"])] if is_drawn(line) else []
        texts += [str(each.get("code", "")) for each in line.get("choice", {}).get("options", ())]
        texts += [str(each.get("code", "")) for each in line.get("checklist", ())]
        return tuple(text for text in dict.fromkeys(map(squashed, texts)) if len(text) >= SHORTEST)

    def tells_itself(self, line: Line) -> bool:
        """Return whether a question's own words name its letter."""
        return not is_drawn(line) and letter_in(line["current_query"].partition("\n")[0]) is not None


def _others(line: Line, content: Benchmark) -> list[str]:
    """Return the code of another reference of the same format, by chance that depends on the case alone."""
    same = [each for each in content.entries if is_drawn(each) and each["format"] == line["format"]]
    others = [each for each in same if each["data_id"] != line["data_id"]]
    chosen = chance_of(line["data_id"], "others").sample(others, min(1, len(others)))
    return [str(each["reference_answer"]) for each in chosen]


def _is_choice(choice: Mapping[str, Any]) -> bool:
    options = choice.get("options")
    if not isinstance(options, list) or not all(isinstance(choice.get(each), str) for each in ("question", "answer")):
        return False
    return all(isinstance(each, dict) and all(isinstance(each.get(key), str) for key in _OPTION) for each in options)
