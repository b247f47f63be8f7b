"""Claims about a chart: said in words, and read back from them. Both go by `forms.toml`, so nothing is said unread."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from grammar.captioning.courses import course
from grammar.language import listed

_NUMBER = r"-?\d[\d,]*(?:\.\d+)?"
_SLOT = re.compile(r"\{(\w+)\}")
_STEPS = re.compile(r" in steps of [\d.,]+$")
_APART = 0.03
"""The share of the figure's span by which marks at one place are apart, so that none covers another."""
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}


@dataclass(frozen=True)
class Form:
    """One kind of claim."""

    name: str
    says: tuple[str, ...]
    code: str
    aspects: tuple[str, ...]


@cache
def forms() -> Mapping[str, Form]:
    """Return all kinds of claim by name."""
    told = tomllib.loads(Path(__file__).with_name("forms.toml").read_text(encoding="utf-8"))
    return {name: Form(name, tuple(each["says"]), each["code"], tuple(each["aspects"])) for name, each in told.items()}


@dataclass(frozen=True)
class Saying:
    """A claim to be made: its kind, and what fills its words."""

    form: str
    slots: Mapping[str, str]
    curves: bool = True
    """Whether it is about lines, which may be called curves; not of bars."""

    def said(self, chance: random.Random) -> str:
        """Return the claim in words, in a wording whose slots are all known."""
        fitting = [words for words in forms()[self.form].says if set(_SLOT.findall(words)) <= self.slots.keys()]
        words = chance.choice([each for each in fitting if self.curves or "curve" not in each] or fitting)
        return _SLOT.sub(lambda slot: self.slots[slot[1]], words)


@dataclass(frozen=True)
class Known:
    """What stands on a figure, as far as claims about it name it."""

    axes: tuple[str, ...]
    series: tuple[str, ...]
    places: tuple[str, ...]
    """As they are said."""

    def pattern(self, slot: str) -> str:
        """Return the pattern of what may stand in a slot."""
        if slot in "vw":
            return _NUMBER
        if slot in "xy":
            return _any(self.axes)
        if slot in "st":
            return _any(self.series)
        if slot in "pq":
            return _any(self.places)
        if slot == "n":
            return _any(_COUNTS)
        named = _any((*self.series, *(place for place in self.places if not re.fullmatch(_NUMBER, place))))
        more = "+" if len(self.series) > 1 else "*"
        return rf"{_any(self.series)}(?:(?:, | and |, and ){named}){more}"

    def literal(self, slot: str, text: str) -> str:
        """Return what stood in a slot as Python."""
        if slot in "vw" or (slot in "pq" and re.fullmatch(_NUMBER, text) and not _is_year(text)):
            return text.replace(",", "").lstrip("0") or "0" if "." not in text else text.replace(",", "")
        if slot == "n":
            return str(_COUNTS[text.casefold()])
        if slot == "all":
            return ", ".join(map(repr, re.findall(_any((*self.series, *self.places)), text, re.IGNORECASE)))
        return repr(text)


def _is_year(text: str) -> bool:
    """Whether a place is a year, which figures have for a name."""
    return re.fullmatch(r"1[5-9]\d\d|20\d\d|21\d\d", text) is not None


def _any(texts: Collection[str]) -> str:
    ordered = sorted(texts, key=lambda text: (-len(text), text))
    return rf"(?:{'|'.join(map(re.escape, ordered)) or '(?!)'})"


def read(text: str, known: Known) -> list[tuple[tuple[int, int], str, tuple[str, ...]]]:
    """Return the claims that a text makes, in order: span, code and aspects. Of two that overlap, the longer counts."""
    found = []
    for form in forms().values():
        for words in form.says:
            for match in re.finditer(_pattern(words, known), text, re.IGNORECASE):
                slots = {name: known.literal(name, value) for name, value in match.groupdict().items()}
                needed = set(_SLOT.findall(form.code))
                if needed <= slots.keys():
                    code = _SLOT.sub(lambda slot, slots=slots: slots[slot[1]], form.code)  # type: ignore[misc]
                    found.append((match.span(), code, form.aspects))
    kept: list[tuple[tuple[int, int], str, tuple[str, ...]]] = []
    for claim in sorted(found, key=lambda each: (each[0][0] - each[0][1], each[0])):
        if all(claim[0][1] <= span[0] or span[1] <= claim[0][0] for span, *_ in kept):
            kept.append(claim)
    return sorted(kept)


def _pattern(words: str, known: Known) -> str:
    parts = _SLOT.split(words)
    pattern = "".join(
        f"(?P<{part}>{known.pattern(part)})" if at % 2 else re.escape(part) for at, part in enumerate(parts)
    )
    return rf"(?<![\w.-]){pattern}(?![\w])"


# What a figure shows, as claims are made of it


@dataclass(frozen=True)
class Chart:
    """The facts of a figure, from what is drawn."""

    x: str
    y: str
    lines: Sequence[Mapping[str, Any]]
    """Each with "label", "places" and "values"."""
    bars: bool = False
    """Whether they are bars."""

    @classmethod
    def of(cls, drawn: Sequence[Mapping[str, Any]]) -> Chart:
        """Return the facts of the first axes of a figure."""
        page = drawn[0]
        found = [line for line in page.get("lines", ()) if len(line["values"]) > 1]
        bars: dict[str, list[Mapping[str, Any]]] = {}
        for bar in page.get("bars", ()):
            bars.setdefault(bar["series"], []).append(bar)
        for label, own in bars.items():
            places, values = [bar["name"] for bar in own], [bar["length"] for bar in own]
            found.append({"label": label, "places": places, "values": values})
        return cls(page.get("xlabel", ""), page.get("ylabel", ""), found, bool(bars))

    @property
    def labels(self) -> list[str]:
        """The names of the series; none where there is only one without a name."""
        return [line["label"] for line in self.lines if line["label"]]

    @property
    def spread(self) -> float:
        """How far the highest value lies above the lowest."""
        values = [value for line in self.lines for value in line["values"]]
        return float(max(values) - min(values)) if values else 0.0

    def known(self) -> Known:
        """Return what claims about it may name."""
        places = dict.fromkeys(said_place(place) for line in self.lines for place in line["places"])
        axes = [axis for axis in dict.fromkeys((self.x, plain(self.x), self.y)) if axis]
        return Known(tuple(axes), tuple(self.labels), tuple(places))

    def said(self, value: float) -> str:
        """Return a value as texts about this figure say it: with three digits of its span, and whole where all are."""
        decimals = 0
        if all(float(each).is_integer() for line in self.lines for each in line["values"]):
            return f"{value:,.0f}"
        while decimals < 6 and self.spread * 10**decimals < 100:
            decimals += 1
        return f"{value:,.{decimals}f}"


def said_place(place: Any) -> str:
    """Return a place along the horizontal axis as it is said."""
    if not isinstance(place, int | float):
        return str(place)
    return f"{place:,.0f}" if abs(place) >= 100_000 else f"{place:,.6g}"


def all_of(chart: Chart) -> str:
    """Return the names of all series in a list."""
    return listed(chart.labels, "and")


def in_words(chart: Chart) -> str:
    """Return how many lines there are, in a word; empty where that is not said."""
    return next((word for word, number in _COUNTS.items() if number == len(chart.lines)), "")


def clear_claims(chart: Chart) -> Iterator[Saying]:
    """Yield all that can be said of a figure, and is clear to the eye: no margin is less than a tenth of its span."""
    for claim in _claims(chart):
        yield replace(claim, curves=not chart.bars)


def _claims(chart: Chart) -> Iterator[Saying]:
    axes = {"x": mid(plain(chart.x)), "y": mid(chart.y)}
    single = len(chart.lines) == 1
    for line in chart.lines:
        own = axes if single else {**axes, "s": line["label"]}
        kind = "" if single else "series_"
        yield from _of_line(chart, line, own, kind)
    if not single:
        yield from _of_pairs(chart, axes)
        yield from _of_reach(chart, axes)


def _of_line(chart: Chart, line: Mapping[str, Any], own: Mapping[str, str], kind: str) -> Iterator[Saying]:
    places, values, margin = line["places"], line["values"], 0.1 * chart.spread
    way = course(values, chart.spread)
    if way:
        yield Saying(f"{kind}{way}", own)
    if way in ("rises", "falls"):
        ends = {"p": said_place(places[0]), "v": chart.said(values[0])}
        ends |= {"q": said_place(places[-1]), "w": chart.said(values[-1])}
        yield Saying(f"{kind}ends", {**own, **ends})
    for name, value in (("peak", max(values)), ("low", min(values))):
        at, others = values.index(value), [each for each in values if each != value]
        told = at in (0, len(values) - 1) and way in ("rises", "falls")  # a trend says as much
        place = places[at]
        if others and not told and min(abs(value - each) for each in others) > margin and _seen(chart, line, at):
            yield Saying(f"{kind}{name}", {**own, "p": said_place(place), "v": chart.said(value)})
    for at, (place, value) in enumerate(zip(places, values, strict=True)):
        if _seen(chart, line, at):
            yield Saying(f"{kind}value", {**own, "p": said_place(place), "v": chart.said(value)})


def _seen(chart: Chart, line: Mapping[str, Any], at: int) -> bool:
    """Whether the mark of a line at a place stands apart from those of all others."""
    place, value = line["places"][at], line["values"][at]
    beside = [
        theirs
        for other in chart.lines
        if other is not line
        for where, theirs in zip(other["places"], other["values"], strict=True)
        if where == place
    ]
    return all(abs(value - theirs) > _APART * chart.spread for theirs in beside)


def _of_pairs(chart: Chart, axes: Mapping[str, str]) -> Iterator[Saying]:
    margin = 0.1 * chart.spread
    for one in chart.lines:
        for other in chart.lines:
            if one is other:
                continue
            theirs = {said_place(place): value for place, value in zip(other["places"], other["values"], strict=True)}
            own = zip(map(said_place, one["places"]), one["values"], strict=True)
            shared = [(place, value, theirs[place]) for place, value in own if place in theirs]
            pair = {**axes, "s": one["label"], "t": other["label"]}
            throughout = len(shared) == len(one["places"]) == len(other["places"]) > 1
            if throughout and all(value - against > margin for _, value, against in shared):
                yield Saying("above", pair)
            elif throughout and all(against - value > margin for _, value, against in shared):
                yield Saying("below", pair)
            for place, value, against in shared:
                if abs(value - against) > 2 * margin:
                    yield Saying("higher" if value > against else "lower", {**pair, "p": place})


def _of_reach(chart: Chart, axes: Mapping[str, str]) -> Iterator[Saying]:
    reached = sorted((max(line["values"]) - min(line["values"]), line["label"]) for line in chart.lines)
    if reached[-1][0] - reached[-2][0] > 2 * 0.1 * chart.spread:
        yield Saying("most", {**axes, "s": reached[-1][1]})
    if reached[1][0] - reached[0][0] > 2 * 0.1 * chart.spread:
        yield Saying("least", {**axes, "s": reached[0][1]})


def plain(axis: str) -> str:
    """Return the name of an axis without what is said of its steps, as trends along it are told."""
    return _STEPS.sub("", axis)


def mid(name: str) -> str:
    """Return the name of an axis as it stands within a sentence: "Mean proline" → "mean proline"."""
    first = name.split(" ")[0]
    return name if first[1:] != first[1:].lower() else name[:1].lower() + name[1:]
