"""How cases of captions are released: their lines, the gate that executes what is claimed, and what goes with them."""

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
from company.benchmark.publishing.tables import source_of
from company.benchmark.reading import Benchmark
from company.benchmark.release import Release
from company.benchmark.withholding.gold import SHORTEST, squashed
from company.families.captions.body import identity, shown_of
from company.families.captions.files import FIGURES, VOCABULARY, vocabulary
from company.families.captions.gate import detection, ranking
from company.families.captions.publishing.draft import CaptionsDraft, draft_of
from company.families.shared.choices.blind import given_away
from company.families.shared.choices.letters import letter_in
from company.records import USABLE, Case
from company.sandbox import Sandbox

if TYPE_CHECKING:
    from company.archive import Archive

_TEXTS = ("data_id", "domain_name", "current_query", "figure", "figure_name", "figure_code")
_SET = {"paragraphs": list, "captions": list, "twins": list, "drawn": list}
_CHOICE = {
    "choice": dict,
    "told": list,
    "contradicted": bool,
    "reference_answer": str,
    "prompt_with_hist_txt": str,
    "prompt_with_hist_json": list,
    "ref_code_hist": str,
    "ref_code_all": str,
    "eval_metrics": str,
}


class CaptionsRelease(Release):
    """The release of caption sets and of choices among captions."""

    fields = ("data_id", "domain_name", "current_query", "figure", "figure_name", "texts", "figure_code")
    gold = ("figure_code",)
    shown = ("paragraphs", "captions", "prompt_with_hist_txt", "prompt_with_hist_json")
    folders = (RESOURCE,)
    shown_folders = (FIGURES,)
    sandboxed = True
    controls = (ranking.BLANK, ranking.RENAMED, "empty answer", "another letter")
    identical = "asks about the same captions"
    title = "Figure captions"
    what = "captions of figures, and what they say that is not so"
    tags = ("benchmark", "captions", "figures", "factuality", "human-evaluation", "synthetic")
    keywords = ("benchmark", "figure captions", "caption evaluation", "factuality")

    # a line

    def wrong_fields(self, line: Line, fields: Sequence[str], empty: Collection[str]) -> list[str]:
        """Return the fields of a line whose value is not as the format says; of gold, those of its category."""
        wrong = [name for name in _TEXTS if name in fields and not isinstance(line[name], str)]
        wrong += [] if _are_texts(line["texts"]) else ["texts"]
        if "figure_code" in fields:
            own: Mapping[str, type] = _CHOICE if "choice" in line else _SET
            wrong += [name for name, kind in own.items() if not isinstance(line.get(name), kind)]
            if "choice" not in line and not wrong:
                wrong += _wrong_parts(line)
        return wrong

    def public_line(self, line: Line) -> dict[str, Any]:
        """Return a public line: of captions and paragraphs, what is read; twins stand among the captions."""
        shown = super().public_line(line)
        if "captions" in shown:
            shown["captions"] = [{"id": each["id"], "text": each["text"]} for each in shown_of(line)]
        if "paragraphs" in shown:
            shown["paragraphs"] = [{"text": each["text"], "mentions": each["mentions"]} for each in line["paragraphs"]]
        return shown

    def missing(self, content: Benchmark, recipes: Mapping[str, str]) -> Sequence[str]:
        """Return the tables, the pictures and the vocabulary that are not there, a line each."""
        places = dict.fromkeys(entry["figure"] for entry in content.entries)
        pictures = [f"{content.folder / each} is missing" for each in places if not (content.folder / each).is_file()]
        file = content.resource / VOCABULARY
        if content.has_gold and (not file.is_file() or file.read_bytes() != vocabulary()):
            pictures.append(f"{file} is missing, or not the one of this version; export the run again")
        return [*super().missing(content, recipes), *pictures]

    # the gate

    async def gate(self, line: Line, content: Benchmark, sandbox: Sandbox | None) -> GateReport:
        """Judge a case by executing it, in a warm and in a cold interpreter."""
        assert sandbox is not None, "verify enters one, since the gate runs code"
        if "choice" in line:
            return await detection.judged(line, content.resource, sandbox)
        picture = (content.folder / line["figure"]).read_bytes()
        return await ranking.judged(line, picture, content.resource, sandbox)

    def kind_of_control(self, label: str) -> str:
        """Return the kind of a wrong answer, by how the gate calls it."""
        if label.startswith("letter "):
            return "another letter"
        return label.rpartition(": ")[2]

    def identity(self, line: Line) -> object:
        """Return the figure with the texts that are asked about."""
        return identity(line)

    def remarks(self, content: Benchmark) -> Sequence[str]:
        """Return whether words alone give the untrue captions away, in a line."""
        return given_away(content.cases)

    def cluster(self, data_id: str) -> str:
        """Return the figure that a case is about."""
        return data_id.rpartition(".")[0] or data_id

    # what runs give

    def sources(
        self, archive: Archive, folder: Path, origin: Origin, cases: Sequence[Case] | None = None
    ) -> Sequence[Source]:
        """Return the table that a run's figures are drawn over; a folder of pictures has none."""
        tables = (table for table in archive.records("table", USABLE) if table.file)
        return [source_of(archive, folder, table, origin) for table in tables]

    def name_of(self, cases: Sequence[Case]) -> str:
        """Return the name of the table that figures are drawn over."""
        return str(cases[0].entry["domain_name"])

    def draft(self, runs: Sequence[Giving], style: Any) -> Draft:
        """Return the draft of runs."""
        return draft_of(self.family, runs)

    # what is said of it

    def tasks(self, categories: Collection[str]) -> list[str]:
        """Return the tasks of its cases, in the words of hubs."""
        chosen = ["visual-question-answering", "multiple-choice"] if "detection" in categories else []
        return ["image-to-text", *chosen]

    def card(self, draft: Draft, publication: Publication, reviewed: Reviewed | None, verdicts: Verdicts) -> str:
        """Return the card."""
        from company.families.captions.publishing.card import card_text

        assert isinstance(draft, CaptionsDraft), "this family's drafts have pictures"
        return card_text(draft, publication, reviewed, verdicts)

    # what gives gold away

    def order_of_giving_way(self, category: str) -> int:
        """Return the order in which categories are left out: a choice before a whole set."""
        return ("detection", "ranking").index(category)

    def pieces(self, line: Line) -> tuple[str, ...]:
        """Return the code of a case's claims, and the text of its twins."""
        claims = [claim["code"] for each in line.get("captions", ()) for claim in each.get("claims", ())]
        claims += [each["text"] for each in line.get("twins", ())]
        claims += [option["code"] for option in line.get("choice", {}).get("options", ())]
        found = [squashed(text) for text in (*claims, line.get("figure_code", ""))]
        return tuple(dict.fromkeys(text for text in found if len(text) >= SHORTEST))

    def tells_itself(self, line: Line) -> bool:
        """Return whether a choice's own words name its letter."""
        return "choice" in line and letter_in(line["current_query"].partition("\n")[0]) is not None


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _wrong_parts(line: Line) -> list[str]:
    """Return which lists of a caption set hold something else than they should."""
    wanted: Mapping[str, Mapping[str, type]] = {
        "captions": {"id": str, "text": str, "writer": str, "claims": list, "errors": list},
        "twins": {
            "id": str,
            "of": str,
            "text": str,
            "untruth": str,
            "span": list,
            "claims": list,
            "contradicted": bool,
            "contradicted_by_captions": bool,
        },
        "paragraphs": {"text": str, "mentions": list, "claims": list},
    }
    wrong = [
        name
        for name, kinds in wanted.items()
        if not all(isinstance(each.get(key), kind) for each in line[name] for key, kind in kinds.items())
    ]
    wrong += [] if "cut" in line else ["cut"]
    wrong += ["example"] if not isinstance(line.get("example", False), bool) else []
    if wrong:
        return wrong
    parts = [part for name in wanted for part in line[name]]
    return [] if all(_is_claim(claim) for part in parts for claim in part["claims"]) else ["claims"]


def _is_claim(claim: Any) -> bool:
    span = claim.get("span")
    is_span = isinstance(span, list) and len(span) == 2 and all(type(each) is int for each in span)
    return is_span and isinstance(claim.get("code"), str) and claim.get("truth") in ("true", "false", "unproved")
