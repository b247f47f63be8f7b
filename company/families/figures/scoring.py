"""How answers to figure cases are scored, and how models are asked for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.benchmark.reading import Benchmark
from company.evaluation.asking import Asking, Seeing
from company.evaluation.contract import Judge, Line, Scoring
from company.evaluation.page import Page
from company.evaluation.printing import Row
from company.evaluation.scored import Scored
from company.evaluation.traits import Level, Traits
from company.families.figures.evaluation.judging.drawn import FigureJudge, code_of
from company.families.figures.evaluation.layouts.lines import numbered
from company.families.figures.evaluation.responses import response_in
from company.families.figures.evaluation.summing import remarks_on, rows_of, summary_of, unscored_in
from company.families.figures.gate.drawing import ANSWER, code_in
from company.families.figures.scored import ScoredFigure

if TYPE_CHECKING:
    from inspect_ai import Task

    from company.evaluation.sittings import Sitting
    from company.sandbox import Sandbox


class FigureScoring(Scoring):
    """Answers are code."""

    kind = ScoredFigure
    task = "figures"
    modes = ("base", "cot", "agent", "agent-blind")
    options = frozenset({"vision_model", "vision_base_url", "judge", "budget"})
    page = Page("company.families.figures.evaluation", "figures")

    def judge(self, content: Benchmark, *, first_loads: bool = False) -> Judge:
        """Return the judge; the reference's portraits are read from the folder."""
        return FigureJudge(content)

    def question(self, line: Line) -> str:
        """Return the prompt of a case: its query, and what there is to draw."""
        return str(line["prompt_with_hist_txt"])

    def reference(self, line: Line) -> str:
        """Return the code of the reference."""
        return code_in(line["reference_answer"], ANSWER)

    def traits(self, category: str, line: Line) -> Traits | None:
        """Return how much is drawn."""
        if not line["portrait"]:
            return None
        level: Level = "hard" if line["difficulty"] == "hard" else "easy"
        return Traits(features={"panels": float(line["panels"]), "values": float(line["points"])}, level=level)

    def code(self, category: str, line: Line, response: str) -> tuple[str, str] | None:
        """Return the code of a response, and the reference's."""
        return code_of(response_in(response).code), self.reference(line)

    def readable(self, case: Scored) -> bool:
        """Return that no case can be answered without running code."""
        return False

    def seen_by(self, judge: Judge, content: Benchmark, seeing: Seeing) -> Judge:
        """Return a judge that has a model look at what is drawn besides."""
        from company.families.figures.evaluation.judging.seeing import SeeingJudge, seer_of

        return SeeingJudge(content, seer_of(seeing))

    def answers_in(self, place: Path, content: Benchmark) -> Mapping[str, str] | None:
        """Return what MatPlotAgent has left in a folder; None for anything else."""
        from company.families.figures.evaluation.layouts.matplotagent import is_matplotagent, read_answers

        return read_answers(place, numbered(content)) if is_matplotagent(place) else None

    def asked(self, benchmark: Path, asking: Asking) -> Task | None:
        """Return the task `company/figures`."""
        from company.families.figures.evaluation.task import figures_asked

        return figures_asked(benchmark, asking)

    def tables(self, content: Benchmark, sittings: Mapping[str, Sitting]) -> dict[str, Any]:
        """Return the tables of MatPlotAgent's paper."""
        from company.families.figures.evaluation.columns import columns_of
        from company.families.figures.evaluation.tables import tables_of

        return tables_of(columns_of(sittings))

    async def put_before_people(
        self, run: Path, content: Benchmark, sittings: Mapping[str, Sitting], cases: int | None, sandbox: Sandbox
    ) -> str:
        """Put what models drew into a run, to be rated."""
        from company.families.figures.evaluation.rating import put_before_people

        return (await put_before_people(run, content, sittings, cases, sandbox)).sentence()

    def beside_people(self, content: Benchmark, sittings: Mapping[str, Sitting], ratings: Path) -> dict[str, Any]:
        """Return how both scores go with what people said."""
        from company.families.figures.evaluation.people import calibration_of

        return {"calibration": calibration_of(sittings, ratings)}

    def unscored(self, cases: Sequence[Scored]) -> Sequence[str]:
        """Return the cases of which a judge gave no score that could be read."""
        return unscored_in(cases)

    def summary(self, cases: Sequence[Scored]) -> dict[str, Any]:
        """Return D and what is right, of cases that tell what their reference draws, J beside it, and what drew."""
        return summary_of(cases)

    def rows(self, summary: Mapping[str, Any]) -> list[Row]:
        """Return the first lines of a summary as text."""
        return rows_of(summary)

    def remarks(self, summary: Mapping[str, Any]) -> list[str]:
        """Return what is to be known of the judge, and which cases are unscored."""
        return remarks_on(summary)
