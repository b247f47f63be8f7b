"""The figures of conversations for people: lines for a terminal, and what the page on models shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from company.evaluation.in_view import InView
from company.evaluation.sittings import Answered, Sitting
from company.families.dialogues.evaluation.conversation.figures import figures_of
from company.statistics.resampling import difference, drawn, estimate, mean

TITLES = {
    "quarter": "by quarter of the dialogue",
    "distance": "by distance, turns back to the farthest that it depends on",
    "pattern": "by pattern",
    "breadth": "by breadth, turns that it depends on",
    "level": "by level",
}
CONVERSATION = "conversation"


def conversation_text(told: Mapping[str, Any]) -> str:
    """Return figures in lines."""
    blocks = [
        f"conversations: {told['dialogues']:,} dialogues, {told['turns']:,} turns, of which {told['checked']:,} have a "
        "case and are checked; dialogues weigh alike, and intervals are by dialogue",
        _columns([("accuracy", told["accuracy"]), ("drop, first less last quarter", told["drop"]),
                  ("drop on fresh turns", told["drop_fresh"])]),
    ]  # fmt: skip
    blocks += [f"{TITLES[name]}\n{_columns([(f'  {each}', found) for each, found in groups.items()])}"
               for name, groups in told["by"].items() if len(groups) > 1]  # fmt: skip
    return "\n\n".join([*blocks, _errors(told), _questions(told["questions"]), _costs(told["costs"])])


def share_text(found: Mapping[str, Any]) -> str:
    """Return a figure with its interval, in per cent; "–" where it is undefined."""
    if found["value"] is None:
        return "–"
    interval = "no interval" if found["low"] is None else f"{found['low']:.1%} to {found['high']:.1%}"
    count = f"  {found['turns']:,} turns" if "turns" in found else ""
    return f"{found['value']:6.1%}  ({interval}){count}"


def first_error_text(found: Mapping[str, Any]) -> str:
    """Return the median of first errors in words."""
    when = "in fewer than half of the dialogues" if found["median"] is None else f"turn {found['median']:,}"
    return f"{when}; {found['clean']:,} of {found['dialogues']:,} dialogues without one"


def _errors(told: Mapping[str, Any]) -> str:
    errors = told["errors"]
    classes = ", ".join(f"{name} {count:,}" for name, count in errors["classes"].items())
    rows = [
        ("new rate", errors["new_rate"]), ("inherited share", errors["inherited_share"]),
        ("recovery", errors["recovery"]),
    ]  # fmt: skip
    lapses = ", ".join(f"{name} ({count:,})" for name, count in errors["lapses"].items())
    lines = [f"wrong turns: {errors['wrong']:,} ({classes})", _columns(rows)]
    lines += [f"forgotten: {lapses}; {errors['without_lapse']:,} like no forgetful analyst"] if lapses else []
    return "\n".join([*lines, f"first error (median): {first_error_text(told['first_error'])}"])


def _questions(found: Mapping[str, Any]) -> str:
    line = f"questions: {found['needed']:,} needed, {found['asked']:,} asked, {found['hits']:,} of use"
    kinds = ", ".join(f"{name} {count:,}" for name, count in found["kinds"].items())
    unasked = f"; wrong while needed and unasked: {found['wrong_unasked']:,}" if found["needed"] else ""
    return line + (f" ({kinds})" if kinds else "") + unasked


def _costs(found: Mapping[str, Any]) -> str:
    usd = "unknown" if found["usd"] is None else f"${found['usd']:.4f}"
    return (
        f"a turn: {found['actions']:g} actions, {found['calls']:g} calls, {found['input']:,.0f} tokens read "
        f"({found['cached']:,.0f} of them cached), {found['output']:,.0f} written, {usd}"
    )


def _columns(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {share_text(found)}".rstrip() for name, found in rows)


def tables_of(sittings: Mapping[str, Sitting]) -> dict[str, Any]:
    """Return figures by sitting, and beside them the same cases that the same model was asked in other modes."""
    held = {name: each for name, each in sittings.items() if each.lines}
    if not held:
        return {}
    beside = [
        found
        for name, each in held.items()
        for other_name, other in sittings.items()
        if not other.lines and other.model == each.model and (found := _beside(name, each, other_name, other))
    ]
    return {
        "conversations": [{"name": name, **figures_of(each)} for name, each in held.items()],
        "own_context": beside,
        "views": views_of(held.values()),
        "titles": TITLES,
    }


def views_of(held: Iterable[Sitting]) -> dict[str, Any]:
    """Return accuracies by model and by how much was in view, on the turns that a model had checked with all of these;
    {} where no model was asked with more and with less.
    """
    seen: dict[str, dict[InView, Sitting]] = {}
    for each in held:
        if (view := InView.of(each.told)) is not None:
            seen.setdefault(each.model, {}).setdefault(view, each)
    several = {model: found for model, found in seen.items() if len(found) > 1}
    views = sorted({view for found in several.values() for view in found}, key=lambda view: view.order)
    rows = [{"model": model, **_on_common_turns(found)} for model, found in several.items()]
    return {"views": [each.words for each in views], "rows": rows} if rows else {}


def _on_common_turns(seen: Mapping[InView, Sitting]) -> dict[str, Any]:
    ids = set.intersection(*({each.scored.data_id for each in sitting.answers} for sitting in seen.values()))
    accuracy = {
        view.words: fmean([each.scored.right for each in sitting.answers if each.scored.data_id in ids])
        for view, sitting in seen.items()
        if ids
    }
    return {"turns": len(ids), "accuracy": accuracy}


def _beside(name: str, held: Sitting, other_name: str, other: Sitting) -> dict[str, Any] | None:
    """Return what the model's own context costs it: the same cases, asked with the record's instead."""
    asked = {each.scored.data_id: each for each in other.answers}
    pairs: list[tuple[Answered, Answered]] = [
        (each, asked[each.scored.data_id]) for each in held.answers if each.scored.data_id in asked
    ]
    if not pairs:
        return None
    clusters = [each.scored.cluster for each, _ in pairs]
    draws = drawn(clusters)
    at, size = draws.places(clusters), len(draws.clusters)
    own, given = (mean(at, _floats([pair[place].scored.right for pair in pairs]), draws.counts) for place in (0, 1))
    lacking = "no case in common"
    return {
        "name": name,
        "other": other_name,
        "cases": len(pairs),
        "own": estimate(own, size, lacking).as_json(),
        "given": estimate(given, size, lacking).as_json(),
        "difference": difference(own, given, size, lacking).as_json(),
    }


def _floats(values: Sequence[bool]) -> Any:
    import numpy as np

    return np.array(values, dtype=float)
