"""What a figure shows of files is put into sentences; read back, they are the same structure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grammar.retelling.sentences import Level, Sentence, Values
from grammar.retelling.words import EVERY, FIGURE, PANEL, SERIES, WORDS

CANNOT = "This cannot be told: "
_STEP = re.compile(r"^\d+\. ", re.MULTILINE)
_SENTENCE = re.compile(r"(?:`[^`]*`|“[^”]*”|\.(?=\S)|[^.`“])+\.(?=\s|$)")
_SPACE = {"points": "points in space", "line": "line in space", "bar": "bar in space"}
_PROJECTIONS = ("rectilinear", "polar", "3d")


class CannotTell(Exception):
    """A figure shows something that no sentence says; the message says what."""


@dataclass
class Axes:
    """Axes as sentences have them: where they stand, what is written on them, and their series."""

    place: Values = field(default_factory=dict)
    words: Values = field(default_factory=dict)
    series: list[Values] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """The sentences that they were read from."""
    spoken: list[str] = field(default_factory=list)
    """Those of them that are about series."""


@dataclass
class Page:
    """A figure as sentences have it."""

    whole: Values
    axes: list[Axes]
    said: list[str] = field(default_factory=list)


# telling


def told(drawn: Mapping[str, Any], level: Level) -> str:
    """Return the query for a figure. Raises CannotTell for what no sentence says."""
    page = page_of(drawn)
    said = [_first(FIGURE[:2], page.whole).say(level, page.whole)]
    said += [each.say(level, page.whole) for each in FIGURE[2:] if each.fits(page.whole)]
    for axes in page.axes:
        said += _told_axes(axes, level)
    if level == "simple":
        return " ".join(said)
    return "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(said, start=1))


def _told_axes(axes: Axes, level: Level) -> Iterator[str]:
    if axes.place:
        yield _first(PANEL, axes.place).say(level, axes.place)
    first, others = WORDS[:2], WORDS[2:]
    yield from (each.say(level, axes.words) for each in first if each.fits(axes.words))
    for series in axes.series:
        known = [each for each in SERIES if each.name == series["kind"]]
        if not known:
            raise CannotTell(f"there are no words for {series['kind']} that draw them again")
        yield _first(known, series).say(level, series)
    yield from (each.say(level, axes.words) for each in others if each.fits(axes.words))


def _first(sentences: Sequence[Sentence], values: Values) -> Sentence:
    found = next((each for each in sentences if each.fits(values)), None)
    if found is None:
        raise CannotTell(f"{values.get('kind', 'a panel')} are shown in a way that there are no words for")
    return found


def page_of(drawn: Mapping[str, Any]) -> Page:
    """Return what a brief tells of a figure as sentences have it. Raises CannotTell."""
    panels = drawn["panels"]
    main = [each for each in panels if "beside" not in each]
    rows = max(each["place"][0] + each["place"][1] for each in main)
    columns = max(each["place"][2] + each["place"][3] for each in main)
    wide, high = drawn["size"]
    whole: Values = {"wide": wide, "high": high, "count": len(main), "rows": rows, "columns": columns}
    whole |= {"title": drawn["title"]} if drawn.get("title") else {}
    if not all(_is_quotable(text) for text in _texts(drawn)):
        raise CannotTell("its texts have quotes or line breaks in them")
    return Page(whole, [_axes(each, many=len(main) > 1) for each in panels])


def _texts(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    for each in told.values() if isinstance(told, Mapping) else told if isinstance(told, list | tuple) else ():
        yield from _texts(each)


def _is_quotable(text: str) -> bool:
    return not re.search(r"[“”`\n]", text)


def _axes(panel: Mapping[str, Any], *, many: bool) -> Axes:
    if panel["projection"] not in _PROJECTIONS:
        raise CannotTell(f"there are no words for axes of the projection {panel['projection']}")
    if "z" in panel.get("log", ()):
        raise CannotTell("there are no words for logarithms along an upright axis")
    place: Values = {}
    if "beside" in panel:
        place = {"beside": panel["beside"], "shared": panel.get("shared", "x")}
    elif many:
        row, row_span, column, column_span = panel["place"]
        place = {"row": row + 1, "column": column + 1}
        place |= {"row_span": row_span} if row_span > 1 else {}
        place |= {"column_span": column_span} if column_span > 1 else {}
    words = {name: panel[name] for name in ("title", "xlabel", "ylabel", "zlabel", "projection") if name in panel}
    words |= {name: panel[name] for name in ("stacked", "notes", "colourbar", "scale") if name in panel}
    words |= {f"log_{axis}": True for axis in panel.get("log", ())}
    for axis, (low, high) in panel.get("window", {}).items():
        words |= {f"from_{axis}": low, f"to_{axis}": high}
    if "legend" in panel:
        words |= {"has_legend": True} | ({"legend_title": panel["legend"]} if panel["legend"] else {})
    if "percent" in panel:
        words |= {"percent": panel["percent"]["decimals"], "percent_ending": panel["percent"]["ending"]}
    if "written" in panel:
        words |= {"decimals": panel["written"]["decimals"]}
        words |= {"ending": panel["written"]["ending"]} if panel["written"]["ending"] else {}
    return Axes(place, words, [_series(each, panel["projection"]) for each in panel["series"]])


def _series(series: Mapping[str, Any], projection: str) -> Values:
    if series.get("unknown"):
        said = ", ".join(map(str, series["unknown"]))
        raise CannotTell(f"what its {series['kind']} shows ({said}) stands in no column of its files")
    kind, form = series["kind"], series.get("form", "")
    values = {name: value for name, value in series.items() if name not in ("kind", "form", "unknown")}
    if projection == "3d" and kind in _SPACE:
        kind = _SPACE[kind]
    elif kind in ("step", "guide", "band"):
        kind = f"{kind} {form}"
    elif form in ("closed", "lying", "hole") and kind in ("line", "bar", "slice"):
        kind = f"{form} {kind}"
    elif form:
        raise CannotTell(f"there are no words for {kind} of the form {form}")
    values |= {"lies": bool(series.get("stacked"))} if kind == "area" else {}
    return {"kind": kind, **values}


# reading


def read(text: str) -> Page | None:
    """Return the figure that a text asks for; None where it asks for none in these words."""
    page: Page | None = None
    for sentence in sentences_in(text):
        found = next(((each, told) for each in EVERY if (told := each.read(sentence)) is not None), None)
        if found is None:
            return None
        form, values = found
        if form.scope == "figure":
            page = page or Page({}, [])
            page.whole |= values
            page.said.append(sentence)
            continue
        if page is None:
            return None
        if form.scope == "panel" or not page.axes:
            page.axes.append(Axes(values if form.scope == "panel" else {}))
        _take(page.axes[-1], form, values, sentence)
    return page if page is not None and page.axes else None


def _take(axes: Axes, form: Sentence, values: Values, sentence: str) -> None:
    axes.said.append(sentence)
    if form.scope == "words":
        axes.words |= values
    elif form.scope == "series":
        axes.series.append({"kind": form.name, **values})
        axes.spoken.append(sentence)


def sentences_in(text: str) -> list[str]:
    """Return the sentences of a query, without the numbers of steps."""
    return [each.strip() for each in _SENTENCE.findall(_STEP.sub("", text))]


def cannot(text: str) -> str | None:
    """Return why something could not be told, where a text says that; else None."""
    found = _STEP.sub("", text)
    return found.removeprefix(CANNOT) if found.startswith(CANNOT) else None
