"""How answers are judged: questions on drawings by their letter, drawings by the facts that they have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import company.evaluation.accuracies as accuracies
from company.benchmark.reading import Benchmark
from company.drawings.jailed import drawn_in
from company.drawings.painting import Undrawable
from company.drawings.running import NotRun
from company.errors import ArchiveError
from company.evaluation.asking import Asking
from company.evaluation.contract import Judge, Line, Scoring
from company.evaluation.page import Page
from company.evaluation.printing import Row, share_text
from company.evaluation.scored import Scored
from company.evaluation.traits import Traits
from company.families.shared.choices.lettered import letter_of_reference
from company.families.shared.choices.letters import letter_in
from company.families.vector_graphics.body import is_drawn, options_of_line
from company.families.vector_graphics.categories import GENERATION
from company.families.vector_graphics.evaluation.asking import CODE, MODES, letters_of
from company.families.vector_graphics.evaluation.reasoning import agreeing, supported_in
from company.families.vector_graphics.gate.drawn import code_in, held_against
from company.families.vector_graphics.scored import ScoredGraphic
from company.families.vector_graphics.statistics import class_of
from company.sandbox import Sandbox
from company.sandbox.roots import scratch

if TYPE_CHECKING:
    from inspect_ai import Task

    from company.console.progress import Progress
    from company.evaluation.sittings import Sitting


@dataclass(frozen=True)
class GraphicsJudge(Judge):
    """Reads letters, and has drawings drawn."""

    content: Benchmark

    def score(self, category: str, line: Line, response: str) -> Scored | None:
        """Return whether the right letter was chosen; of a question in several orders, in each of them."""
        if is_drawn(line):
            return None
        letters = letters_of(response) or [letter_in(response)]
        supports = supported_in(response)
        return _chosen(category, line, letters, {} if supports is None else _reasoned(line, letters, supports))

    async def run(self, responses: Mapping[str, str], sandbox: Sandbox, done: Callable[[Scored], None]) -> None:
        """Draw what responses say, and tell how much of their references they have."""
        lines = {line["data_id"]: (name, line) for name, many in self.content.cases.items() for line in many}
        for data_id, response in responses.items():
            category, line = lines[data_id]
            done(await _drawn(category, line, response, sandbox))

    def missing(self, category: str, line: Line) -> Scored:
        """Return the score of a case without a response; of a drawing, 0."""
        told = {**super().missing(category, line).as_json(), "length": class_of(line["length"])}
        return ScoredGraphic(**(told | _NOT_DRAWN if is_drawn(line) else told))


_NOT_DRAWN: dict[str, Any] = {"value": 0.0, "executable": False, "recall": 0.0, "precision": 0.0}


async def _drawn(category: str, line: Line, response: str, sandbox: Sandbox) -> ScoredGraphic:
    """Return what a drawing is worth: the harmonic mean of recall and precision; 0 where it cannot be drawn."""
    known: dict[str, Any] = {"data_id": line["data_id"], "category": category, "length": class_of(line["length"])}
    try:
        with scratch("scoring") as folder:
            reference = await drawn_in(sandbox, folder, str(line["reference_answer"]), str(line["format"]))
    except Undrawable as problem:
        raise ArchiveError(f"the reference of {line['data_id']} cannot be drawn: {problem}") from None
    try:
        held = await held_against(line, code_in(response), reference.scene, sandbox)
    except Undrawable as problem:
        failure = "stopped" if isinstance(problem, NotRun) else "not drawn"
        return ScoredGraphic(**known, right=False, failure=failure, reason=str(problem)[:300], **{**_NOT_DRAWN})
    found: dict[str, Any] = {
        **known,
        "value": round(held.both, 4),
        "executable": True,
        "recall": round(held.recall, 4),
        "precision": round(held.precision, 4),
    }
    if held.recall == 1.0:
        return ScoredGraphic(**found, right=True)
    return ScoredGraphic(**found, right=False, failure="facts lack", reason=f"it lacks: {held.missing[0]}")


def _reasoned(line: Line, letters: Sequence[str | None], supports: Sequence[str]) -> dict[str, float]:
    """Return how often the reasoning supports the letter given, and how often the right one."""
    gold = [letter_of_reference(line["reference_answer"])] * len(supports)
    return {"supported": agreeing(supports, letters), "reasoned": agreeing(supports, gold)}


def _chosen(category: str, line: Line, letters: Sequence[str | None], reasoned: Mapping[str, float]) -> ScoredGraphic:
    gold = letter_of_reference(line["reference_answer"])
    known: dict[str, Any] = {
        "data_id": line["data_id"],
        "category": category,
        "outcome": ", ".join(dict.fromkeys(each or "none" for each in letters)),
        "length": class_of(line["length"]),
        **reasoned,
    }
    if all(each == gold for each in letters):
        return ScoredGraphic(**known, right=True)
    wrong = next(each for each in letters if each != gold)
    if wrong is None:
        return ScoredGraphic(**known, right=False, failure="no letter", reason="the response chooses no letter")
    slip = next((each["slip"] for each in options_of_line(line) if each["letter"] == wrong), "there is no such option")
    return ScoredGraphic(**known, right=False, failure="another option", reason=f"it chooses {wrong}: {slip}")


class GraphicsScoring(Scoring):
    """Letters are read, and drawings are drawn."""

    kind = ScoredGraphic
    task = "graphics"
    modes = MODES
    clusters = "drawings"
    options = frozenset({"rotations", "see", "judge"})
    page = Page("company.families.vector_graphics.evaluation", "graphics")

    def judge(self, content: Benchmark, *, first_loads: bool = False) -> Judge:
        """Return the judge, which needs nothing of the folder."""
        return GraphicsJudge(content)

    def asked(self, benchmark: Path, asking: Asking) -> Task | None:
        """Return the task `company/graphics`."""
        from company.evaluation.kept import kept_file
        from company.families.vector_graphics.evaluation.reasoning import need_judge
        from company.families.vector_graphics.evaluation.task import graphics

        need_judge(asking.judge, asking.mode)
        return graphics(
            str(benchmark),
            mode=asking.mode,
            categories=list(asking.categories),
            rotations=asking.rotations,
            see=asking.see or CODE,
            judge=asking.judge.model if asking.judge else "",
            judge_base_url=(asking.judge.base_url or "") if asking.judge else "",
            kept=str(kept_file(asking.logs, asking.model)),
            seconds=asking.seconds,
            require=asking.require,
        )

    def counts(self, line: Line) -> bool:
        """Return whether a case is scored: not where it is an example."""
        return not line.get("example")

    def traits(self, category: str, line: Line) -> Traits | None:
        """Return the chance to guess, and how long the code is; of drawings, how much they have to show."""
        if is_drawn(line):
            return Traits(features={"facts": float(len(line["checklist"]))})
        return Traits(guess=1 / len(options_of_line(line)), features={"characters": float(line["length"])})

    def question(self, line: Line) -> str:
        """Return the prompt: code and question."""
        return str(line["prompt_with_hist_txt"])

    def reference(self, line: Line) -> str:
        """Return the right letter, or the code of the reference."""
        return str(line["reference_answer"])

    def tables(self, content: Benchmark, sittings: Mapping[str, Sitting]) -> dict[str, Any]:
        """Return accuracies by type and by length as the seed has them, and drawings by their facts."""
        from company.families.vector_graphics.evaluation.tables import tables_of

        return tables_of(sittings)

    async def looks(
        self, content: Benchmark, sittings: Mapping[str, Sitting], networks: Path, sandbox: Sandbox, progress: Progress
    ) -> dict[str, Any]:
        """Return how drawings look to networks, which are opened before anything is drawn."""
        from company.evaluation.pictures.networks import opened
        from company.families.vector_graphics.evaluation.looks import looks_of
        from company.families.vector_graphics.evaluation.redrawing import redrawn

        sees = opened(networks)
        return {"looks": looks_of(await redrawn(content, sittings, sandbox, progress), sees)}

    def summary(self, cases: Sequence[Scored]) -> dict[str, Any]:
        """Return the accuracy of questions; of drawings executable rate, fact recall, precision, and F (`value`)."""
        asked = [case for case in cases if not _is_drawn(case)]
        drawn = [case for case in cases if isinstance(case, ScoredGraphic) and _is_drawn(case)]
        told = accuracies.summary(asked or cases)
        if judged := [case for case in asked if isinstance(case, ScoredGraphic) and case.supported is not None]:
            told["reasoning"] = {
                "supported": accuracies.share(judged, lambda case: case.supported or 0.0, lambda _: 1.0).as_json(),
                "right": accuracies.share(judged, lambda case: case.reasoned or 0.0, lambda _: 1.0).as_json(),
            }
        if not drawn:
            return told
        shares = {
            "executable": accuracies.share(drawn, lambda case: float(bool(case.executable)), lambda _: 1.0),
            "recall": accuracies.share(drawn, lambda case: case.recall or 0.0, lambda _: 1.0),
            "precision": accuracies.share(drawn, lambda case: case.precision or 0.0, lambda _: 1.0),
        }
        generation = {name: each.as_json() for name, each in shares.items()}
        value = accuracies.mean_value(drawn)
        return {
            **told,
            "accuracy": told["accuracy"] if asked else None,
            "value": value.as_json() if value else None,
            "generation": generation,
            "by": accuracies.by_group(cases),
            "failures": accuracies.failures(cases),
            "unanswered": accuracies.unanswered(cases),
        }

    def rows(self, summary: Mapping[str, Any]) -> list[Row]:
        """Return the first lines of a summary as text."""
        rows: list[Row] = []
        if summary["accuracy"]:
            rows.append(("accuracy", share_text(summary["accuracy"]), "of questions; guessing gives 25 %"))
        if reasoning := summary.get("reasoning"):
            rows.append(("reasoning", share_text(reasoning["supported"]), "supports the letter given"))
            rows.append(("reasoning", share_text(reasoning["right"]), "supports the right letter"))
        for name, words in _OF_DRAWINGS.items():
            if name in summary.get("generation", {}):
                rows.append((words, share_text(summary["generation"][name]), "of drawings"))
        return rows + ([("F", share_text(summary["value"]), "of drawings")] if summary.get("value") else [])

    def messages(self, line: Line) -> Sequence[Mapping[str, Any]]:
        """Return the prompt for a model."""
        return ({"role": "user", "content": self.question(line)},)


_OF_DRAWINGS = {"executable": "can be drawn", "recall": "fact recall", "precision": "fact precision"}


def _is_drawn(case: Scored) -> bool:
    return case.category.endswith(GENERATION)
