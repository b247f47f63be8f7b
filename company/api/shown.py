"""What the functions hand back, as notebooks show it: a benchmark as pandas frames, and scores."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.api.terms import said
from company.family.registry import DEFAULT, family

if TYPE_CHECKING:
    import pandas as pd

    from company.benchmark.reading import Benchmark as Content
    from company.evaluation.scored import Scored
    from company.evaluation.sittings import Sitting

_NAMED = frozenset({"embeddings"})
"""What scores speak of by its flag, as Python calls it."""


class Benchmark:
    """An exported folder, to be looked at as pandas frames and given to `verify`, `score` and `evaluate`.

    Its lines are read when they are first asked for. Raises ArchiveError at once for a folder that is no benchmark, and
    when they are read, for one without its gold, and for lines that are not as the format says.
    """

    def __init__(self, folder: str | Path) -> None:
        from company.benchmark.reading import need_benchmark

        self.folder = Path(folder)
        need_benchmark(self.folder)

    @cached_property
    def content(self) -> Content:
        """The lines of its files."""
        from company.benchmark.reading import read_benchmark

        return read_benchmark(self.folder)

    @cached_property
    def cases(self) -> pd.DataFrame:
        """One row for each case, by data_id: category, mode, domain, dialogue, wanted results, query, prompt, gold."""
        from company.benchmark.frames import case_frame

        return case_frame(self.content)

    @cached_property
    def turns(self) -> pd.DataFrame:
        """One row for each turn, by dialogue and number: query and its author, answer, and how it went."""
        from company.benchmark.frames import further_frame

        return further_frame(self.content, "turns")

    @cached_property
    def verdicts(self) -> pd.DataFrame:
        """One row for each verdict of a person, on any record of the runs; none where nobody was asked."""
        from company.benchmark.frames import verdict_frame

        return verdict_frame(self.content)

    @property
    def remarks(self) -> Sequence[str]:
        """What is worth a look in it, though no case is wrong: choices that words alone give away, for example."""
        return self.content.family.release.remarks(self.content)

    def __len__(self) -> int:
        return len(self.content.entries)

    def __repr__(self) -> str:
        held = ", ".join(f"{len(entries):,} {name}" for name, entries in self.content.cases.items() if entries)
        return f"Benchmark({str(self.folder)!r}): {len(self):,} cases ({held})"

    def _repr_html_(self) -> str:
        grouping = [name for name in ("category", "answered_by") if name in self.cases]
        counts = self.cases.groupby(grouping, sort=False).size().rename("cases").to_frame()
        title = f"<p><b>{html.escape(self.content.name)}</b>: {len(self):,} cases</p>"
        return title + str(counts.to_html())


@dataclass(frozen=True, repr=False)
class Scores:
    """What responses are worth."""

    scored: Sequence[Scored]
    """Case by case, in the order of the benchmark."""
    similarity: Mapping[str, Any] | None = None
    """By which embeddings code was compared, and what they cost; None where it was not."""
    sitting: Sitting | None = None
    """Of a model that was asked here: its answers, what each took, and the log."""
    family: str = DEFAULT
    """Of the benchmark."""
    left_out: str = ""
    """Which of its cases were neither asked nor scored, since they are given as examples."""

    @cached_property
    def figures(self) -> dict[str, Any]:
        """Accuracies with their intervals by every grouping, and why answers are wrong."""
        scoring = family(self.family).scoring
        return {**scoring.summary(self.scored), **(scoring.sitting(self.sitting) if self.sitting else {})}

    @property
    def unscored(self) -> Sequence[str]:
        """The cases that nobody could score, so that no figure over all of them is known."""
        return family(self.family).scoring.unscored(self.scored)

    @cached_property
    def text(self) -> str:
        """The figures as lines for a terminal."""
        from company.evaluation.printing import answered_rows, score_text, wrong_text
        from company.statistics.intervals import told

        scoring = family(self.family).scoring
        said = (wrong_text(self.scored), *scoring.remarks(self.figures), self.left_out, told(scoring.clusters))
        remarks = filter(None, said)
        rows = [*scoring.rows(self.figures), *answered_rows(self.scored)]
        text = score_text(self.figures, rows, list(remarks))
        return "\n\n".join(filter(None, (text, scoring.sitting_text(self.figures))))

    @cached_property
    def cases(self) -> pd.DataFrame:
        """One row for each case, by data_id: whether it is right, which of its results are, and why not."""
        import pandas as pd

        return pd.DataFrame([case.as_json() for case in self.scored]).set_index("data_id")

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values: every case, then the figures."""
        told = {}
        if self.sitting is not None:
            found = self.sitting
            told = {"model": found.model, "mode": found.mode, "log": found.file, "failed": list(found.failed)}
        cases = [case.as_json() for case in self.scored]
        lines = {"lines": list(self.sitting.lines)} if self.sitting and self.sitting.lines else {}
        return {**told, "cases": cases, **lines, **self.figures, "similarity": self.similarity}

    def __repr__(self) -> str:
        return said(self.text, _NAMED)

    def _repr_html_(self) -> str:
        wrong = self.cases[~self.cases["right"].astype(bool)]
        shown = [name for name in ("category", "reason") if name in wrong]
        listed = str(wrong[shown].to_html(max_rows=20)) if len(wrong) else ""
        return f"<pre>{html.escape(repr(self))}</pre>{listed}"
