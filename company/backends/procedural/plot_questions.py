"""The data scientist's questions about a figure: for each kind of drawing, what can be read off and how one slips."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from company.backends.procedural import plot_question_words as words_of
from company.backends.procedural.openers import opened
from company.backends.procedural.steps.base import plain

Draft = dict[str, Any]
Page = Mapping[str, Any]
CLEAR = 0.03
"""The share of the range of values by which two must differ to be told apart by eye."""
_MEASURED = re.compile(r"\b(values?|counts?|numbers?|mean|median|average|sum|total|share|frequency)\b")
"""Labels of an axis that shows how long the bars are, not what they are."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


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


def _asked(forms: Sequence[str], chance: random.Random, **words: str) -> str:
    return chance.choice(forms).format(**words)


def _values(question: str, options: Sequence[tuple[str, str]], text: str = "{value}") -> Draft:
    """A question whose options are values; each is (code, slip), the right one without a slip."""
    return {
        "question": question,
        "form": "value",
        "options": [{"text": text, "code": code, "slip": slip} for code, slip in options],
    }


def _claims(question: str, options: Sequence[tuple[Sequence[str], str, str]]) -> Draft:
    """A question whose options are statements; each is (wordings, code, what it mixes up where it is not true)."""
    return {
        "question": question,
        "form": "claim",
        "options": [
            {"text": texts[0], "wordings": list(texts[1:]), "code": code, "slip": slip} for texts, code, slip in options
        ],
    }


def _filled(texts: Sequence[str], **words: str) -> tuple[str, ...]:
    """Wordings with their words, as sentences."""
    return tuple(text[:1].upper() + text[1:] for text in (each.format(**words) for each in texts))


def _by_eye(code: str) -> str:
    """A number to two digits, which is what the eye can tell."""
    return f'float("{{:.2g}}".format({code}))'


def _ranked(values: Sequence[float], most: int = 3) -> list[int]:
    """The ranks (0 is the highest, -1 the lowest) that are clearly apart from their neighbours."""
    ordered = sorted(values, reverse=True)
    least = CLEAR * (ordered[0] - ordered[-1])
    gaps = [one - other > least > 0 for one, other in pairwise(ordered)]
    found = [rank for rank in range(min(most, len(gaps))) if all(gaps[max(0, rank - 1) : rank + 1])]
    return [*found, *([-1] if gaps and gaps[-1] else [])]


def _by_rank(names: Callable[[int], str], rank: int, count: int, most: int = 8) -> list[tuple[str, str]]:
    """The name at a rank, and those at the others, which somebody takes who is off by some ranks."""
    own = rank % count
    near = sorted((place for place in range(count) if place != own), key=lambda place: abs(place - own))[: most - 1]
    others = sorted({*near, 0, count - 1} - {own})
    return [(names(rank), ""), *((names(place), _slip(place, rank, count)) for place in others)]


def _slip(place: int, rank: int, count: int) -> str:
    if place == count - 1:
        return "the lowest instead"
    said = _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"
    return f"the {said} instead of the {'lowest' if rank == -1 else _ORDINALS[rank]}"


def _kind_of(page: Page, fallback: str = "group") -> str:
    """What the names along an axis are, in a word or two, where its label says so."""
    label = _axis(page, "x")
    fits = 0 < len(label) <= 24 and label.replace(" ", "").isalnum() and not _MEASURED.search(label)
    return label if fits else fallback


def _axis(page: Page, axis: str) -> str:
    """What stands along an axis, in plain words; empty where it has no label."""
    return plain(str(page.get(f"{axis}label") or ""))


def _round_between(low: float, high: float) -> str | None:
    """A round number well between two values; None where there is no room for one."""
    if low.is_integer() and high.is_integer() and high - low <= 4:
        return f"{low:.10g}"  # of counts, "more than 3" is said, not "more than 3.5"
    for digits in (1, 2, 3):
        middle = float(f"{(low + high) / 2:.{digits}g}")
        if low + 0.2 * (high - low) < middle < high - 0.2 * (high - low):
            return f"{middle:.10g}"
    return None


def _counted(items: str, value: str, at: str, others: Sequence[str]) -> list[tuple[str, str]]:
    """How many items have a value above a place: right, below instead, off by one, and beyond other places."""
    counts = f"sum({value} > {at} for item in {items})"
    return [
        (counts, ""),
        (f"sum({value} <= {at} for item in {items})", "those that are not above it"),
        (f"{counts} + 1", "one too many"),
        (f"{counts} - 1", "one too few"),
        (f"{counts} + 2", "two too many"),
        (f"{counts} - 2", "two too few"),
        (f"len({items})", "all of them"),
        *((f"sum({value} > {other} for item in {items})", "above another value") for other in others),
    ]


def _bars(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    bars, items, of = page["bars"], f'{here}["bars"]', _kind_of(page)
    series = list(dict.fromkeys(bar["series"] for bar in bars))
    if len(series) > 1:
        yield from _grouped(page, here, series, chance)
        return
    lengths = [bar["length"] for bar in bars]
    if len(bars) < 4 or len({bar["name"] for bar in bars}) < len(bars):
        return
    ordered = f'sorted({items}, key=lambda bar: -bar["length"])'
    for rank in _ranked(lengths):
        forms = words_of.LOWEST if rank == -1 else words_of.HIGHEST
        question = _asked(forms, chance, rank=words_of.RANKS.get(rank, ""), of=of)
        yield _values(question, _by_rank(lambda place: f'{ordered}[{place}]["name"]', rank, len(bars)))
    if 0 in _ranked(lengths):
        yield _values(_asked(words_of.GAP, chance), _gaps(ordered))
        yield _values(_asked(words_of.SPAN, chance), [*_gaps(ordered, 0, -1)])
    yield from _above(lengths, items, words_of.ABOVE, chance)


def _gaps(ordered: str, one: int = 0, other: int = 1) -> list[tuple[str, str]]:
    """Differences of lengths between two ranks, the wanted ones first."""
    pairs = [(0, 1), (0, 2), (1, 2), (0, -1), (1, -1), (0, 3), (1, 3), (2, -1)]
    pairs.sort(key=lambda pair: pair != (one, other))
    named = {0: "highest", 1: "second", 2: "third", 3: "fourth", -1: "lowest"}
    return [
        (
            _by_eye(f'{ordered}[{first}]["length"] - {ordered}[{second}]["length"]'),
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
        if high - low > 2 * CLEAR * span > 0 and (at := _round_between(low, high)) is not None
    ]
    if places and len(lengths) >= 5:
        at = chance.choice(places)
        others = [place for place in places if place != at][:4]
        yield _values(_asked(forms, chance, at=at), _counted(items, 'item["length"]', at, others))


def _grouped(page: Page, here: str, series: Sequence[str], chance: random.Random) -> Iterator[Draft]:
    for label in chance.sample(list(series), min(2, len(series))):
        own = [bar["length"] for bar in page["bars"] if bar["series"] == label]
        items = f'[bar for bar in {here}["bars"] if bar["series"] == {label!r}]'
        ordered = f'sorted({items}, key=lambda bar: -bar["length"])'
        if not label or len(own) < 4 or 0 not in _ranked(own):
            continue
        question = _asked(words_of.SERIES, chance, of=_kind_of(page), series=label)
        yield _values(question, _by_rank(_named(ordered), 0, len(own)))


def _named(ordered: str) -> Callable[[int], str]:
    return lambda place: f'{ordered}[{place}]["name"]'


def _bins(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    items, lengths = f'{here}["bins"]', [bar["length"] for bar in page["bins"]]
    ordered = f'sorted({items}, key=lambda bar: -bar["length"])'

    def interval(place: int) -> str:
        return f'"{{:.4g}} to {{:.4g}}".format({ordered}[{place}]["from"], {ordered}[{place}]["to"])'

    if len(lengths) < 4:
        return
    for rank in _ranked(lengths, 2):
        if rank >= 0:
            question = _asked(words_of.BIN, chance, rank=words_of.RANKS[rank])
            yield _values(question, _by_rank(interval, rank, len(lengths)))
    yield from _above(lengths, items, words_of.BINS_ABOVE, chance)


def _boxes(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    boxes, items, of = page["boxes"], f'{here}["boxes"]', _kind_of(page)
    named = all(box["name"] for box in boxes)
    if named and len(boxes) >= 4:
        ordered = f'sorted({items}, key=lambda box: -box["median"])'
        for rank in _ranked([box["median"] for box in boxes], 2):
            if rank >= 0:
                question = _asked(words_of.MEDIAN, chance, of=of, rank=words_of.RANKS[rank])
                yield _values(question, _by_rank(_named(ordered), rank, len(boxes)))
        if 0 in _ranked([box["upper_quartile"] - box["lower_quartile"] for box in boxes]):
            width = f'sorted({items}, key=lambda box: box["lower_quartile"] - box["upper_quartile"])'
            yield _values(_asked(words_of.WIDEST, chance, of=of), _by_rank(_named(width), 0, len(boxes)))
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
    options = [(_by_eye(f'{items}[{place}]["median"]'), "")]
    options += [(_by_eye(f'{items}[{place}]["{part}"]'), slip) for part, slip in slips.items()]
    options += [
        (_by_eye(f'{items}[{other}]["median"]'), "another box") for other in range(len(boxes)) if other != place
    ][:5]
    return _values(_asked(words_of.MEDIAN_AT, chance, of=of), options)


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
            _filled(
                words_of.TWO_BOXES_SAID[higher == wider], higher=names[higher], wider=names[wider], **others[higher]
            ),
            f"({median.format(sign='><'[higher])}) and ({width.format(sign='><'[wider])})",
            "the two are mixed up",
        )
        for higher in (0, 1)
        for wider in (0, 1)
    ]
    yield _claims(_asked(words_of.TWO_BOXES, chance, one=names[0], other=names[1]), options)


def _slices(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    slices, items = page["slices"], f'{here}["slices"]'
    ordered = f'sorted({items}, key=lambda part: -part["share"])'
    ranks = _ranked([part["share"] for part in slices])
    if len(slices) >= 4:
        for rank in ranks:
            forms = words_of.SMALLEST if rank == -1 else words_of.SLICE
            question = _asked(forms, chance, rank=words_of.RANKS.get(rank, ""), of="slice")
            yield _values(question, _by_rank(_named(ordered), rank, len(slices)))
    if len(slices) >= 3 and 0 in ranks:
        options = [
            (f'round(100 * {ordered}[0]["share"], 1)', ""),
            (f'round(100 - 100 * {ordered}[0]["share"], 1)', "all the others"),
            (f'round(100 * ({ordered}[0]["share"] - {ordered}[1]["share"]), 1)', "its lead over the second"),
            (f'round(100 * ({ordered}[0]["share"] + {ordered}[1]["share"]), 1)', "the two biggest together"),
            *((f'round(100 * {ordered}[{n}]["share"], 1)', "another slice") for n in range(1, min(6, len(slices)))),
        ]
        yield _values(_asked(words_of.SHARE, chance), options, "{value} %")


def _lines(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    lines = page["lines"]
    if len(lines) >= 4 and all(line["label"] for line in lines):
        ends = f'sorted({here}["lines"], key=lambda line: -line["values"][-1])'
        for rank in _ranked([line["values"][-1] for line in lines], 2):
            question = _asked(words_of.ENDS, chance, rank=words_of.RANKS.get(max(rank, 0), ""))
            if rank >= 0:
                yield _values(question, _by_rank(lambda place: f'{ends}[{place}]["label"]', rank, len(lines)))
    place = chance.randrange(len(lines))
    line, values = lines[place], f'{here}["lines"][{place}]["values"]'
    of = f" of {line['label']}" if len(lines) > 1 and line["label"] else ""
    if (len(lines) > 1 and not of) or len(line["values"]) < 4:
        return
    if line.get("of") is None:
        yield from _extremes(line, f'{here}["lines"][{place}]', of, _axis(page, "x"), chance)
        yield from _course(line, values, of, chance)


def _extremes(line: Page, here: str, of: str, across: str, chance: random.Random) -> Iterator[Draft]:
    """Where a line is highest and lowest, `across` being what the horizontal axis shows."""
    count = len(line["values"])
    ordered = f'[at for _, at in sorted(zip({here}["values"], {here}["places"]), reverse=True)]'
    for rank, forms in ((0, words_of.PEAK), (-1, words_of.TROUGH)):
        if rank in _ranked(line["values"]):
            question = _asked(forms, chance, of=of, x=across or "place")
            yield _values(question, _by_rank(lambda place: f"{ordered}[{place}]", rank, count))


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
            _filled(words_of.COURSES[up], one=places[0], other=places[1]),
            " and ".join(
                f"{values}[{one}] {'<' if rises else '>'} {values}[{other}]"
                for (one, other), rises in zip((first, second), up, strict=True)
            ),
            "the wrong way round",
        )
        for up in ((True, True), (True, False), (False, True), (False, False))
    ]
    yield _claims(_asked(words_of.COURSE, chance, of=of), options)


def _place(at: Any) -> str:
    return at if isinstance(at, str) else f"{at:.6g}"


def _points(page: Page, here: str, chance: random.Random) -> Iterator[Draft]:
    group = page["points"][0]
    together = group.get("correlation")
    if len(page["points"]) > 1 or together is None or group["count"] < 10:
        return
    x, y = (f'{here}["points"][0]["{axis}"]' for axis in "xy")
    across, up = _axis(page, "x"), _axis(page, "y")
    if across and up and across not in up and up not in across:
        yield _relation(across, up, f"np.corrcoef({x}, {y})[0, 1]", chance)
    (_, top), (_, second) = group["highest"]
    if top - second > CLEAR * (group["y"][1] - group["y"][0]):
        yield _top_point(x, y, across or "place", chance)


def _relation(across: str, up: str, r: str, chance: random.Random) -> Draft:
    """How strongly, and in which direction, the points go together; what is neither the one nor the other is left."""
    claims = [
        (_filled(texts, one=up, other=across), code.format(r=r), "another strength or direction")
        for texts, code in words_of.RELATIONS
    ]
    return _claims(_asked(words_of.RELATION, chance, one=up, other=across), claims)


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
    return _values(_asked(words_of.TOP_POINT, chance, x=across), [(_by_eye(code), slip) for code, slip in options])


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
    for rank in _ranked(cells, 2):
        forms = words_of.CELL_LOW if rank == -1 else words_of.CELL
        question = _asked(forms, chance, rank=words_of.RANKS.get(rank, ""))
        if square:
            question = question.replace("in the grid", "in the grid, the diagonal aside").replace(
                "cell", "cell off the diagonal"
            )
        yield _values(question, _by_rank(lambda place: f"{ordered}[{place}][1]", rank, len(cells)))


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
