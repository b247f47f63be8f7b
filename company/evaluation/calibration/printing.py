"""Calibration as text, for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from company.evaluation.calibration.calibration import Calibration, Kind
from company.evaluation.traits import LEVELS
from company.statistics.item_response.fitting import Interval

SHOWN = 10
KINDS: dict[Kind, str] = {
    "2PL": "difficulty and discrimination of each case",
    "1PL": "difficulty of each case, with discrimination 1",
    "features": "by features, not calibrated: too few models",
}


def calibration_text(found: Calibration) -> str:
    """Return models, levels, features, fit and what people should look at, a line each."""
    blocks = [
        [f"{found.benchmark}: {KINDS[found.kind]}"],
        ["ability, in logits from the middle of these models", *_models(found)],
        _less_in_view(found),
        [f"difficulty of {len(found.cases):,} cases, from the same middle", *_levels(found)],
        _features(found),
        ["expected and observed, in tenths of the answers", *_fit(found)],
        _contrary(found),
        list(found.remarks),
    ]
    return "\n\n".join("\n".join(each) for each in blocks if each)


def _models(found: Calibration) -> list[str]:
    order = sorted(found.models, key=lambda each: -each.ability.value)
    rows = [(each.name, _told(each.ability), f"{each.accuracy:.1%} of {each.answers:,} answers") for each in order]
    return _rows(rows)


def _less_in_view(found: Calibration) -> list[str]:
    rows = [
        (each.model, f"{each.less.words}, where {each.more.words} is zero", _told(each.difference, "+"))
        for each in found.less_in_view
    ]
    return ["what less of a conversation in view costs, in logits of ability", *_rows(rows)] if rows else []


def _levels(found: Calibration) -> list[str]:
    counts = Counter(each.level for each in found.cases)
    lines = [(name, f"{counts[name]:,}", f"{counts[name] / len(found.cases):.0%}") for name in LEVELS]
    order = sorted(found.cases, key=lambda each: -each.b.value)[:SHOWN]
    hardest = [(each.data_id, f"b {_told(each.b)}", "" if each.a is None else f"a {_told(each.a)}") for each in order]
    return [*_rows(lines), "hardest", *_rows(hardest)]


def _features(found: Calibration) -> list[str]:
    rows = [
        (each.name, _told(each.weight, "+"), f"held before: {each.expected:+.2f}" if each.expected else "")
        for each in found.features
    ]
    shared = f", what a cluster shares {found.shared:.2f}" if found.shared else ""
    spreads = f"  spread besides: {found.own:.2f}{shared}"
    return ["what one more of a feature adds, in logits", *_rows(rows), spreads] if rows else []


def _fit(found: Calibration) -> list[str]:
    return _rows([(f"{each.expected:.1%}", f"{each.observed:.1%}", f"{each.answers:,}") for each in found.fit])


def _contrary(found: Calibration) -> list[str]:
    if not found.contrary:
        return []
    rows = [
        (each.data_id, f"{each.agreeing} of {each.models} agree", f"expected right: {each.expected:.0%}")
        for each in found.contrary
    ]
    return ["the abler models agree with one another, against the key; people should look", *_rows(rows)]


def _told(found: Interval, sign: str = "") -> str:
    return f"{found.value:{sign}.2f} ({found.low:{sign}.2f} to {found.high:{sign}.2f})"


def _rows(rows: Sequence[tuple[str, str, str]]) -> list[str]:
    widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    return [f"  {a:<{widths[0]}}  {b:<{widths[1]}}  {c}".rstrip() for a, b, c in rows]
