"""What a benchmark is made of, beside the paper's tables 1 and 2 and the counts of the public release 1.0."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from company.benchmark.reading import Benchmark
from company.families.dialogues.body.bodies import NEEDS_HISTORY, answer_of
from company.families.dialogues.body.difficulty import AT_ONCE, DEEP_FROM
from company.families.dialogues.body.meanings import MOST_BY_NUMBER, by_number
from company.families.dialogues.body.reference import result_types, solution
from company.families.dialogues.body.taken import by_steps, quartiles, told_of
from company.families.dialogues.body.variety import variety
from company.families.dialogues.categories import LEAST_OF_MEANING, OF_MEANING
from company.families.dialogues.content import dialogues_of, library_of
from company.families.dialogues.evolving.figures import rows
from company.families.dialogues.publishing.gold import near
from company.families.dialogues.records import CHOSEN
from company.families.shared.choices.blind import by_words
from company.families.shared.choices.bodies import needs_of

CHARACTERS: Final = 4.0
"""Of a token: the paper counted with a tokenizer that is not at hand everywhere, so ours are reckoned."""
_TYPING: Final = "typing error"
_CLEAR: Final[tuple[str, ...]] = ("normal",)
_ACTION: Final[tuple[str, ...]] = (
    "update_code",
    "clarification",
    "fast_fail",
    "best_guess",
    "plot_qa",
    "insight_mining",
)
_PRIVATE: Final[tuple[str, ...]] = ("private",)
_PRIVATE_ACTION: Final[tuple[str, ...]] = ("private_update_code", "private_clarification")
_RELEASE_CHOSEN: Final = {"insight_mining": 51, "fast_fail": 25, "plot_qa": 16, "best_guess": 8}
"""Share of release 1.0's choice cases, in %."""
Row = tuple[str, float | None, float | None]
"""A label, our figure, and the published one; None where there is none."""


def composition(content: Benchmark) -> dict[str, list[Row]]:
    """Return figures by table: cases by kind, their lengths, and the spread of their letters and slips."""
    sizes = {category: len(entries) for category, entries in content.cases.items()}
    chosen = [entry for entry in content.entries if "choice" in entry]
    insights = content.cases.get("insight_mining", ())
    return {
        "paper, table 1": _table_1(content, sizes, len(chosen)),
        "paper, table 2": _table_2(content.entries),
        "release 1.0": _release(content, sizes, len(chosen)),
        **(
            {"choice cases": _choices(chosen, insights), "by words alone, % right": _by_words(content)}
            if chosen
            else {}
        ),
        **({"left open, % of clarifications": open_points} if (open_points := _left_open(content)) else {}),
        **({"what cases take": taken} if (taken := _taken(content)) else {}),
        **({"evolving cases, beside LongDS": evolving} if (evolving := rows(content.entries)) else {}),
        **({"code cases": history} if (history := _history(content)) else {}),
        **({"variety": differing} if (differing := _variety(content)) else {}),
        **({"wrong versions, %": wrong} if (wrong := _wrong_versions(content)) else {}),
    }


def _sum(sizes: Mapping[str, int], categories: Sequence[str]) -> int:
    return sum(sizes.get(category, 0) for category in categories)


def _table_1(content: Benchmark, sizes: Mapping[str, int], chosen: int) -> list[Row]:
    total = sum(sizes.values())
    return [
        ("interactions", total, 1024),
        ("clear", _sum(sizes, _CLEAR), 284),
        ("action", _sum(sizes, _ACTION), 485),
        ("private library", _sum(sizes, _PRIVATE), 206),
        ("private and action", _sum(sizes, _PRIVATE_ACTION), 49),
        ("private functions", len(library_of(content)), 137),
        ("answered by code", total - chosen, 594),
        ("answered by choosing", chosen, 430),
    ]


def _taken(content: Benchmark) -> list[Row]:
    """Return how many cases take how much of what came before, where lines tell."""
    told = told_of(content.entries)
    if not told:
        return []
    return [
        *((f"with {steps}", count, None) for steps, count in by_steps(told).items()),
        *(
            (f"{name}, {place}", value, None)
            for name, values in quartiles(told).items()
            for place, value in zip(("lower quartile", "median", "upper quartile", "most"), values, strict=True)
        ),
        ("that need execution", sum(each.execution for each in told), None),
        (f"deep (from {DEEP_FROM} steps or {AT_ONCE} kinds of operation)", sum(each.deep for each in told), None),
    ]


def _history(content: Benchmark) -> list[Row]:
    """Return the share of code cases that need what earlier turns made of the table, where lines tell."""
    told = [entry[NEEDS_HISTORY] for entry in content.entries if NEEDS_HISTORY in entry]
    return [("need their history, %", round(100 * sum(told) / len(told)), None)] if told else []


def _variety(content: Benchmark) -> list[Row]:
    """Return how many clients, questions and queries are different, where whole dialogues are told."""
    return [
        row
        for label, found in variety(dialogues_of(content)).items()
        for row in (
            (f"different {label}", found.different, None),
            (f"different {label}, % of all", _percent(found.different, found.all), None),
        )
    ]


def _table_2(entries: Sequence[Mapping[str, Any]]) -> list[Row]:
    codes = [solution(answer_of(entry["reference_answer"])) for entry in entries if "choice" not in entry]
    return [
        ("questions", len(entries), 1024),
        ("intents", _intents(entries), 1176),
        ("tokens per question (characters / 4)", _tokens([entry["current_query"] for entry in entries]), 273.6),
        ("tokens per code (characters / 4)", _tokens(codes), 110.6),
    ]


def _release(content: Benchmark, sizes: Mapping[str, int], chosen: int) -> list[Row]:
    total = sum(sizes.values())
    rows: list[Row] = [
        ("cases", total, 946),
        ("intents", _intents(content.entries), 1094),
        ("answered by code, %", _percent(total - chosen, total), 55),
        ("answered by choosing, %", _percent(chosen, total), 45),
    ]
    if chosen:
        rows += [
            (f"{category}, % of those", _percent(sizes.get(category, 0), chosen), _RELEASE_CHOSEN[category])
            for category in CHOSEN
        ]
    return rows


def _choices(chosen: Sequence[Mapping[str, Any]], insights: Sequence[Mapping[str, Any]]) -> list[Row]:
    counts = Counter(len(entry["choice"]["options"]) for entry in chosen)
    none = [entry for entry in chosen if any(not option["code"] for option in entry["choice"]["options"])]
    right = sum(not option["code"] and not option["slip"] for entry in none for option in entry["choice"]["options"])
    return [
        *((f"with {count} options", number, None) for count, number in sorted(counts.items())),
        ("that offer none of the others", len(none), None),
        ("in which that is right", right, None),
        *_needs(chosen),
        *_by_number(insights),
    ]


def _by_words(content: Benchmark) -> list[Row]:
    """Return the accuracy of the best rule that sees no data, by category, and what chance gives there."""
    rows: list[Row] = []
    for category, found in by_words(content.cases, near).items():
        best = found[0]
        rows.append((f"{category}: {best.rule}", round(100 * best.share, 1), None))
        rows.append((f"{category}: chance", round(100 * best.chance / best.cases, 1), None))
    return rows


def _left_open(content: Benchmark) -> list[Row]:
    """Return what clarifications leave open, those together first of which there is a share at the least."""
    entries = [*content.cases.get("clarification", ()), *content.cases.get("private_clarification", ())]
    kinds = Counter(str(entry["open"]) for entry in entries if "open" in entry)
    if not kinds:
        return []
    meaning = sum(kinds[kind] for kind in OF_MEANING)
    rows = [
        (f"measure, group or time ({LEAST_OF_MEANING:.0%} at least)", meaning),
        *((f"  {kind}", count) for kind, count in kinds.most_common()),
    ]
    return [(label, _percent(count, kinds.total()), None) for label, count in rows]


def _needs(chosen: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Return how many choices can be read off their prompts; those of older folders do not say."""
    counts = Counter(needs_of(entry) for entry in chosen)
    told: list[Row] = [
        ("that can be read off the prompt", counts["reading"], None),
        ("that need execution", counts["execution"], None),
    ]
    return told + ([("that do not say which", counts[None], None)] if counts[None] else [])


def _by_number(insights: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Return the share of insights whose options differ in a number alone, beside the most that there may be."""
    told = [by_number(entry) for entry in insights if "choice" in entry]
    label = "insights that differ in a number alone, % (most)"
    return [(label, _percent(sum(told), len(told)), 100 * MOST_BY_NUMBER)] if told else []


def _wrong_versions(content: Benchmark) -> list[Row]:
    """Return how the wrong versions of corrections fail, beside real models' wrong answers, and what slipped."""
    entries = [*content.cases.get("update_code", ()), *content.cases.get("private_update_code", ())]
    wrong = [entry["wrong"] for entry in entries if isinstance(entry.get("wrong"), dict)]
    if not wrong:
        return []
    raised = [each for each in wrong if each.get("kind") == "raises"]
    other = [each for each in wrong if each.get("kind") != "raises"]
    differences = Counter(each.get("difference") for each in other)
    errors = Counter(str(each.get("error")) for each in raised)
    published = {"shape": 45.0, "values": 25.0, "type": 17.0, "length": 8.0}
    slips = Counter(str(each["slip"]) for each in wrong if each.get("slip"))
    return [
        ("raise", _percent(len(raised), len(wrong)), 38),
        ("have another result", _percent(len(other), len(wrong)), 62),
        *((f"  another {name}", _percent(differences[name], len(other)), known) for name, known in published.items()),
        *((f"  {name}", _percent(number, len(raised)), None) for name, number in errors.most_common()),
        *((f"slip: {name}", _percent(number, slips.total()), None) for name, number in slips.most_common()),
        *([("typing errors in a name", _percent(slips[_TYPING], slips.total()), None)] if slips else []),
    ]


def _intents(entries: Sequence[Mapping[str, Any]]) -> int:
    return sum(len(result_types(entry)) for entry in entries)


def _percent(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 1) if whole else None


def _tokens(texts: Sequence[str]) -> float | None:
    return round(statistics.mean(map(len, texts)) / CHARACTERS, 1) if texts else None
