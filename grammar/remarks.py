"""Results in words: numbers as people say them, who is first and who is last, and what else their facts say."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from grammar.language import listed
from grammar.nouns import in_words
from grammar.voices import singular
from grammar.words import words

Facts = Mapping[str, Any]
_STATISTICS: Mapping[str, str] = words("remarks")["statistics"]
FIGURE = re.compile(r"\d[\d,.]*\d|\d")
_RANKS = re.compile(r"_ranks?(_|$)")
"""Ends the name of a series in which the largest number is the last place."""
_TELLING = re.compile(r"(mean|median)(_|$)|(above|these|share|gap)$")
"""Names of columns by which groups are compared."""
_CLOSE, _LEVEL, _MORE, _TIMES = 1.03, 1.05, 1.1, 1.8
"""Up to which ratio the first is close to the second, or all are level, and from which it has more, or a multiple."""
_PARTS = frozenset({"above", "below", "these", "others", "all", "without", "unusual", "usual", "high"})
"""Names of parts that are held against each other."""
FEW = 30
"""Fewer rows than these say little of a group."""
_PERIOD = re.compile(r"(?:^|[_ ])(date|year|quarter|month|week|day|hour)$", re.I)
"""Ends the name of a column of parts of dates."""
_NOISE = 1e-10
"""A figure that is less than this share of another is nothing but an error of rounding."""


def rounded(value: float) -> str:
    """A number as people say it: whole ones exactly, all others to three significant digits."""
    if float(value).is_integer() and abs(value) < 10_000_000:
        return f"{int(value):,}" if abs(value) >= 10_000 else str(int(value))
    near = float(f"{value:.3g}")
    if abs(near) >= 1000:
        return f"{near:,.0f}"
    return f"{near:.6g}" if abs(near) >= 0.0001 or near == 0 else f"{near:.2e}"


def said(value: object) -> str:
    """A value in words; empty for what cannot be said in a sentence."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return rounded(value)
    if isinstance(value, list | tuple):
        parts = [said(part) for part in value]
        return " / ".join(parts) if len(parts) <= 3 and all(parts) else ""
    if not isinstance(value, str) or not value.strip() or len(value) > 40:
        return ""
    moment = re.match(r"(\d{4}-\d\d-\d\d)[T ]", value)
    text = moment[1] if moment else value.strip()
    # Quotes and sentence ends inside a value would change how the sentence around it is read.
    return "" if re.search(r"['\"`\n?!]|\.\s|\.$", text) else text


def is_number(value: object) -> bool:
    """Whether a value can be measured against others."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def percent(share: float) -> str:
    """A share of one in percent; empty for what is none."""
    return rounded(100 * share) if 0 <= share <= 1 else ""


def _beside(value: float, other: float) -> str:
    """A number next to another one."""
    return "practically 0" if 0 < abs(value) < _NOISE * abs(other) else rounded(value)


def ranking(result: Mapping[str, Any]) -> list[tuple[float, str, list[Any]]]:
    """The figure of each group with its label and what stands in its row, from the lowest to the highest.

    Of a long series, both ends and the second; empty where a result has no groups, or does not show all of them.
    """
    facts: Facts = result.get("facts") or {}
    index = facts.get("index_name")
    if result["type"] == "dataframe":
        pairs = _of_frame(facts)
    elif result["type"] == "plot":
        pages = facts.get("axes") or [{}]
        pairs = [[*pages[0][end], []] for end in ("shortest", "tallest") if len(pages[0].get(end, ())) == 2]
    else:
        known = facts.get("head", facts.get("items", ()))
        ends = [facts.get(end) for end in ("smallest", "second", "largest")]
        shown = known if len(known) == facts.get("length") else ends
        pairs = [[*pair, []] for pair in shown if isinstance(pair, list) and len(pair) == 2]
        counted = index is None and all(is_number(pair[0]) for pair in pairs)
        pairs = [] if counted or _RANKS.search(str(result.get("name"))) else pairs
    pairs = [[figure, label_of(label, index), row] for label, figure, row in pairs if figure is not None]
    if len(pairs) < 2 or not all(is_number(figure) and label not in _STATISTICS for figure, label, _ in pairs):
        return []
    entries = [(figure, label, row) for figure, label, row in sorted(reversed(pairs), key=lambda pair: pair[0])]
    return entries if entries[-1][1] else []


def _of_frame(facts: Facts) -> list[list[Any]]:
    """Label, figure and row of each row of a small table by groups, from its first column of averages or shares."""
    rows, labels, columns = facts.get("head") or [], facts.get("index") or [], facts.get("columns") or []
    named = "index_name" in facts or all(isinstance(label, str | bool) for label in labels)
    if len(rows) != facts.get("rows") and "ends" in facts and "index_name" in facts:
        measured = next((name for name in facts["ends"] if _TELLING.match(name)), None)
        return [[label, figure, []] for label, figure in facts["ends"].get(measured, ())]
    if len(rows) != facts.get("rows") or not named or {*map(str, labels)} <= _PARTS or "all" in labels[:1]:
        return []
    measured = [at for at in range(len(columns)) if any(is_number(row[at]) for row in rows)]
    telling = [at for at in measured if _TELLING.match(columns[at])] or (measured if "rows" in columns else [])
    groups = [(label, row) for label, row in zip(labels, rows, strict=True) if label != "all"]
    return [[label, row[telling[0]], row] for label, row in groups] if telling else []


def label_of(label: object, index: object = None) -> str:
    """A group in words: a number needs to be said of what."""
    text = said(label)
    return numbered(text, in_words(str(index))) if text and index and isinstance(label, int | float) else text


def numbered(number: str, what: str) -> str:
    """A number with what it is of: "3 rooms"; years stand alone, other parts of dates are said without their column."""
    if what.startswith("number of "):
        return f"{number} {(number == '1' and singular(what[10:])) or what[10:]}"
    period = _PERIOD.search(what)
    if period and period[1].lower() in ("date", "year") and re.fullmatch(r"[12]\d{3}", number):
        return number
    return f"{period[1].lower() if period else what} {number}"


def course_of(result: Mapping[str, Any]) -> dict[str, str]:
    """Whether the figures of years or dates rise or fall, from the first to the last, and their ends between."""
    entries, facts = ranking(result), result.get("facts") or {}
    in_time = sorted(entries, key=lambda entry: entry[1])
    is_whole = len(entries) == facts.get("length", facts.get("rows")) and entries[0][0] != entries[-1][0]
    if not is_whole or not all(re.fullmatch(r"\d{4}(-\d\d){0,2}", label) for _, label, _ in entries):
        return {}
    (begin, start, _), (final, end, _) = in_time[0], in_time[-1]
    is_level = 0 < max(begin, final) <= _LEVEL * min(begin, final)
    ends = {"since": start, "at_first": rounded(begin), "until": end, "at_last": rounded(final)}
    course = "hardly changed" if is_level or begin == final else "risen" if final > begin else "fallen"
    known = {**ends, "course": course}
    known |= {"valley": entries[0][1]} if entries[0][0] < min(begin, final) else {}
    return known | ({"peak": entries[-1][1]} if entries[-1][0] > max(begin, final) else {})


def ends_of(result: Mapping[str, Any], *, share: bool = False) -> dict[str, str]:
    """The first and the last of a ranking in words, as shares in percent where they are such, and how they compare."""
    entries = ranking(result)
    if not entries:
        return {}
    (low, last, _), (second, other, _), (top, label, row) = entries[0], entries[-2], entries[-1]
    if low == top:
        return {"all": rounded(top)}

    share = share or "slices" in result["facts"].get("axes", [{}])[0].get("artists", ())

    def say(value: float, beside: float = 0) -> str:
        return f"{percent(value)} percent" if share and percent(value) else _beside(value, beside)

    weak, *_, strong = sorted(entries, key=lambda entry: abs(entry[0]))
    if say(top) == say(low):
        return {"level_all": say(top)}
    known = {"label": label, "top": say(top, low), "last": last, "low": say(low, top)}
    known |= {"top_percent": percent(top), "low_percent": percent(low), "low_size": rounded(-low) if low < 0 else ""}
    known |= {"strong": strong[1], "strong_at": say(strong[0]), "weak": weak[1], "weak_at": say(weak[0])}
    if row and is_number(row[-1]):
        known["same_percent" if percent(row[-1]) == percent(top) else "beside_percent"] = percent(row[-1])
        known |= {"more_beside": percent(row[-1])} if row[-1] > top and "beside_percent" in known else {}
    tied = [label for figure, label, _ in reversed(entries) if figure == top]
    ends = [label for figure, label, _ in reversed(entries) if figure == low]
    known["last"] = listed(ends) if 1 < len(ends) <= 3 and all(ends) else "several" if len(ends) > 1 else last
    alone = {"few": entries[-1] if len(tied) == 1 else (), "few_last": entries[0] if len(ends) == 1 else ()}
    known |= _few(result["facts"].get("columns", ()), {end: entry for end, entry in alone.items() if entry})
    if len(tied) > 1:
        known |= {"label": listed(tied), "tied": listed(tied)}
    if low <= 0:
        return known | ({"above_zero": say(top)} if low < 0 < top else {})
    if top / low <= _LEVEL:
        return known | {"level_top": known["top"], "level_low": known["low"]}
    known |= {"second": other, "second_top": say(second)} if second < top <= _CLOSE * second else {}
    return known | (
        {"times": f"{top / low:.2g}" if top / low < 100 else f"{top / low:,.0f}"} if top / low >= _TIMES
        else {"more": f"{100 * (top / low - 1):.0f}"} if top / low >= _MORE else {}
    )  # fmt: skip


def _few(columns: Sequence[str], ends: Mapping[str, tuple[float, str, list[Any]]]) -> dict[str, str]:
    """How many rows there are of the smaller one of the first and the last group, where they are few and are not its
    figure itself.
    """
    counts = [name == "rows" or name.startswith("count") for name in columns]
    at = counts.index(True) if True in counts else 0
    sizes = {end: row[at] for end, (figure, _, row) in ends.items() if row and counts[at] and figure != row[at]}
    few = {end: size for end, size in sizes.items() if is_number(size) and size < FEW}
    least = min(few.values(), default=0)
    if len(few) > 1 and len({*few.values()}) == 1:
        return {"few_both": rounded(least)}
    return {end: rounded(size) for end, size in few.items() if size == least}


def about(result: Mapping[str, Any], *, share: bool = False) -> dict[str, str]:
    """The words that the facts of a result put into the gaps of sentences about it."""
    facts: Facts = result.get("facts") or {}
    kind, count = str(result["type"]), facts.get("length", facts.get("rows"))
    if count == 0:
        return {"nothing": "nothing"}
    known = {"n": rounded(count)} if isinstance(count, int) and count > 1 else {}
    if figures := statistics(result):
        return {
            **known,
            **figures,
            "figures": listed([f"{_STATISTICS[name]} {text}" for name, text in figures.items()]),
        }
    if isinstance(facts.get("missing"), int):
        known["missing"] = rounded(facts["missing"])
    by_type = {"value": _value, "plot": _plot, "dataframe": _frame, "model": _model}
    return known | by_type.get(kind, _sequence)(facts) | ends_of(result, share=share)


def statistics(result: Mapping[str, Any]) -> dict[str, str]:
    """The figures of a result whose labels are names of statistics, by these names; empty for any other."""
    facts: Facts = result.get("facts") or {}
    pairs = facts.get("items" if result["type"] == "dict" else "head") or ()
    if result["type"] not in ("dict", "series") or len(pairs) != facts.get("length"):
        return {}
    known = all(str(label) in _STATISTICS and is_number(value) for label, value in pairs)
    largest = max((abs(value) for _, value in pairs), default=0) if known else 0
    return {label: _beside(value, largest) for label, value in pairs} if known else {}


def _frame(facts: Facts) -> dict[str, str]:
    """The size of a table; of one that has statistics of two parts, the most telling of each part."""
    columns, labels, rows = facts["columns"], [str(label) for label in facts["index"]], facts["head"]
    width = facts.get("width", len(columns))  # told where there are more columns than are
    known = {"width": rounded(width)} if width > 1 else {}
    if not {*labels} & {"mean", "median"}:
        columns, labels, rows = labels, columns, [list(column) for column in zip(*rows, strict=True)]
    by_label = dict(zip(labels, rows, strict=False))
    middle = next((name for name in ("mean", "median") if name in by_label and len(columns) == 2), "")
    if not middle or not {*columns} & _PARTS or not all(map(is_number, by_label[middle])):
        return known
    one, two = by_label[middle]
    sizes = dict(zip(("one_size", "two_size"), map(said, by_label.get("count", ())), strict=False))
    ratio = max(one, two) / min(one, two) if min(one, two) > 0 else 0
    known |= (
        {"parts_times": f"{ratio:.2g}"} if ratio >= _TIMES else {"parts_level": middle} if 0 < ratio <= _LEVEL else {}
    )
    parts = {"middle": middle, "one": rounded(one), "two": rounded(two)}
    return known | parts | sizes | {"first_part": columns[0], "second_part": columns[1]}


def _value(facts: Facts) -> dict[str, str]:
    value = facts.get("value")
    if isinstance(value, bool):
        return {"holds": "does hold" if value else "does not hold"}
    return (
        {"no_value": "no value"}
        if value is None
        else {"number" if is_number(value) else "name": said(value), "value": said(value)}
    )


def _model(facts: Facts) -> dict[str, str]:
    name = str(facts.get("class") or facts.get("name") or "")
    return {"model": name} if re.fullmatch(r"\w+", name) else {}


def _sequence(facts: Facts) -> dict[str, str]:
    """What a series, a list or an array holds: a single entry, two numbers, the lowest and the highest, or all."""
    pairs = facts.get("head", facts.get("items")) or []
    shape = facts.get("shape") or []
    if len(shape) == 2 and min(shape) > 1:
        return {"rows_of_grid": rounded(shape[0]), "width": rounded(shape[1])}
    labelled = "head" in facts or (pairs and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs))
    items = [pair[-1] if labelled else pair for pair in pairs]
    whole = len(items) == facts.get("length")
    if labelled and whole and len(items) == 1:
        return {"key": label_of(pairs[0][0], facts.get("index_name")), "entry": said(items[0])}
    ends = [facts[end][1] for end in ("smallest", "largest") if end in facts]
    ends = [min(items), max(items)] if not ends and whole and all(map(is_number, items)) else ends
    if ends and ends[0] == ends[1]:
        return {"all": rounded(ends[0])}
    known = dict(zip(("lowest", "highest"), map(rounded, ends), strict=False))
    if ends and len(items) == 2 and not labelled:
        return known | {"one": rounded(items[0]), "two": rounded(items[1])}
    texts = [said(item) for item in items] if not labelled else []
    return known | (
        {"items": listed(texts)} if whole and texts and all(texts) else {"first": texts[0]} if texts else {}
    )


def _plot(facts: Facts) -> dict[str, str]:
    """What a chart of one axes shows: its tallest bar, the ends of its line, or how much there is."""
    pages = facts.get("axes") or [{}]
    page: Facts = pages[0] if len(pages) == 1 else {}
    x, y = (said(in_words(str(page[key]))) if page.get(key) else "" for key in ("xlabel", "ylabel"))
    known = {name: rounded(count) for name, count in (page.get("artists") or {}).items() if count > 1}
    known |= {"x": x, "y": y} if x != y else {}
    if len(page.get("tallest", ())) == 3:
        edge, *others = page["tallest"]
        edge = 0 if is_number(edge) and is_number(others[0]) and abs(edge) < _NOISE * abs(others[0]) else edge
        known |= dict(zip(("from", "to", "in_bin"), map(said, (edge, *others)), strict=True))
    if "link" in page:
        known |= {"value": rounded(page["link"]), "method": "rank correlation"}
    if "begins" in page:
        (start, begin), (end, final) = page["begins"], page["ends"]
        known |= {"start": said(start), "begin": rounded(begin), "end": said(end), "final": rounded(final)}
        known |= {"moves": "rises" if final > begin else "falls"} if final != begin else {}
    return known
