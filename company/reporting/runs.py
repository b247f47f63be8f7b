"""What a run was asked for, what came out, what was lost and what it cost: JSON values, and examples to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.benchmark.layers import in_a_line
from company.benchmark.publishing.authorship import PROCEDURAL
from company.family.family import Family
from company.records import USABLE, Case
from company.reporting.funnel import categories, fates, reasons
from company.reporting.telling import telling_of
from company.reporting.terminal import played_by
from human_review.summary import queue_of, review_status, reviewed


@dataclass(frozen=True)
class RunReport:
    """A run in figures, and some of what it made, as its family shows it."""

    family: Family
    figures: dict[str, Any]
    examples: Sequence[Any]


def report_on(run: Path, ids: Sequence[str] = (), database: str | None = None) -> RunReport:
    """Return the report on a run, with the examples of these ids, else with some that are worth it.

    `database` is where the review queue is, if not in the run's folder. Raises ArchiveError where there is no run,
    and ConfigError for an id that it does not have.
    """
    with Archive.open(run) as archive:
        telling = telling_of(archive.family)
        cases: list[Case] = archive.records("case")
        examples = telling.examples(archive, ids)
        figures = {**_figures(archive, cases), **telling.figures(archive, cases), "review": _review(run, database)}
        contents = [telling.contents(example) for example in examples]
        return RunReport(archive.family, {**figures, telling.noun: contents}, examples)


def _figures(archive: Archive, cases: Sequence[Case]) -> dict[str, Any]:
    wanted = archive.note("targets")
    funnel = fates(archive, cases)
    calls, usd = archive.spent()
    backends = archive.note("backends") or {}
    layers = (archive.note("sandbox") or {}).get("layers")
    return {
        "run": archive.run.resolve().name,
        "folder": str(archive.run),
        "made_by": [line.removeprefix("backend: ") for line in played_by(backends)],
        "procedural": any(each["name"] == PROCEDURAL for each in backends.values()),
        "seed": ((archive.note("settings") or {}).get("model") or {}).get("seed"),
        "sandbox": in_a_line(layers) if layers else None,
        "cases": sum(case.status in USABLE for case in cases),
        "wanted": None if wanted is None else sum(wanted.values()),
        "categories": categories(archive.family, funnel, wanted),
        "funnel": funnel,
        "reasons": reasons(archive),
        "cost": {
            "calls": calls,
            "usd": usd,
            "stages": archive.usage("stage"),
            "roles": archive.usage("role", "model"),
        },
    }


def _review(run: Path, database: str | None) -> dict[str, Any] | None:
    """Return the progress and agreement of people; None where there is no queue. Nobody is named."""
    queue = queue_of(run, database)
    if queue is None:
        return None
    with queue:
        done = reviewed([queue])
        return {**review_status(queue), "done": None if done is None else asdict(done)}
