"""What is seen to be wrong with a result by one who knows roughly what to expect, and has not read the code.

Each symptom is a sentence that is true of two results: the wrong one, and the right one that it is told from. It says
that a figure is too high, not what it should be, and never which step would mend it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from company.families.dialogues.gate.differences import size_of
from company.families.dialogues.stages.actions.cells import (
    Cells,
    are_told_by_texts,
    cells_of,
    cells_of_frame,
    for_label,
    in_place,
    is_number,
    rows_of,
)
from company.records import Result

MOST = 3
"""Symptoms that are told of one wrong answer."""
SLIGHT = 0.03
"""How far apart two figures are, of the larger, that nobody who knows roughly what to expect would tell apart."""
_MAGNITUDE = 0.9
"""How far apart figures are, of the larger, of which one is ten times the other."""
_NEAR = 1e-9
_WHOLES = (1.0, 100.0)


class Weight(IntEnum):
    """How soon something strikes whoever looks at a result, the soonest first."""

    MISSING = 0
    FORM = 1
    SIGN = 2
    MAGNITUDE = 3
    FIGURE = 4
    SLIGHT = 5


class _Seen(NamedTuple):
    weight: Weight
    line: str


def symptoms(wanted: Sequence[Result], made: Sequence[Result]) -> tuple[str, ...]:
    """Return what is seen to be wrong with results, the most telling first; () where nothing is to be seen."""
    right = {result.name: result for result in wanted}
    others = [one for one in made if one.name in right and one.digest != right[one.name].digest]
    found = sorted((seen for one in others for seen in _of(right[one.name], one)), key=lambda seen: seen.weight)
    striking = [seen for seen in found if seen.weight != Weight.SLIGHT] or found
    return tuple(dict.fromkeys(seen.line for seen in striking))[:MOST]


def _of(right: Result, wrong: Result) -> Iterator[_Seen]:
    if right.type != wrong.type:
        yield _Seen(Weight.FORM, f"`{wrong.name}` comes as a {wrong.type}.")
        return
    if right.type == "plot":
        yield from _of_figure(right.facts, wrong.facts)
        return
    yield from _formal(_sums(right, wrong))
    yield from _formal(_sizes(right, wrong))
    if right.type == "dataframe" and (row := _other_row(right.facts, wrong.facts)):
        yield _Seen(Weight.FORM, row)
        return
    if right.type == "dataframe":
        yield from _of_frame(right.facts, wrong.facts)
        return
    before, after = cells_of(right), cells_of(wrong)
    yield from _gaps(before, after)
    yield from _formal(_places(before, after))
    yield from _heights(before, after)


def _formal(lines: Iterator[str]) -> Iterator[_Seen]:
    return (_Seen(Weight.FORM, line) for line in lines)


def _of_frame(right: Mapping[str, Any], wrong: Mapping[str, Any]) -> Iterator[_Seen]:
    by_texts = are_told_by_texts(right) and are_told_by_texts(wrong)
    rows = rows_of(right, by_texts=by_texts), rows_of(wrong, by_texts=by_texts)
    cells = cells_of_frame(right, rows[0]), cells_of_frame(wrong, rows[1])
    yield from _gaps(*cells)
    if all(facts["rows"] == len(facts["head"]) for facts in (right, wrong)):
        yield from _formal(_places(*rows))  # of longer ones, a row that is not shown may be there
    throughout = next(_throughout(right, wrong, *rows), None)
    yield from [throughout] if throughout else _heights(*cells)


# how much there is


def _sizes(right: Result, wrong: Result) -> Iterator[str]:
    one, other = size_of(right), size_of(wrong)
    for noun, wanted, made in zip(_nouns(wrong), one, other, strict=False):
        if made != wanted:
            than = "more than I expect" if made > wanted else "fewer than I expect"
            yield f"`{wrong.name}` has {made:,} {noun if made != 1 else _SINGLE[noun]}, {than}."


_SINGLE = {"rows": "row", "columns": "column", "entries": "entry"}


def _nouns(result: Result) -> tuple[str, ...]:
    return ("rows", "columns") if result.type in ("dataframe", "array") else ("entries",)


def _sums(right: Result, wrong: Result) -> Iterator[str]:
    """Yield shares that no longer add up, of results that are shown whole."""
    whole, added = (_total(one) for one in (right, wrong))
    if whole is None or added is None or not any(_near(whole, each) for each in _WHOLES) or _near(added, whole):
        return
    yield f"The shares in `{wrong.name}` add up to {_said(added)}."


def _total(result: Result) -> float | None:
    """Return the sum of a series that is shown whole; None of anything else."""
    head = result.facts.get("head", [])
    if result.type != "series" or len(head) < max(2, result.facts["length"]):
        return None
    values = [pair[1] for pair in head]
    return math.fsum(values) if all(is_number(each) for each in values) else None


# what stands where


def _other_row(right: Mapping[str, Any], wrong: Mapping[str, Any]) -> str:
    """Return what is said of the first row that is another one, of frames whose labels are numbers of rows."""
    head = wrong["head"]
    if (
        right["index"] == wrong["index"]
        and head != right["head"]
        and sorted(map(repr, head)) == sorted(map(repr, right["head"]))
    ):
        told = next((cell for cell in head[0] if not is_number(cell)), head[0][0])
        return f"The first row is that of {_text(told)}, and that is not the order that I asked for."
    labels = list(zip(right["index"], wrong["index"], strict=False))
    if not all(is_number(label) for pair in labels for label in pair) or right["columns"] != wrong["columns"]:
        return ""
    for place, (one, other) in enumerate(labels):
        cells = zip(wrong["columns"], wrong["head"][place], right["head"][place], strict=False)
        others = [(name, made) for name, made, wanted in cells if made != wanted]
        others.sort(key=lambda cell: not is_number(cell[1]))  # a figure tells more of a row than a word
        told = next((f"'{name}' is {_text(made)}" for name, made in others), "")
        if one != other and told:
            return f"I did not expect the row whose {told} {in_place(place)}."
    return ""


def _gaps(before: Cells, after: Cells) -> Iterator[_Seen]:
    new = [place for place, value in after.items() if value is None and before.get(place) is not None]
    if new:
        place = f" {new[0]}" if new[0] else ""
        yield _Seen(Weight.MISSING, f"There is no value{place}, where there should be one.")


def _places(before: Cells, after: Cells) -> Iterator[str]:
    """Yield the first place that should not be there, or is not there; and where the order differs, what stands at the
    first place that is another one.

    An order is wrong as such where the same figures stand in another one; else the figures are wrong, and it follows.
    """
    missing = [place for place in before if place not in after]
    extra = [place for place in after if place not in before]
    if missing and extra:
        yield f"I did not expect anything {extra[0]}."
    elif extra:
        yield f"There is something {extra[0]}, which does not belong there."
    elif missing:
        yield f"Nothing is shown {missing[0]}."
    moved = [(at, now) for at, (was, now) in enumerate(zip(before, after, strict=False)) if was != now and now]
    if not (missing or extra) and moved:
        at, now = moved[0]
        told, where = now.removeprefix("for "), "first" if at == 0 else in_place(at)
        same = all(after[place] == value for place, value in before.items())
        yield (
            f"What stands {where} is {told}, and that is not the order that I asked for."
            if same
            else f"I did not expect {told} to stand {where}."
        )


def _throughout(right: Mapping[str, Any], wrong: Mapping[str, Any], before: Cells, after: Cells) -> Iterator[_Seen]:
    """Yield the columns of a frame of which every figure is off, all the same way: those of counts, then the others.

    What is reckoned from such a column stands behind it, and is wrong because it is.
    """
    found: list[tuple[bool, _Seen]] = []
    for name in wrong["columns"]:
        if right["columns"].count(name) != 1 or wrong["columns"].count(name) != 1:
            continue
        at, own = right["columns"].index(name), wrong["columns"].index(name)
        pairs = [(row, before[row][at], after[row][own]) for row in after if row in before]
        if len(pairs) < 2 or not all(is_number(one) and is_number(other) for _, one, other in pairs):
            continue
        ways = {other > one for _, one, other in pairs}
        if len(ways) == 1 and not any(_near(one, other) for _, one, other in pairs):
            row, wanted, made = min(pairs, key=lambda pair: _striking(pair[1], pair[2]))
            way = "higher" if made > wanted else "lower"
            is_count = isinstance(made, int) and isinstance(wanted, int)
            line = f"Every '{name}' is {way} than I expect, such as {_said(made)} {row}."
            found.append((not is_count, _Seen(_weight(wanted, made), line)))
    yield from (seen for _, seen in sorted(found, key=lambda one: (one[1].weight == Weight.SLIGHT, one[0])))


def _heights(before: Cells, after: Cells) -> Iterator[_Seen]:
    """Yield the figure that strikes soonest, as too high or too low, and a wrong word."""
    shared = [place for place in after if place in before]
    numbers = [place for place in shared if is_number(before[place]) and is_number(after[place])]
    off = [place for place in numbers if not _near(before[place], after[place])]
    if off:
        worst = min(off, key=lambda place: _striking(before[place], after[place]))
        high, weight = after[worst] > before[worst], _weight(before[worst], after[worst])
        if len(off) == len(numbers) > 1 and len({after[place] > before[place] for place in off}) == 1:
            way = "higher" if high else "lower"
            yield _Seen(weight, f"Every figure is {way} than I expect, such as {_said(after[worst])} {worst}.")
        else:
            subject = f"The {_said(after[worst])} {worst}" if worst else _said(after[worst])
            expected = "" if worst else " for what I expect"
            yield _Seen(weight, f"{subject} is too {'high' if high else 'low'}{expected}.")
    for place in shared:
        if isinstance(after[place], str) and isinstance(before[place], str) and after[place] != before[place]:
            yield _Seen(Weight.FIGURE, f"I do not believe '{after[place]}'{' ' if place else ''}{place}.")
            return


def _weight(wanted: float, made: float) -> Weight:
    """Return how soon it strikes that a figure is another one."""
    if wanted * made < 0:
        return Weight.SIGN
    apart = _apart(wanted, made)
    if wanted and made and apart >= _MAGNITUDE:
        return Weight.MAGNITUDE
    return Weight.SLIGHT if apart < SLIGHT else Weight.FIGURE


def _striking(wanted: float, made: float) -> tuple[int, bool, float]:
    """Return what figures that are off are put in order by, the one that strikes soonest first.

    Among like ones, a count comes before other figures: everybody knows roughly how many there are.
    """
    is_count = isinstance(wanted, int) and isinstance(made, int)
    return _weight(wanted, made), not is_count, -_apart(wanted, made)


# figures


def _of_figure(right: Mapping[str, Any], wrong: Mapping[str, Any]) -> Iterator[_Seen]:
    """Yield what is drawn too often or too rarely, or where all counts are right, which mark does not stand where one
    would expect it; of figures that tell no marks, that other ones are shown.
    """
    if len(right["axes"]) != len(wrong["axes"]):
        yield _Seen(Weight.FORM, f"Charts on the page: {len(wrong['axes'])}, which is not what I asked for.")
        return
    for one, other in zip(right["axes"], wrong["axes"], strict=True):
        for kind, count in other["artists"].items():
            wanted = one["artists"].get(kind, 0)
            if count != wanted:
                than = "more" if count > wanted else "fewer"
                yield _Seen(Weight.FORM, f"I count {count:,} {kind} in the figure, {than} than I expect.")
                return
    for one, other in zip(right["axes"], wrong["axes"], strict=True):
        before, after = _marks(one), _marks(other)
        found = [*_formal(_places(before, after)), *_heights(before, after)]
        yield from found
        if found:
            return
    yield _Seen(Weight.FORM, "The figure has the right form, but what it shows does not fit what I know of the data.")


def _marks(axes: Mapping[str, Any]) -> Cells:
    """Return how high the marks of a chart stand that are told one by one, by what they stand for."""
    shows = axes.get("shows", {})
    named: dict[str, Any] = {
        for_label([*labels]): height for kind in ("bars", "slices") for *labels, height in shows.get(kind, ())
    }
    bins = {
        f"from {begin} to {end}{''.join(f' in {one}' for one in series)}": height
        for *series, begin, end, height in shows.get("bins", ())
    }
    points = {
        f"at {place}{on_line}": height
        for line in shows.get("lines", ())
        for on_line in (f" on the line of {line['label']}" if line["label"] else "",)
        for place, height in line.get("points", ())
    }
    return named | bins | points | _medians(shows.get("boxes", {}))


def _medians(boxes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the median of each box that is told, by its name."""
    columns = boxes.get("columns", [])
    rows = [dict(zip(columns, row, strict=True)) for row in boxes.get("rows", ())]
    return {
        f"as median {for_label([row[key] for key in ('name', 'series') if row.get(key)])}": row["median"]
        for row in rows
    }


# numbers


def _near(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-6, abs_tol=_NEAR)


def _apart(one: float, other: float) -> float:
    return abs(one - other) / max(abs(one), abs(other))


def _text(value: Any) -> str:
    return _said(value) if is_number(value) else repr(value)


def _said(number: float) -> str:
    return f"{number:,.4g}" if abs(number) < 1e4 else f"{number:,.0f}"
