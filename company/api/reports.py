"""What a report tells of a run, of a benchmark's cases or of models: as a page, as Markdown and as plain values."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.api.judging import looks_in, sittings_in
from company.config import Layer


@dataclass(frozen=True)
class Report:
    """A report in each of its forms."""

    page: str
    markdown: str
    """Empty where there is none: the page on a benchmark's cases is for looking around."""
    figures: Any
    """As `--json` prints it."""


@dataclass(frozen=True)
class Compared:
    """Models that were asked a benchmark, and what else is to be told of them."""

    logs: Sequence[Path]
    """Logs of `company evaluate`, and files of responses."""
    difficulty: Path | None
    ratings: Path | None
    networks: Path | None
    require: Collection[Layer] | str
    """The layers of the sandbox that must be on."""
    seconds: float
    """What the code of one answer may take."""


def on_run(run: Path, dialogues: Sequence[str], database: str | None = None) -> Report:
    """Return what a run made, with the dialogues of these ids or else a choice of them."""
    from company.reporting.pages import run_markdown, run_page
    from company.reporting.runs import report_on

    told = report_on(run, dialogues, database)
    return Report(run_page(told), run_markdown(told), told.figures)


def on_cases(folder: Path, categories: Sequence[str], grep: str) -> Report:
    """Return the cases of a benchmark, those of these categories with a text that the regular expression matches."""
    from company.benchmark.reading import read_cases
    from company.reporting.browsing import benchmark_page
    from company.reporting.cases import chosen, list_json, listed

    content = read_cases(folder)
    cases = chosen(content, categories, grep)
    return Report(benchmark_page(content, cases), "", list_json(content, listed(content, cases)))


def on_models(folder: Path, of: Compared, *, quiet: bool) -> Report:
    """Return how models compare that were asked a benchmark."""
    from company.benchmark.reading import read_benchmark
    from company.evaluation.calibration.calibration import known
    from company.evaluation.reporting import as_markdown, as_page, report_of

    content = read_benchmark(folder)
    scoring = content.family.scoring
    found = sittings_in(folder, of.logs, of.require, of.seconds, quiet=quiet)
    looks = looks_in(folder, found, of.networks, of.require, of.seconds, quiet=quiet)
    hard = None if of.difficulty is None else known(of.difficulty, [line["data_id"] for line in content.entries])
    told = report_of(content, found, hard, of.ratings, looks)
    return Report(as_page(told, scoring), as_markdown(told, scoring), told)
