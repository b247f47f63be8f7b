"""What the cases of evolving dialogues come to, counted from their lines, beside LongDS (2605.30434)."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from company.evaluation.traits import LEVELS
from company.families.dialogues.analysts import NOT_APPLIED
from company.families.dialogues.body import second_answers
from company.families.dialogues.body.second_answers import NONE_WAITS, Waiting
from company.families.dialogues.evolution import DRAWN, HANDBOOK, OPEN, PATTERNS, RECONCILE, TABLES

SPAN: Final = 11.3
"""Turns back to what a turn depends on, on average, in LongDS."""
BREADTHS: Final = (3, 18, 25, 24, 30)
"""Percent of its turns that depend on 0, 1, 2, 3, and 4 or more earlier ones."""
_ABOUT: Final = (
    "In an evolving case (`evolving`), what was agreed by a name earlier in the dialogue decides the answer: a line, "
    "a rule, a figure, a unit, some of them changed, supposed for one question, taken back or corrected. Each turn "
    "that a case depends on was proved by executing what one who has forgotten it would do: the result differs, and "
    "the check refuses it. Levels are by features (distance, breadth, versions, chain) and not calibrated."
)
_ABOUT_REPORTS: Final = (
    "Cases of the pattern reconcile begin with a number out of an old report, and ask for figures by the rules that "
    "give it: all ways to take its terms were executed, and those that give the number come to one answer."
)
_ABOUT_OPEN: Final = (
    "Cases of the pattern open leave something open that the client has on record: who does not ask is refused."
)
Line = Mapping[str, Any]
Row = tuple[str, float | None, float | None]


def evolving_of(entries: Sequence[Line]) -> list[Line]:
    """Return the lines that say what they depend on."""
    return [entry for entry in entries if "depends_on" in entry]


def rows(entries: Sequence[Line]) -> list[Row]:
    """Return figures with those of LongDS, None where it has none; nothing where no line is of the kind."""
    cases = evolving_of(entries)
    if not cases:
        return []
    spans = _spans(cases)
    found: list[Row] = [("turns back to what a case depends on, mean", _mean(spans), SPAN)]
    found.append(("farthest of a case, mean", _mean([case["distance"] for case in cases if case["distance"]]), None))
    counts = Counter(min(case["breadth"], 4) for case in cases)
    for number, published in enumerate(BREADTHS):
        words = f"{number} or more" if number == len(BREADTHS) - 1 else str(number)
        found.append((f"that depend on {words} earlier turns, %", _percent(counts[number], cases), published))
    mains = Counter(case["pattern"][0] for case in cases)
    found += [(f"{each}, %", _percent(mains[each], cases), None) for each in (*PATTERNS, *_further(mains))]
    if beside := sum(TABLES in case["pattern"] for case in cases):
        found.append(("tables that can be joined wrongly, %", _percent(beside, cases), None))
    if ruled := sum(any(each["via"] == HANDBOOK for each in case["depends_on"]) for case in cases):
        found.append(("that depend on a rule of the handbook, %", _percent(ruled, cases), None))
    unnamed = sum(any(each.startswith(NOT_APPLIED) for each in case["forgetful"]) for case in cases)
    if unnamed:
        found.append(("that a rule of the handbook decides unnamed, %", _percent(unnamed, cases), None))
    if reports := [case["features"]["views"] for case in cases if RECONCILE in case]:
        found.append(("ways to explain an old report, mean", _mean(reports), None))
    levels = Counter(case["level"] for case in cases)
    found += [(f"{level}, %", _percent(levels[level], cases), None) for level in LEVELS]
    found.append(("forgetful analysts refused, of a case", _mean([len(case["forgetful"]) for case in cases]), None))
    return found


def about(entries: Sequence[Line], waiting: Waiting = NONE_WAITS) -> str:
    """Return what these cases are, for a card; `waiting` are those that people have yet to decide on."""
    mains = {case["pattern"][0] for case in evolving_of(entries)}
    further = {RECONCILE: _ABOUT_REPORTS, OPEN: _ABOUT_OPEN}
    found = [_ABOUT, *(words for pattern, words in further.items() if pattern in mains)]
    return " ".join(filter(None, [*found, second_answers.about(evolving_of(entries), waiting)]))


def in_short(entries: Sequence[Line]) -> dict[str, str]:
    """Return the same in short, for a card."""
    cases = evolving_of(entries)
    if not cases:
        return {}
    mains, levels = Counter(case["pattern"][0] for case in cases), Counter(case["level"] for case in cases)
    spans = _spans(cases)
    return {
        "evolving cases by pattern": ", ".join(f"{name} {mains[name]}" for name in DRAWN if mains[name]),
        "evolving cases by level": ", ".join(f"{name} {levels[name]}" for name in LEVELS if levels[name]),
        "turns back to what an evolving case depends on: mean, most": f"{_mean(spans):g}, {max(spans, default=0)}",
    }


def _spans(cases: Sequence[Line]) -> list[int]:
    """Return the turns back to all that cases depend on; a rule of the handbook is in every prompt."""
    return [each["distance"] for case in cases for each in case["depends_on"] if each["via"] != HANDBOOK]


def _further(mains: Mapping[str, int]) -> list[str]:
    """Return the patterns that not every run has, as far as there are cases of them."""
    return [each for each in DRAWN if each not in PATTERNS and mains[each]]


def _mean(values: Sequence[float]) -> float:
    return round(statistics.fmean(values), 1) if values else 0.0


def _percent(count: int, cases: Sequence[Line]) -> float:
    return round(100 * count / len(cases))
