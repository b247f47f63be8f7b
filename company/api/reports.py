"""What a report tells of a run, of a benchmark's cases or of models: as a page, as Markdown and as plain values.

Which of the three it is, is told by what is in the folder and by whether there are logs.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.api.judging import looks_in, sittings_in
from company.config import LAYERS, Layer
from company.errors import ConfigError

PAGE, CASES_PAGE = "report.html", "benchmark.html"


@dataclass(frozen=True)
class Report:
    """A report in each of its forms."""

    page: str
    markdown: str
    """Empty where there is none: the page on a benchmark's cases is for looking around."""
    figures: Any
    """As `--json` prints it."""
    usual: Path
    """Where the command writes the page if it is not told where."""


@dataclass(frozen=True)
class Asked:
    """What a report is to tell; what does not go with what the folder is, is refused."""

    logs: Sequence[Path] = ()
    """Of a benchmark: logs of `company evaluate`, and files of responses."""
    categories: Sequence[str] = ()
    grep: str = ""
    """Of a benchmark without logs: those of its cases with a text that this regular expression matches."""
    dialogues: Sequence[str] = ()
    """Of a run: their ids, instead of a choice."""
    database: str | None = None
    """Of a run: where its review queue is."""
    difficulty: Path | None = None
    ratings: Path | None = None
    networks: Path | None = None
    markdown: bool = False
    """Whether it is wanted as Markdown, too, which there is none of a benchmark's cases."""
    require: Collection[Layer] | str = LAYERS
    """The layers of the sandbox that must be on, where responses are judged."""
    seconds: float = 30.0
    """What the code of one answer may take."""

    @property
    def choice(self) -> dict[str, object]:
        """What chooses cases, by its option."""
        return {"category": self.categories, "grep": self.grep}

    @property
    def beside(self) -> dict[str, object]:
        """What is told of models beside their answers, by its option."""
        return {"difficulty": self.difficulty, "ratings": self.ratings, "networks": self.networks}


def report_on(folder: Path, asked: Asked, *, quiet: bool) -> Report:
    """Return what is told of a run, of a benchmark's cases, or, where there are logs, of models that were asked it.

    Raises ConfigError for a folder that is neither, and for what cannot be told of what it is.
    """
    from company.reporting.places import is_run, refuse_of_benchmark, refuse_of_run

    if is_run(folder):
        if asked.logs:
            raise ConfigError(f"{folder} is a run, whose page takes no logs: leave them out, or name a benchmark")
        refuse_of_run(folder, asked.beside | asked.choice)
        return _on_run(folder, asked.dialogues, asked.database)
    refuse_of_benchmark(folder, {"dialogue": asked.dialogues, "database": asked.database})
    if asked.logs:
        if any(asked.choice.values()):
            raise ConfigError("--category and --grep choose cases for a page without logs: leave them out, or the logs")
        return _on_models(folder, asked, quiet=quiet)
    for option, given in {**asked.beside, "markdown": asked.markdown}.items():
        if given:
            said = "is for a page on models: name logs of `company evaluate` as well, or leave it out"
            raise ConfigError(f"--{option} {said}")
    return _on_cases(folder, asked.categories, asked.grep)


def _on_run(run: Path, dialogues: Sequence[str], database: str | None) -> Report:
    """Return what a run made, with the dialogues of these ids or else a choice of them."""
    from company.reporting.pages import run_markdown, run_page
    from company.reporting.runs import report_on

    told = report_on(run, dialogues, database)
    return Report(run_page(told), run_markdown(told), told.figures, run / PAGE)


def _on_cases(folder: Path, categories: Sequence[str], grep: str) -> Report:
    """Return the cases of a benchmark, those of these categories with a text that the regular expression matches."""
    from company.benchmark.reading import read_cases
    from company.reporting.browsing import benchmark_page
    from company.reporting.cases import chosen, list_json, listed

    content = read_cases(folder)
    cases = chosen(content, categories, grep)
    return Report(benchmark_page(content, cases), "", list_json(content, listed(content, cases)), Path(CASES_PAGE))


def _on_models(folder: Path, asked: Asked, *, quiet: bool) -> Report:
    """Return how models compare that were asked a benchmark."""
    from company.benchmark.reading import read_benchmark
    from company.evaluation.calibration.calibration import known
    from company.evaluation.reporting import as_markdown, as_page, report_of

    content = read_benchmark(folder)
    scoring = content.family.scoring
    found = sittings_in(folder, asked.logs, asked.require, asked.seconds, quiet=quiet)
    looks = looks_in(folder, found, asked.networks, asked.require, asked.seconds, quiet=quiet)
    hard = None if asked.difficulty is None else known(asked.difficulty, [line["data_id"] for line in content.entries])
    told = report_of(content, found, hard, asked.ratings, looks)
    return Report(as_page(told, scoring), as_markdown(told, scoring), told, Path(PAGE))
