"""How answers to cases of dialogues are judged, and how models are asked for them (paper, 4.2, 5 and 6.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import company.families.dialogues.evaluation.accuracies as accuracies
from company.benchmark.publishing.origin import need_tables
from company.benchmark.reading import Benchmark
from company.evaluation.asking import Asking
from company.evaluation.contract import Judge, Line, Scoring
from company.evaluation.page import Page
from company.evaluation.printing import Row
from company.evaluation.scored import Scored
from company.evaluation.traits import Traits
from company.families.dialogues.body.bodies import answer_of
from company.families.dialogues.body.difficulty import Difficulty
from company.families.dialogues.body.reference import solution
from company.families.dialogues.categories import CATEGORIES
from company.families.dialogues.evaluation.replies import code_of, own_part
from company.families.dialogues.evaluation.scored import ALWAYS, FIELDS, ScoredTurn
from company.families.dialogues.evolving.difficulty import traits as evolving_traits
from company.families.dialogues.records import EVOLVING
from company.reviewing.grounds import MOST_CODE, MOST_WORDS, Other, bounded

if TYPE_CHECKING:
    from inspect_ai import Task

    from company.evaluation.sittings import Answered, Sitting


class TurnScoring(Scoring):
    """Code by its results on the history of its case, choices by their letter."""

    task = "tapilot"
    modes = ("base", "agent", "inter-agent", "conversation")
    kind = ScoredTurn
    clusters = "dialogues"
    page = Page("company.families.dialogues.evaluation", "tapilot")
    options = frozenset({"arm", "patience", "window", "notes", "turns", "client_model", "budget"})

    def judge(self, content: Benchmark, *, first_loads: bool = False) -> Judge:
        """Return the judge of responses; raises ArchiveError where a table is missing."""
        from company.families.dialogues.evaluation.judge import TurnJudge

        need_tables(content.folder)
        return TurnJudge(content, first_loads=first_loads)

    def question(self, line: Line) -> str:
        """Return the query."""
        return str(line["current_query"])

    def reference(self, line: Line) -> str:
        """Return the reference's code, or what is said of the right option."""
        return str(line["reference_answer"])

    def asked(self, benchmark: Path, asking: Asking) -> Task | None:
        """Return the task `company/tapilot`, or `company/conversation` in mode conversation."""
        from company.families.dialogues.evaluation.conversation.options import asked_to_converse, need_base

        if asking.mode == "conversation":
            return asked_to_converse(benchmark, asking)
        need_base(asking)
        from company.families.dialogues.evaluation.charts import PUBLISHED, Charts
        from company.families.dialogues.evaluation.samples import Arm
        from company.families.dialogues.evaluation.solvers import Mode
        from company.families.dialogues.evaluation.tapilot import tapilot

        return tapilot(
            str(benchmark),
            cast(Mode, asking.mode),
            list(asking.categories),
            asking.seconds,
            asking.require,
            cast(Charts, asking.charts),
            asking.charts_model or PUBLISHED,
            asking.without_execution,
            cast(Arm, asking.arm),
        )

    def traits(self, category: str, line: Line) -> Traits:
        """Return the steps, variables and operations that a case takes, and the chance to guess a choice."""
        if category == EVOLVING:
            return evolving_traits(line)
        said = Difficulty.of(line)
        options = line.get("choice", {}).get("options", ())
        features = {} if said is None else {name: float(value) for name, value in said.as_json().items()}
        return Traits(features, guess=1 / len(options) if options else 0.0)

    def sitting(self, sitting: Sitting) -> dict[str, Any]:
        """Return the figures of conversations, where they were held; nothing of other modes."""
        from company.families.dialogues.evaluation.conversation.figures import figures_of

        return {"conversation": figures_of(sitting)} if sitting.lines else {}

    def sitting_text(self, told: Mapping[str, Any]) -> str:
        """Return the figures of conversations in lines."""
        from company.families.dialogues.evaluation.conversation.telling import conversation_text

        return conversation_text(told["conversation"]) if "conversation" in told else ""

    def tables(self, content: Benchmark, sittings: Mapping[str, Sitting]) -> dict[str, Any]:
        """Return the figures of conversations, and the same cases asked in other modes beside them."""
        from company.families.dialogues.evaluation.conversation.telling import tables_of

        return tables_of(sittings)

    def estimate(self, benchmark: Path, asking: Asking) -> tuple[dict[str, Any], str]:
        """Return what conversations would take. Raises ConfigError for another mode."""
        from company.families.dialogues.evaluation.conversation.options import estimated

        return estimated(benchmark, asking)

    def code(self, category: str, line: Line, response: str) -> tuple[str, str] | None:
        """Return the parts of both scripts that fill the template's gap; None for a choice."""
        if CATEGORIES[category].chosen:
            return None
        reference = answer_of(line["reference_answer"])
        return own_part(code_of(response), reference), solution(reference)

    def read(self, told: Mapping[str, Any]) -> Scored | None:
        """Return the content of a log, of older logs as far as they have it."""
        if not ALWAYS <= told.keys() <= set(FIELDS):
            return None
        return ScoredTurn(**{**told, "intents": tuple(told["intents"])})

    def summary(self, cases: Sequence[Scored]) -> dict[str, Any]:
        """Return Acc, AccR, AccSE and AccSER, groups, failures and exceptions."""
        return accuracies.summary(cast(Sequence[ScoredTurn], cases))

    def rows(self, summary: Mapping[str, Any]) -> list[Row]:
        """Return the accuracies, the first one beside the published one."""
        return accuracies.rows(summary)

    def readable(self, case: Scored) -> bool:
        """Return whether a case can be answered without running code."""
        return cast(ScoredTurn, case).readable

    def remarks(self, summary: Mapping[str, Any]) -> list[str]:
        """Return which exceptions answers raised."""
        return accuracies.remarks(summary)

    def other(self, answers: Sequence[Answered]) -> Other:
        """Return the letter that models agree on, or the shortest code that came to the same."""
        first = cast(ScoredTurn, answers[0].scored)
        if not first.coded:
            return Other(models=len(answers), letter=bounded(first.outcome or "", 8))
        # The shortest says the same in the fewest words, and does not depend on which log was read first.
        code = min((code_of(each.response) for each in answers), key=lambda text: (len(text), text))
        return Other(
            models=len(answers),
            code=bounded(code, MOST_CODE),
            left_out=max(0, len(code) - MOST_CODE),
            differs=bounded(min(each.scored.reason or "" for each in answers), MOST_WORDS),
        )
