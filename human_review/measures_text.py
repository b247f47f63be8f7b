"""A review's figures as text for a terminal, and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from human_review.agreement import Agreement
from human_review.measured import KindCounts, Measures, PersonCounts, PersonQuality, Quality, Share, Spread
from human_review.resampling import Measure
from human_review.solved import HumanAccuracy
from human_review.togo import Time, ToGo


def measures_json(found: Measures) -> dict[str, Any]:
    """Return all measures; shares as fractions, times in seconds, what cannot be said as null."""
    counts, quality = found.counts, found.quality
    return {
        "event": counts.event,
        "decided": _share(counts.done),
        "usable_unedited": _share(counts.usable),
        "published": {kind: asdict(each) for kind, each in found.published.items()},
        "adjudicated": _share(counts.adjudicated),
        "late": counts.late,
        "left": None if quality.left is None else asdict(quality.left),
        "again": {"waiting": counts.waiting_again, "decided": counts.again.words},
        "kinds": {each.kind: _kind_json(each, quality) for each in counts.kinds},
        "solved": {each.group or "all": asdict(each) for each in quality.solved},
        "personas": [{"id": each.persona, "name": each.name, "verdicts": dict(each.said)} for each in counts.personas],
        "reviewers": [_person_json(each, quality.people.get(each.reviewer)) for each in counts.people],
    }


def measures_text(found: Measures) -> str:
    """Return all measures, a line each."""
    counts, quality = found.counts, found.quality
    names = {each.reviewer: each.name for each in counts.people}
    lines = [f"decided: {counts.done.part:,} of {counts.done.whole:,} items{_percent(counts.done)}"]
    for kind in counts.kinds:
        lines += ["", *_kind_lines(kind, found, names)]
    if quality.solved:
        lines += ["", "solved before the key was seen", *(_solved_line(each) for each in quality.solved)]
    # Kinds differ too much for one figure to come first.
    lines += [
        "",
        "all kinds together",
        f"  usable unedited: {_in_words(counts.usable)}",
        f"  adjudicated: {_in_words(counts.adjudicated)}",
        f"  late verdicts: {counts.late:,}",
    ]
    if counts.waiting_again or counts.again.words:
        lines.append(f"  {counts.again.sentence()}")
    if quality.left is not None:
        lines += ["", *left_lines(quality.left)]
    if counts.people:
        lines += ["", "reviewers"]
    for person in counts.people:
        lines += _person_lines(person, quality.people.get(person.reviewer))
    return "\n".join(lines)


def left_lines(left: ToGo) -> list[str]:
    """Return what is left of a review and how long it takes, in all and for each person."""
    lines = [f"left: {left_text(left)}"]
    lines += [f"  {each.name}: {each.verdicts:,.0f} verdicts, {time_text(each.time)}" for each in left.people]
    lines += [f"  nobody knows {skill}: {count:,} reviews ask for it" for skill, count in left.nobody.items()]
    lines += [f"  nobody is in a group for {kind}: {count:,} reviews wait" for kind, count in left.ungrouped.items()]
    return lines


def left_text(left: ToGo) -> str:
    """Return what is left in a sentence."""
    told = f"{left.reviews:,} reviews and about {left.adjudications:,.0f} adjudications, {time_text(left.time)}"
    if left.time is not None and left.borrowed:
        told += f" ({', '.join(left.borrowed)} reckoned at the pace of other kinds)"
    if left.days is None:
        return told
    days = max(1, math.ceil(left.days))
    return f"{told}; at the verdicts a day of the last week, {days:,} day{'' if days == 1 else 's'}"


def time_text(time: Time | None) -> str:
    """Return a time as it may come, such as "2 h 10 min to 3 h"."""
    if time is None:
        return "a time that is not known yet"
    low, high = hours_text(time.low), hours_text(time.high)
    return f"about {low}" if low == high else f"{low} to {high}"


def hours_text(seconds: float) -> str:
    """Return a long time in hours and minutes; under a quarter of an hour in minutes, above ten hours in hours."""
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{max(1, minutes)} min" if seconds else "0 min"
    if minutes >= 600:
        return f"{round(minutes / 60):,} h"
    minutes = 5 * round(minutes / 5)
    return f"{minutes // 60} h" + (f" {minutes % 60} min" if minutes % 60 else "")


def measure_text(measure: Measure) -> str:
    """Return a measure with its interval, or why it has none."""
    if measure.value is None:
        return f"– ({measure.undefined})"
    if measure.low is None or measure.high is None:
        return f"{measure.value:.2f} ({measure.undefined})"
    return f"{measure.value:.2f} ({measure.low:.2f} to {measure.high:.2f})"


def seconds_text(seconds: float) -> str:
    """Return a time that an item takes."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.1f} min"


def _kind_json(kind: KindCounts, quality: Quality) -> dict[str, Any]:
    found = quality.agreements.get(kind.kind)
    return {
        "states": dict(kind.states),
        "decided_as": dict(kind.decided),
        "adjudicated": kind.adjudicated,
        "verdicts": dict(kind.said),
        "usable_unedited": _share(kind.usable),
        "seconds": _spread(quality.seconds.get(kind.kind)),
        "distances": {name or "all": _spread(each) for name, each in quality.distances.get(kind.kind, {}).items()},
        "agreement": {} if found is None else {name: asdict(each) for name, each in found.measures.items()},
        "agreement_of_classes": {} if found is None else {name: asdict(each) for name, each in found.classes.items()},
        "pairs": [] if found is None else [asdict(each) for each in found.pairs],
        "judged_twice": 0 if found is None else found.items,
    }


def _person_json(person: PersonCounts, quality: PersonQuality | None) -> dict[str, Any]:
    told: dict[str, Any] = {"name": person.name, "role": person.role, "active": person.active}
    told |= {"reviews": person.reviews, "verdicts": dict(person.said)}
    if quality is None:
        return told
    told |= {"seconds": _spread(quality.seconds), "gold": _share(quality.gold), "hasty": _share(quality.hasty)}
    told |= {"tutorial": _share(quality.tutorial)}
    return told | ({} if quality.course is None else {"flagged": quality.course.flagged, **asdict(quality.course)})


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval or (None, None)
    return {"part": share.part, "whole": share.whole, "share": share.value, "low": low, "high": high}


def _spread(spread: Spread | None) -> dict[str, Any] | None:
    return None if spread is None else asdict(spread)


def _kind_lines(kind: KindCounts, measures: Measures, names: Mapping[int, str]) -> Iterator[str]:
    quality, other = measures.quality, measures.published.get(kind.kind)
    yield f"{kind.kind}: {kind.done.part:,} of {kind.total:,} decided{_percent(kind.done)}"
    if kind.said:
        yield f"  verdicts: {_counts(kind.said)}"
    if kind.usable.whole:
        beside = f"; {other.where} {other.share:.1%}" if other else ""
        yield f"  usable unedited: {_in_words(kind.usable)}{beside}"
    if (found := quality.agreements.get(kind.kind)) is not None and found.items:
        yield f"  agreement on {found.items:,}: {_agreement(found)}"
        for pair in found.pairs if len(found.pairs) > 1 else ():
            who = f"{names.get(pair.one, pair.one)} and {names.get(pair.other, pair.other)}"
            yield f"    {who}: kappa {measure_text(pair.kappa)}, raw {pair.raw:.2f}, on {pair.items:,}"
    if (seconds := quality.seconds.get(kind.kind)) is not None:
        middle = f"{seconds_text(seconds.first)} to {seconds_text(seconds.third)}"
        yield f"  time: {seconds_text(seconds.median)} an item (the middle half {middle})"
    for name, each in quality.distances.get(kind.kind, {}).items():
        yield f"  edited, {name or 'all together'}: {each.median:.0%} of it ({each.count:,} edits)"


def _person_lines(person: PersonCounts, quality: PersonQuality | None) -> Iterator[str]:
    gone = "" if person.active else ", dismissed"
    said = f": {_counts(person.said)}" if person.said else ""
    yield f"  {person.name} ({person.role}{gone}): {person.reviews:,} reviews{said}"
    if quality is None:
        return
    if quality.seconds is not None:
        yield f"    {seconds_text(quality.seconds.median)} an item"
    if quality.hasty.part:
        yield f"    flagged, haste: {quality.hasty.part:,} of {quality.hasty.whole:,} verdicts took less than a second"
    if quality.gold.whole:
        yield f"    gold: {quality.gold.part:,} of {quality.gold.whole:,} right{_interval(quality.gold)}"
    if quality.tutorial.whole:
        yield f"    tutorial: {quality.tutorial.part:,} of {quality.tutorial.whole:,} right"
    for signal in quality.course.signals if quality.course else ():
        if signal.flagged:
            yield f"    flagged, {signal.test}: {signal.words} (p = {signal.p:.2g}); {signal.power}"


def _solved_line(found: HumanAccuracy) -> str:
    rest = [
        f"{found.gave_up:,} gave up" if found.gave_up else "",
        f"{found.unread:,} in words that nobody compares" if found.unread else "",
        f"most answers against the key in {found.against:,} of {found.compared:,}" if found.compared else "",
        f"{seconds_text(found.seconds)} each" if found.seconds is not None else "",
    ]
    answered = f"right {found.right:,} of {found.right + found.wrong:,}, {measure_text(found.accuracy)}"
    return f"  {found.group or 'all'}: {'; '.join([answered, *(each for each in rest if each)])}"


def _agreement(found: Agreement) -> str:
    return ", ".join(f"{name} {measure_text(each)}" for name, each in found.measures.items())


def _counts(said: Mapping[str, int]) -> str:
    return ", ".join(f"{word} {count:,}" for word, count in sorted(said.items(), key=lambda each: -each[1]))


def _in_words(share: Share) -> str:
    if share.value is None:
        return "– (nothing is decided yet)"
    return f"{share.value:.1%}, {share.part:,} of {share.whole:,} judged{_interval(share)}"


def _percent(share: Share) -> str:
    return "" if share.value is None else f" ({share.value:.0%})"


def _interval(share: Share) -> str:
    return "" if share.interval is None else f" (95 %: {share.interval[0]:.0%} to {share.interval[1]:.0%})"
