"""The data scientist's questions about a figure: for each kind of drawing, what can be read off and how one slips.

How each is asked, and what can be chosen, is data (`words/figures.toml`); here is decided what can be told apart.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from grammar import choice_drafts
from grammar.choice_drafts import Draft
from grammar.openers import opened
from grammar.plot_question_drafts import (
    CLEAR,
    SAID,
    Page,
    asked,
    axis_label,
    clear_ranks,
    kind_of,
    ranked,
    round_between,
)


def ask_about_figure(brief: dict[str, Any], chance: random.Random) -> Draft:
    """The reply to an `ask_about_figure` brief; after a draft that was wrong, another question."""
    drafts = [
        draft
        for number, page in enumerate(brief["drawn"])
        for kind, write in WRITERS.items()
        if page.get(kind) and not page.get(f"more_{kind}")
        for draft in write(page, f'drawn[{number}]["{kind}"]', chance)
    ]
    if len(brief["drawn"]) > 1 or len(drafts) <= len(brief["drafts"]):
        return {"possible": False}
    chance.shuffle(drafts)
    draft = drafts[0]
    return {**draft, "question": opened(brief, draft["question"], SAID["openers"])}


def _bars(page: Page, items: str, chance: random.Random) -> Iterator[Draft]:
    bars = page["bars"]
    series = list(dict.fromkeys(bar["series"] for bar in bars))
    if len(series) > 1:
        yield from _grouped(page, items, series, chance)
        return
    lengths = [bar["length"] for bar in bars]
    if len(bars) < 4 or not _told_apart(bars):
        return
    yield from ranked("bars", clear_ranks(lengths), len(bars), chance, {"of": kind_of(page)}, {"items": items})
    if 0 in clear_ranks(lengths):
        yield asked("gap", chance, {}, {"items": items})
        yield asked("span", chance, {}, {"items": items})
    yield from _above(lengths, items, "bars", chance)


def _told_apart(items: Sequence[Page]) -> bool:
    """Whether each has a name of its own."""
    names = [item["name"] for item in items]
    return all(names) and len(set(names)) == len(names)


def _above(lengths: Sequence[float], items: str, what: str, chance: random.Random) -> Iterator[Draft]:
    """How many are above a round value that lies clearly between two of them."""
    ordered = sorted(lengths)
    span = ordered[-1] - ordered[0]
    places = [
        at
        for low, high in pairwise(map(float, ordered))
        if high - low > 2 * CLEAR * span > 0 and (at := round_between(low, high)) is not None
    ]
    if places and len(lengths) >= 5:
        at = chance.choice(places)
        others = [{"other": place} for place in places if place != at][:4]
        told = {**SAID["above"], "asks": SAID["above"]["asks"][what]}
        yield choice_drafts.asked(told, chance, {"at": at}, {"items": items, "at": at}, {"other": others})


def _grouped(page: Page, items: str, series: Sequence[str], chance: random.Random) -> Iterator[Draft]:
    for label in chance.sample(list(series), min(2, len(series))):
        own = [bar for bar in page["bars"] if bar["series"] == label]
        if label and _told_apart(own) and len(own) >= 4 and 0 in clear_ranks([bar["length"] for bar in own]):
            words = {"of": kind_of(page), "series": label}
            yield from ranked("series", [0], len(own), chance, words, {"bars": items, "series": label})


def _bins(page: Page, items: str, chance: random.Random) -> Iterator[Draft]:
    lengths = [bar["length"] for bar in page["bins"]]
    if len(lengths) < 4 or len({each["series"] for each in page["bins"]}) > 1:
        return
    form = "{} to {}" if isinstance(page["bins"][0]["from"], str) else "{:.4g} to {:.4g}"
    yield from ranked("bins", clear_ranks(lengths, 2), len(lengths), chance, {}, {"items": items, "form": form})
    counted = all(float(length).is_integer() for length in lengths)
    yield from _above(lengths, items, "values" if counted else "heights", chance)


def _boxes(page: Page, items: str, chance: random.Random) -> Iterator[Draft]:
    boxes, words, code = page["boxes"], {"of": kind_of(page)}, {"items": items}
    named = _told_apart(boxes)
    if not named and len(boxes) > 1:
        return
    if named and len(boxes) >= 4:
        medians, widths = [box["median"] for box in boxes], [_width(box) for box in boxes]
        yield from ranked("medians", clear_ranks(medians, 2), len(boxes), chance, words, code)
        yield from ranked("widest", {0} & {*clear_ranks(widths)}, len(boxes), chance, words, code)
    elif named and len(boxes) >= 2:
        yield from _two_boxes(boxes, items, chance)
    place = chance.randrange(len(boxes))
    of = f" of {boxes[place]['name']}" if named and len(boxes) > 1 else ""
    others = [{"other": other} for other in range(len(boxes)) if other != place][:5]
    yield asked("median_at", chance, {"of": of}, {"items": items, "at": place}, {"other": others})


def _width(box: Page) -> float:
    return float(box["upper_quartile"] - box["lower_quartile"])


def _two_boxes(boxes: Sequence[Page], items: str, chance: random.Random) -> Iterator[Draft]:
    one, other = chance.sample(range(len(boxes)), 2)
    first, second = boxes[one], boxes[other]
    least = 2 * CLEAR * max(_width(first), _width(second))
    if min(abs(first["median"] - second["median"]), abs(_width(first) - _width(second))) >= least:
        words = {"one": first["name"], "other": second["name"]}
        words |= {key.title(): name[:1].upper() + name[1:] for key, name in words.items()}
        yield asked("two_boxes", chance, words, {"items": items, "one": one, "other": other})


def _slices(page: Page, items: str, chance: random.Random) -> Iterator[Draft]:
    count, code = len(page["slices"]), {"items": items}
    ranks = clear_ranks([part["share"] for part in page["slices"]])
    if count >= 4:
        yield from ranked("slices", ranks, count, chance, {"of": "slice"}, code)
    if count >= 3 and 0 in ranks:
        yield asked("share", chance, {}, code, {"slice": [{"slice": place} for place in range(1, min(6, count))]})


def _lines(page: Page, items: str, chance: random.Random) -> Iterator[Draft]:
    lines = page["lines"]
    if len(lines) >= 4 and len({line["label"] for line in lines} - {""}) == len(lines):
        ends = clear_ranks([line["values"][-1] for line in lines], 2)
        yield from ranked("ends", ends, len(lines), chance, {}, {"items": items})
    place = chance.randrange(len(lines))
    line, code = lines[place], {"line": f"{items}[{place}]"}
    if None in line["places"]:
        return
    of = f" of {line['label']}" if len(lines) > 1 and line["label"] else ""
    if (len(lines) > 1 and not of) or len(line["values"]) < 4:
        return
    if line.get("of") is None:
        words = {"of": of, "x": axis_label(page, "x") or "place"}
        ranks = [rank for rank in (0, -1) if rank in clear_ranks(line["values"])]
        yield from ranked("peak", ranks, len(line["values"]), chance, words, code)
        yield from _course(line, of, code, chance)


def _course(line: Page, of: str, code: Mapping[str, str], chance: random.Random) -> Iterator[Draft]:
    """Whether a line rises or falls between two pairs of places."""
    told, span = line["values"], max(line["values"]) - min(line["values"])
    steps = [
        (one, other)
        for one in range(len(told))
        for other in range(one + 1, len(told))
        if abs(told[one] - told[other]) > 0.1 * span > 0
    ]
    apart = [(first, second) for first in steps for second in steps if first[1] <= second[0]]
    if not apart:
        return
    (a, b), (c, d) = chance.choice(apart)
    at = [place if isinstance(place, str) else f"{place:.6g}" for place in line["places"]]
    words = {"of": of, "one": f"{at[a]} to {at[b]}", "other": f"{at[c]} to {at[d]}"}
    yield asked("course", chance, words, {**code, "a": a, "b": b, "c": c, "d": d})


def _points(page: Page, items: str, chance: random.Random) -> Iterator[Draft]:
    group = page["points"][0]
    if len(page["points"]) > 1 or group.get("correlation") is None or group["count"] < 10:
        return
    code = {axis: f'{items}[0]["{axis}"]' for axis in "xy"}
    across, up = axis_label(page, "x"), axis_label(page, "y")
    if across and up and across not in up and up not in across:
        yield asked("relation", chance, {"one": up, "other": across}, code)
    (_, top), (_, second) = group["highest"]
    if top - second > CLEAR * (group["y"][1] - group["y"][0]):
        yield asked("top_point", chance, {"x": across or "place"}, code)


def _grids(page: Page, items: str, chance: random.Random) -> Iterator[Draft]:
    grid = page["grids"][0]
    rows, columns, values = grid["rows"], grid["columns"], grid["values"]
    if not rows or any(value is None for row in values for value in row):
        return
    square = rows == columns
    cells = [values[r][c] for r in range(len(rows)) for c in range(r if square else len(columns))]
    inner, joined = ("range(r)", "{} and {}") if square else ('range(len(g["columns"]))', "{}, {}")
    words = {"where": "in the grid, the diagonal aside", "cell": "cell off the diagonal"} if square else _OF_GRIDS
    if len(cells) >= 4:
        code = {"items": items, "inner": inner, "joined": joined}
        yield from ranked("cells", clear_ranks(cells, 2), len(cells), chance, words, code)


_OF_GRIDS = {"where": "in the grid", "cell": "cell"}
WRITERS: Mapping[str, Callable[[Page, str, random.Random], Iterator[Draft]]] = {
    "bars": _bars,
    "bins": _bins,
    "boxes": _boxes,
    "slices": _slices,
    "lines": _lines,
    "points": _points,
    "grids": _grids,
}
"""What is asked about each kind of drawing."""
