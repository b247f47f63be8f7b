"""The data scientist's questions about a figure: for each kind of drawing, what can be read off and how one slips."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from grammar import plot_question_words as words_of
from grammar.choice_drafts import Draft, of_claims, of_values
from grammar.openers import opened
from grammar.plot_question_drafts import (
    CLEAR,
    Page,
    asked,
    axis_label,
    by_eye,
    by_rank,
    clear_ranks,
    counted,
    filled,
    kind_of,
    named_at,
    round_between,
)


def ask_about_figure(brief: dict[str, Any], chance: random.Random) -> Draft:
    """The reply to an `ask_about_figure` brief; after a draft that was wrong, another question."""
    drafts = [
        draft
        for number, page in enumerate(brief["drawn"])
        for kind, write in WRITERS.items()
        if page.get(kind) and not page.get(f"more_{kind}")
        for draft in write(page, f"drawn[{number}]", chance)
    ]
    if len(brief["drawn"]) > 1 or len(drafts) <= len(brief["wrong"]):
        return {"possible": False}
    chance.shuffle(drafts)
    draft = drafts[0]
    return {**draft, "question": opened(brief, draft["question"], words_of.OPENERS)}


def _bars(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    bars, items, of = page["bars"], f'{here}["bars"]', kind_of(page)
    series = list(dict.fromkeys(bar["series"] for bar in bars))
    if len(series) > 1:
        yield from _grouped(page, here, series, chance)
        return
    lengths = [bar["length"] for bar in bars]
    if len(bars) < 4 or not _told_apart(bars):
        return
    ordered = f'sorted({items}, key=lambda bar: -bar["length"])'
    for rank in clear_ranks(lengths):
        forms = words_of.LOWEST if rank == -1 else words_of.HIGHEST
        question = asked(forms, chance, rank=words_of.RANKS.get(rank, ""), of=of)
        yield of_values(question, by_rank(lambda place: f'{ordered}[{place}]["name"]', rank, len(bars)))
    if 0 in clear_ranks(lengths):
        yield of_values(asked(words_of.GAP, chance), _gaps(ordered))
        yield of_values(asked(words_of.SPAN, chance), [*_gaps(ordered, 0, -1)])
    yield from _above(lengths, items, words_of.ABOVE, chance)


def _told_apart(items: Sequence[Page]) -> bool:
    """Whether each has a name of its own."""
    names = [item["name"] for item in items]
    return all(names) and len(set(names)) == len(names)


def _gaps(ordered: str, one: int = 0, other: int = 1) -> list[tuple[str, str]]:
    """Differences of lengths between two ranks, the wanted ones first."""
    pairs = [(0, 1), (0, 2), (1, 2), (0, -1), (1, -1), (0, 3), (1, 3), (2, -1)]
    pairs.sort(key=lambda pair: pair != (one, other))
    named = {0: "highest", 1: "second", 2: "third", 3: "fourth", -1: "lowest"}
    return [
        (
            by_eye(f'{ordered}[{first}]["length"] - {ordered}[{second}]["length"]'),
            "" if (first, second) == (one, other) else f"from the {named[first]} to the {named[second]}",
        )
        for first, second in pairs
    ]


def _above(lengths: Sequence[float], items: str, forms: Sequence[str], chance: random.Random) -> Iterator[Draft]:
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
        others = [place for place in places if place != at][:4]
        yield of_values(asked(forms, chance, at=at), counted(items, 'item["length"]', at, others))


def _grouped(page: Page, here: str, series: Sequence[str], chance: random.Random) -> Iterator[Draft]:
    for label in chance.sample(list(series), min(2, len(series))):
        own = [bar["length"] for bar in page["bars"] if bar["series"] == label]
        items = f'[bar for bar in {here}["bars"] if bar["series"] == {label!r}]'
        ordered = f'sorted({items}, key=lambda bar: -bar["length"])'
        named = _told_apart([bar for bar in page["bars"] if bar["series"] == label])
        if not label or not named or len(own) < 4 or 0 not in clear_ranks(own):
            continue
        question = asked(words_of.SERIES, chance, of=kind_of(page), series=label)
        yield of_values(question, by_rank(named_at(ordered), 0, len(own)))


def _bins(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    items, lengths = f'{here}["bins"]', [bar["length"] for bar in page["bins"]]
    ordered = f'sorted({items}, key=lambda bar: -bar["length"])'

    def interval(place: int) -> str:
        ends = [f'{ordered}[{place}]["{end}"]' for end in ("from", "to")]
        return f'"{form}".format({", ".join(ends)})'

    if len(lengths) < 4 or len({each["series"] for each in page["bins"]}) > 1:
        return
    form = "{} to {}" if isinstance(page["bins"][0]["from"], str) else "{:.4g} to {:.4g}"
    for rank in clear_ranks(lengths, 2):
        if rank >= 0:
            question = asked(words_of.BIN, chance, rank=words_of.RANKS[rank])
            yield of_values(question, by_rank(interval, rank, len(lengths)))
    counted = all(float(length).is_integer() for length in lengths)
    yield from _above(lengths, items, words_of.BINS_ABOVE if counted else words_of.BARS_ABOVE, chance)


def _boxes(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    boxes, items, of = page["boxes"], f'{here}["boxes"]', kind_of(page)
    named = _told_apart(boxes)
    if not named and len(boxes) > 1:
        return
    if named and len(boxes) >= 4:
        ordered = f'sorted({items}, key=lambda box: -box["median"])'
        for rank in clear_ranks([box["median"] for box in boxes], 2):
            if rank >= 0:
                question = asked(words_of.MEDIAN, chance, of=of, rank=words_of.RANKS[rank])
                yield of_values(question, by_rank(named_at(ordered), rank, len(boxes)))
        if 0 in clear_ranks([box["upper_quartile"] - box["lower_quartile"] for box in boxes]):
            width = f'sorted({items}, key=lambda box: box["lower_quartile"] - box["upper_quartile"])'
            yield of_values(asked(words_of.WIDEST, chance, of=of), by_rank(named_at(width), 0, len(boxes)))
    elif named and len(boxes) >= 2:
        yield from _two_boxes(boxes, items, chance)
    place = chance.randrange(len(boxes))
    yield _median_at(boxes, items, place, named, chance)


def _median_at(boxes: Sequence[Page], items: str, place: int, named: bool, chance: random.Random) -> Draft:
    of = f" of {boxes[place]['name']}" if named and len(boxes) > 1 else ""
    slips = {
        "lower_quartile": "the lower edge of the box",
        "upper_quartile": "the upper edge of the box",
        "low": "the end of the lower whisker",
        "high": "the end of the upper whisker",
    }
    options = [(by_eye(f'{items}[{place}]["median"]'), "")]
    options += [(by_eye(f'{items}[{place}]["{part}"]'), slip) for part, slip in slips.items()]
    options += [
        (by_eye(f'{items}[{other}]["median"]'), "another box") for other in range(len(boxes)) if other != place
    ][:5]
    return of_values(asked(words_of.MEDIAN_AT, chance, of=of), options)


def _two_boxes(boxes: Sequence[Page], items: str, chance: random.Random) -> Iterator[Draft]:
    one, other = chance.sample(range(len(boxes)), 2)
    first, second = boxes[one], boxes[other]
    widths = [box["upper_quartile"] - box["lower_quartile"] for box in (first, second)]
    scale = max(widths)
    if min(abs(first["median"] - second["median"]), abs(widths[0] - widths[1])) < 2 * CLEAR * scale:
        return
    median = f'{items}[{one}]["median"] {{sign}} {items}[{other}]["median"]'
    width = (
        f'{items}[{one}]["upper_quartile"] - {items}[{one}]["lower_quartile"] {{sign}} '
        f'{items}[{other}]["upper_quartile"] - {items}[{other}]["lower_quartile"]'
    )
    names = (first["name"], second["name"])
    others = ({"lower": names[1]}, {"lower": names[0]})
    options = [
        (
            filled(
                words_of.TWO_BOXES_SAID[higher == wider], higher=names[higher], wider=names[wider], **others[higher]
            ),
            f"({median.format(sign='><'[higher])}) and ({width.format(sign='><'[wider])})",
            "the two are mixed up",
        )
        for higher in (0, 1)
        for wider in (0, 1)
    ]
    yield of_claims(asked(words_of.TWO_BOXES, chance, one=names[0], other=names[1]), options)


def _slices(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    slices, items = page["slices"], f'{here}["slices"]'
    ordered = f'sorted({items}, key=lambda part: -part["share"])'
    ranks = clear_ranks([part["share"] for part in slices])
    if len(slices) >= 4:
        for rank in ranks:
            forms = words_of.SMALLEST if rank == -1 else words_of.SLICE
            question = asked(forms, chance, rank=words_of.RANKS.get(rank, ""), of="slice")
            yield of_values(question, by_rank(named_at(ordered), rank, len(slices)))
    if len(slices) >= 3 and 0 in ranks:
        options = [
            (f'round(100 * {ordered}[0]["share"], 1)', ""),
            (f'round(100 - 100 * {ordered}[0]["share"], 1)', "all the others"),
            (f'round(100 * ({ordered}[0]["share"] - {ordered}[1]["share"]), 1)', "its lead over the second"),
            (f'round(100 * ({ordered}[0]["share"] + {ordered}[1]["share"]), 1)', "the two biggest together"),
            *((f'round(100 * {ordered}[{n}]["share"], 1)', "another slice") for n in range(1, min(6, len(slices)))),
        ]
        yield of_values(asked(words_of.SHARE, chance), options, "{value} %")


def _lines(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    lines = page["lines"]
    if len(lines) >= 4 and len({line["label"] for line in lines} - {""}) == len(lines):
        ends = f'sorted({here}["lines"], key=lambda line: -line["values"][-1])'
        for rank in clear_ranks([line["values"][-1] for line in lines], 2):
            question = asked(words_of.ENDS, chance, rank=words_of.RANKS.get(max(rank, 0), ""))
            if rank >= 0:
                yield of_values(question, by_rank(lambda place: f'{ends}[{place}]["label"]', rank, len(lines)))
    place = chance.randrange(len(lines))
    line, values = lines[place], f'{here}["lines"][{place}]["values"]'
    if None in line["places"]:
        return
    of = f" of {line['label']}" if len(lines) > 1 and line["label"] else ""
    if (len(lines) > 1 and not of) or len(line["values"]) < 4:
        return
    if line.get("of") is None:
        yield from _extremes(line, f'{here}["lines"][{place}]', of, axis_label(page, "x"), chance)
        yield from _course(line, values, of, chance)


def _extremes(line: Page, here: str, of: str, across: str, chance: random.Random) -> Iterator[Draft]:
    """Where a line is highest and lowest, `across` being what the horizontal axis shows."""
    count = len(line["values"])
    ordered = f'[at for _, at in sorted(zip({here}["values"], {here}["places"]), reverse=True)]'
    for rank, forms in ((0, words_of.PEAK), (-1, words_of.TROUGH)):
        if rank in clear_ranks(line["values"]):
            question = asked(forms, chance, of=of, x=across or "place")
            yield of_values(question, by_rank(lambda place: f"{ordered}[{place}]", rank, count))


def _course(line: Page, values: str, of: str, chance: random.Random) -> Iterator[Draft]:
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
    first, second = chance.choice(apart)
    at = line["places"]
    places = [f"{_place(at[one])} to {_place(at[other])}" for one, other in (first, second)]
    options = [
        (
            filled(words_of.COURSES[up], one=places[0], other=places[1]),
            " and ".join(
                f"{values}[{one}] {'<' if rises else '>'} {values}[{other}]"
                for (one, other), rises in zip((first, second), up, strict=True)
            ),
            "the wrong way round",
        )
        for up in ((True, True), (True, False), (False, True), (False, False))
    ]
    yield of_claims(asked(words_of.COURSE, chance, of=of), options)


def _place(at: Any) -> str:
    return at if isinstance(at, str) else f"{at:.6g}"


def _points(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    group = page["points"][0]
    together = group.get("correlation")
    if len(page["points"]) > 1 or together is None or group["count"] < 10:
        return
    x, y = (f'{here}["points"][0]["{axis}"]' for axis in "xy")
    across, up = axis_label(page, "x"), axis_label(page, "y")
    if across and up and across not in up and up not in across:
        yield _relation(across, up, f"np.corrcoef({x}, {y})[0, 1]", chance)
    (_, top), (_, second) = group["highest"]
    if top - second > CLEAR * (group["y"][1] - group["y"][0]):
        yield _top_point(x, y, across or "place", chance)


def _relation(across: str, up: str, r: str, chance: random.Random) -> Draft:
    """How strongly, and in which direction, the points go together; what is neither the one nor the other is left."""
    claims = [
        (filled(texts, one=up, other=across), code.format(r=r), "another strength or direction")
        for texts, code in words_of.RELATIONS
    ]
    return of_claims(asked(words_of.RELATION, chance, one=up, other=across), claims)


def _top_point(x: str, y: str, across: str, chance: random.Random) -> Draft:
    """Where the highest point lies."""
    ordered = f"[at for _, at in sorted(zip({y}, {x}), reverse=True)]"
    options = [
        (f"{ordered}[0]", ""),
        (f"{ordered}[-1]", "the lowest point"),
        (f"max({x})", "the point farthest to the right"),
        (f"min({x})", "the point farthest to the left"),
        (f"(max({x}) + min({x})) / 2", "the middle of the axis"),
        (f"{ordered}[len({x}) // 2]", "a point of middling height"),
        (f"{ordered}[len({x}) // 4]", "a point of the upper part"),
        (f"{ordered}[len({x}) // 8]", "another point of the upper part"),
    ]
    return of_values(asked(words_of.TOP_POINT, chance, x=across), [(by_eye(code), slip) for code, slip in options])


def _grids(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    grid = page["grids"][0]
    rows, columns, values = grid["rows"], grid["columns"], grid["values"]
    if not rows or any(value is None for row in values for value in row):
        return
    square = rows == columns
    cells = [values[r][c] for r in range(len(rows)) for c in range(r if square else len(columns))]
    inner = "range(r)" if square else 'range(len(g["columns"]))'
    joined = "{} and {}" if square else "{}, {}"
    ordered = (
        f'(lambda g: sorted(((g["values"][r][c], "{joined}".format(g["rows"][r], g["columns"][c])) '
        f'for r in range(len(g["rows"])) for c in {inner}), reverse=True))({here}["grids"][0])'
    )
    if len(cells) < 4:
        return
    for rank in clear_ranks(cells, 2):
        forms = words_of.CELL_LOW if rank == -1 else words_of.CELL
        question = asked(forms, chance, rank=words_of.RANKS.get(rank, ""))
        if square:
            question = question.replace("in the grid", "in the grid, the diagonal aside").replace(
                "cell", "cell off the diagonal"
            )
        yield of_values(question, by_rank(lambda place: f"{ordered}[{place}][1]", rank, len(cells)))


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
