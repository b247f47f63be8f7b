"""What scoring asks of a family: what a response is worth, how a model is asked, and how both are told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import company.evaluation.accuracies as accuracies
from company.benchmark.canary import FIELD as CANARY
from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.evaluation.asking import Asking, Seeing
from company.evaluation.page import Page
from company.evaluation.printing import Row, share_text
from company.evaluation.scored import UNANSWERED, Scored
from company.evaluation.traits import Traits
from company.family.family import Family
from company.reviewing.grounds import MOST_CODE, MOST_WORDS, Other, bounded

if TYPE_CHECKING:
    from inspect_ai import Task

    from company.console.progress import Progress
    from company.evaluation.sittings import Answered, Sitting
    from company.sandbox import Sandbox

Line = Mapping[str, Any]
"""A case as a benchmark's files have it, with its `data_id`."""


class Judge(ABC):
    """Judges responses to the cases of one benchmark."""

    @abstractmethod
    def score(self, category: str, line: Line, response: str) -> Scored | None:
        """Return the score of a response; None where its code has to run for that, which `run` does then."""

    async def run(self, responses: Mapping[str, str], sandbox: Sandbox, done: Callable[[Scored], None]) -> None:
        """Call `done` with the score of each of these responses by data_id, as soon as it is known.

        They are those for which `score` returned None. Raises SandboxError when the sandbox itself fails.
        """
        raise NotImplementedError(f"{type(self).__name__} leaves responses to be run, and does not run them")

    def missing(self, category: str, line: Line) -> Scored:
        """Return the score of a case without a response."""
        return Scored(
            data_id=line["data_id"],
            category=category,
            right=False,
            failure=UNANSWERED,
            reason="it was not answered",
        )


@dataclass(frozen=True)
class Scoring(ABC):
    """How answers to a family's cases are judged, and how models are asked for them."""

    family: Family

    task: ClassVar[str] = ""
    """Name of the family's task of Inspect; "" where models are asked by the one that serves all families."""
    modes: ClassVar[tuple[str, ...]] = ("base",)
    """How a model can be asked, the usual way first."""
    beside_models: ClassVar[frozenset[str]] = frozenset()
    """Modes in which code runs while the model is asked, and none afterwards to judge answers."""
    kind: ClassVar[type[Scored]] = Scored
    """What `Judge` returns, as it is read back from a log."""
    clusters: ClassVar[str] = "cases"
    """What `Scored.cluster` names, as the page calls it."""
    page: ClassVar[Page] = Page("company.evaluation", "models")
    """That compares models; a family's own may extend this one."""
    options: ClassVar[frozenset[str]] = frozenset()
    """Fields of `Asking` that say how raters are asked, as far as the family knows what to do with them."""

    @abstractmethod
    def judge(self, content: Benchmark, *, first_loads: bool = False) -> Judge:
        """Return the judge of responses to a benchmark, which was read with its gold.

        With `first_loads`, code that loads a file again keeps what it has, in families whose answers are code. Raises
        ArchiveError where something is missing without which no response can be judged.
        """

    def seen_by(self, judge: Judge, content: Benchmark, seeing: Seeing) -> Judge:
        """Return a judge that has a model look at pictures besides. Raises ConfigError where there are none."""
        raise ConfigError(f"--judge is for figures, and {content.folder} has none; leave it out")

    def answers_in(self, place: Path, content: Benchmark) -> Mapping[str, str] | None:
        """Return the responses in a file or folder as other programs leave it, by data_id; None for what is none."""
        return None

    def unscored(self, cases: Sequence[Scored]) -> Sequence[str]:
        """Return the cases that nobody could score, so that their mean is not known; by default there are none."""
        return ()

    async def put_before_people(
        self, run: Path, content: Benchmark, sittings: Mapping[str, Sitting], cases: int | None, sandbox: Sandbox
    ) -> str:
        """Put what models answered into a run, to be rated, and say so in a sentence. Raises ConfigError by default."""
        raise ConfigError(f"people rate figures that models drew, and {content.folder} has none; name another")

    def beside_people(self, content: Benchmark, sittings: Mapping[str, Sitting], ratings: Path) -> dict[str, Any]:
        """Return tables on scores beside ratings in a file or a run. Raises ConfigError where nobody gave any."""
        raise ConfigError(f"--ratings is for figures, and {content.folder} has none; leave it out")

    async def looks(
        self, content: Benchmark, sittings: Mapping[str, Sitting], networks: Path, sandbox: Sandbox, progress: Progress
    ) -> dict[str, Any]:
        """Return tables on how drawings look to the networks of a folder. Raises ConfigError by default."""
        raise ConfigError(f"--networks is for vector graphics, and {content.folder} has none; leave it out")

    def question(self, line: Line) -> str:
        """Return the question of a case as text; by default the fields of its line that a public folder shows."""
        names = [name for name in self.family.release.public_fields if name in line and name not in ("data_id", CANARY)]
        return _fields(line, names)

    def reference(self, line: Line) -> str:
        """Return the right answer as text; by default the fields of its line that are gold."""
        return _fields(line, [name for name in self.family.release.gold if name in line])

    def messages(self, line: Line) -> Sequence[Mapping[str, str]]:
        """Return the prompt for a model, as messages with `role` and `content`."""
        return ({"role": "user", "content": self.question(line)},)

    def asked(self, benchmark: Path, asking: Asking) -> Task | None:
        """Return the family's own task of Inspect; None where the one that serves all families is enough.

        Raises ConfigError for a mode or category that there is not, and ArchiveError for a folder that is no benchmark.
        """
        return None

    def model(self, asking: Asking) -> str:
        """Return what Inspect is to call the model that is asked; by default as the user does."""
        return asking.model

    def counts(self, line: Line) -> bool:
        """Return whether a case is asked and scored; by default all of them are."""
        return True

    def traits(self, category: str, line: Line) -> Traits | None:
        """Return what may make a case hard; None for one that is neither right nor wrong. By default it is unknown."""
        return Traits()

    def tables(self, content: Benchmark, sittings: Mapping[str, Sitting]) -> dict[str, Any]:
        """Return what the page on models tells beside accuracies, as plain JSON values by name; by default nothing."""
        return {}

    def sitting(self, sitting: Sitting) -> dict[str, Any]:
        """Return what a sitting tells beside its cases, as plain JSON values by name; by default nothing."""
        return {}

    def sitting_text(self, told: Mapping[str, Any]) -> str:
        """Return the same in lines for a terminal; "" where there is nothing."""
        return ""

    def estimate(self, benchmark: Path, asking: Asking) -> tuple[dict[str, Any], str]:
        """Return what asking would take, as plain JSON values and as text. Raises ConfigError where nobody can tell."""
        raise ConfigError(f"--estimate: nobody reckons what mode {asking.mode} takes; leave it out")

    def code(self, category: str, line: Line, response: str) -> tuple[str, str] | None:
        """Return the code of a response and the reference's, to be compared; None where cases are not answered by code.

        The response's is "" where it holds none.
        """
        return None

    def read(self, told: Mapping[str, Any]) -> Scored | None:
        """Read the output of `Scored.as_json` in a log; return None for anything else."""
        names = {field.name for field in fields(self.kind)}
        return self.kind(**told) if {"data_id", "category", "right"} <= told.keys() <= names else None

    def summary(self, cases: Sequence[Scored]) -> dict[str, Any]:
        """Return accuracies, groups and failures of scored cases, as plain JSON values."""
        return accuracies.summary(cases)

    def rows(self, summary: Mapping[str, Any]) -> list[Row]:
        """Return the first lines of a summary as text: a name, a share, a note."""
        rows = [("accuracy", share_text(summary["accuracy"]), "")]
        return rows + ([("mean value", share_text(summary["value"]), "")] if "value" in summary else [])

    def readable(self, case: Scored) -> bool:
        """Return whether a case can be answered without running code; by default all of them can."""
        return True

    def remarks(self, summary: Mapping[str, Any]) -> list[str]:
        """Return its last lines."""
        return []

    def other(self, answers: Sequence[Answered]) -> Other:
        """Return the words for people on models that agree on another outcome than the reference's."""
        shortest = min((each.response for each in answers), key=lambda text: (len(text), text))
        return Other(
            models=len(answers),
            code=bounded(shortest, MOST_CODE),
            left_out=max(0, len(shortest) - MOST_CODE),
            differs=bounded(min(each.scored.reason or "" for each in answers), MOST_WORDS),
        )


def _fields(line: Line, names: Sequence[str]) -> str:
    return str(line[names[0]]) if len(names) == 1 else "\n".join(f"{name}: {line[name]}" for name in names)
