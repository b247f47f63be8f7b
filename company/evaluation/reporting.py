"""One report on several models: as JSON values, from which the page and the Markdown are made."""

from __future__ import annotations

import datetime as dt
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.evaluation.by_line import groupings
from company.evaluation.contract import Line, Scoring
from company.evaluation.items import Item, items, ranks
from company.evaluation.prices import price_by_name
from company.evaluation.printing import difference_text, estimate_text, interval_text, points_text
from company.evaluation.scored import Scored
from company.evaluation.sittings import Answered, Sitting
from company.statistics.intervals import told

if TYPE_CHECKING:
    from company.evaluation.calibration.calibration import Known

HARDEST = 12
RANKED = (
    "Ranks and differences are of the cases that all have answered, compared case by case (Agresti and Min's interval "
    "for pairs, with the same design effect); a model could have the rank of each from which it does not surely differ."
)
SHOWN = 4_000
"""Characters of a query, a reference or an answer that the page shows."""


def report_of(
    content: Benchmark,
    sittings: Sequence[Sitting],
    difficulty: Known | None = None,
    ratings: Path | None = None,
    looks: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the content of the page as JSON values: models in the order given, cases in the benchmark's.

    `difficulty` is what `company calibrate` wrote of how hard its cases are, `ratings` a file of what people said of
    answers, `looks` what networks see in drawings (`Scoring.looks`).

    Raises ConfigError where there is no answer in any sitting.
    """
    named = dict(zip(names_of(sittings), sittings, strict=True))
    answers: dict[str, Sequence[Scored]] = {
        name: [each.scored for each in sitting.answers] for name, sitting in named.items() if sitting.answers
    }
    if not answers:
        files = ", ".join(sitting.file for sitting in sittings)
        raise ConfigError(f"no answer stands in {files}: the model could not be asked; give logs with answers")
    compared = items(answers)
    its = content.family
    answered = {case.category for case in chain(*answers.values())}
    asked = {case.data_id for case in chain(*answers.values())}
    return {
        "benchmark": content.name,
        "day": dt.datetime.now(dt.UTC).date().isoformat(),
        "domains": list(dict.fromkeys(str(each["domain_name"]) for each in content.entries if each.get("domain_name"))),
        "cases": sum(
            its.scoring.counts(line)
            for name, lines in content.cases.items()
            for line in lines
            if line["data_id"] in asked or not its.categories[name].shown
        ),
        "models": [_model(name, sitting, its.scoring) for name, sitting in named.items() if sitting.answers],
        "categories": [name for name in its.categories if name in answered],
        "groupings": groupings(content, answers, difficulty),
        "ranks": [asdict(each) for each in ranks(answers)],
        "items": _told_of_items(compared),
        "hardest": _hardest(content, named, compared, its.scoring),
        "tables": {
            **its.scoring.tables(content, named),
            **({} if ratings is None else its.scoring.beside_people(content, named, ratings)),
            **(looks or {}),
        },
    }


def _told_of_items(compared: Sequence[Item]) -> dict[str, Any]:
    """Return what the cases that all have answered tell together, and those with something suspicious one by one."""
    return {
        "cases": len(compared),
        "everybody_right": sum(item.difficulty == 1 for item in compared),
        "nobody_right": sum(item.difficulty == 0 for item in compared),
        "difficulty": _spread([item.difficulty for item in compared]),
        "discrimination": _spread([item.discrimination for item in compared if item.discrimination is not None]),
        "suspicious": [asdict(item) for item in compared if item.suspicions],
    }


def names_of(sittings: Sequence[Sitting]) -> list[str]:
    """Return the name of each sitting, with a number where it occurs twice."""
    names = [each.name for each in sittings]
    counts: Counter[str] = Counter()
    found = []
    for name in names:
        counts[name] += 1
        found.append(name if names.count(name) == 1 else f"{name} ({counts[name]})")
    return found


def _model(name: str, sitting: Sitting, scoring: Scoring) -> dict[str, Any]:
    return {
        "name": name,
        "model": sitting.model,
        "mode": sitting.mode,
        "log": sitting.file,
        "failed": len(sitting.failed),
        **scoring.summary([each.scored for each in sitting.answers]),
        "per_case": _per_case(sitting),
    }


def _per_case(sitting: Sitting) -> dict[str, float | None]:
    """Return the average per case; unknown stays None."""
    answers = sitting.answers
    seconds = [each.seconds for each in answers if each.seconds is not None]
    tokens = [each.tokens for each in answers if each.tokens is not None]
    costs = [_usd(sitting.model, each) for each in answers]
    known = [cost for cost in costs if cost is not None]
    return {
        "seconds": round(statistics.mean(seconds), 2) if seconds else None,
        "tokens": round(statistics.mean(tokens), 1) if tokens else None,
        "usd": round(statistics.mean(known), 6) if len(known) == len(costs) else None,
    }


def _usd(model: str, answer: Answered) -> float | None:
    """Return the cost of an answer by its provider's published prices; None where they are not known."""
    return price_by_name(model, answer.input_tokens, answer.output_tokens)


def _spread(values: Sequence[float]) -> dict[str, Any] | None:
    """Return mean, median, and how many values lie in each fifth of their range from -1 or 0 to 1."""
    if not values:
        return None
    low = -1.0 if min(values) < 0 else 0.0
    width = (1.0 - low) / 5
    bins = Counter(min(4, int((value - low) / width)) for value in values)
    return {
        "mean": round(statistics.mean(values), 4),
        "median": round(statistics.median(values), 4),
        "from": low,
        "fifths": [bins[place] for place in range(5)],
    }


def _hardest(
    content: Benchmark, named: dict[str, Sitting], compared: Sequence[Item], scoring: Scoring
) -> list[dict[str, Any]]:
    """Return the cases that fewest models solve, with the reference and each model's answer."""
    by_id: dict[str, Line] = {entry["data_id"]: entry for entry in content.entries}
    given = {name: {each.scored.data_id: each for each in sitting.answers} for name, sitting in named.items()}
    chosen = sorted((item for item in compared if item.difficulty < 1), key=lambda item: item.difficulty)[:HARDEST]
    return [
        {
            "data_id": item.data_id,
            "category": item.category,
            "difficulty": round(item.difficulty, 4),
            "query": scoring.question(by_id[item.data_id])[:SHOWN],
            "reference": scoring.reference(by_id[item.data_id])[:SHOWN],
            "answers": [
                {
                    "name": name,
                    "right": answers[item.data_id].scored.right,
                    "reason": answers[item.data_id].scored.reason,
                    "response": answers[item.data_id].response[:SHOWN],
                }
                for name, answers in given.items()
                if item.data_id in answers
            ],
        }
        for item in chosen
        if item.data_id in by_id
    ]


def as_page(report: dict[str, Any], scoring: Scoring) -> str:
    """Return the report as one HTML page that needs nothing else, light and dark."""
    return _render(".html", report, scoring)


def as_markdown(report: dict[str, Any], scoring: Scoring) -> str:
    """Return the report's figures as Markdown."""
    return _render(".md", report, scoring)


def _render(ending: str, report: dict[str, Any], scoring: Scoring) -> str:
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: scoring.page.source(name, __package__)),
        autoescape=ending == ".html",
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["percent"] = lambda value: "–" if value is None else f"{100 * value:.1f} %"
    environment.filters["figure"] = lambda value: "–" if value is None else f"{value:,.2f}"
    environment.filters["interval"] = lambda share: "–" if share is None else interval_text(share)
    environment.filters["estimate"] = estimate_text
    environment.filters["chance"] = lambda p: "–" if p is None else f"{p:.3f}" if p >= 0.001 else "< 0.001"
    environment.filters["points"] = points_text
    environment.filters["difference"] = lambda found: "–" if found is None else difference_text(found)
    page = environment.get_template(f"{scoring.page.name}{ending}")
    return page.render(report=report, intervals=told(scoring.clusters), ranked=RANKED)
