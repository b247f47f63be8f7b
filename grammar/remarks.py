"""What is said about results: one sentence, true to the facts, in the voice of a colleague or of the chatbot."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grammar.language import listed
from grammar.nouns import in_words
from grammar.steps.base import plain
from grammar.voices import fitting, sentence
from grammar.words import words

Facts = Mapping[str, Any]
_SAID = words("remarks")
_STATISTICS: Mapping[str, str] = _SAID["statistics"]
_FIGURE = re.compile(r"\d[\d,.]*\d")
_RANKS = re.compile(r"_ranks?(_|$)")
"""Ends the name of a series in which the largest number is the last place."""


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


def about(result: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Which set of sentences a result calls for, and the words that its facts put into them."""
    facts: Facts = result.get("facts") or {}
    kind = str(result.get("type"))
    if not facts:
        return "other", {}
    if figures := statistics(result):
        return "statistics", {"figures": listed([f"{_STATISTICS[name]} {figure}" for name, figure in figures.items()])}
    if kind == "series":
        return _series(facts, ranks=_RANKS.search(str(result.get("name"))) is not None)
    if kind == "dataframe":
        return _frame(facts)
    if kind == "value":
        return _value(facts)
    if kind == "dict":
        return _dict(facts)
    if kind in ("list", "array", "tuple", "index", "set"):
        return _sequence(kind, facts)
    if kind == "plot":
        return _plot(facts)
    words = str(facts.get("class") or facts.get("name") or "")
    return ("model", {"model": words}) if kind == "model" and re.fullmatch(r"\w+", words) else ("other", {})


def statistics(result: Mapping[str, Any]) -> dict[str, str]:
    """The figures of a result whose labels are names of statistics, by these names; empty for any other."""
    facts: Facts = result.get("facts") or {}
    pairs = facts.get("items" if result["type"] == "dict" else "head") or ()
    if result["type"] not in ("dict", "series") or len(pairs) != facts.get("length"):
        return {}
    known = all(str(label) in _STATISTICS and is_number(value) for label, value in pairs)
    return {label: rounded(value) for label, value in pairs} if known else {}


def _count(facts: Facts, key: str) -> dict[str, str]:
    number = facts.get(key)
    return {"n": rounded(number)} if isinstance(number, int) and number > 1 else {}


def _series(facts: Facts, *, ranks: bool) -> tuple[str, dict[str, str]]:
    words = _count(facts, "length")
    if facts.get("length") == 0:
        return "nothing", {}
    top, low = facts.get("largest"), facts.get("smallest")
    if not (top and low and is_number(top[1]) and is_number(low[1])):
        first = facts.get("head") or []
        return "labels", words | ({"first": said(first[0][1])} if first else {})
    words |= {"top": rounded(top[1]), "low": rounded(low[1])}
    if top[1] == low[1] and facts.get("length") == 1:
        key = _label(top[0], facts.get("index_name"))
        return ("entries", {"key": key, "entry": rounded(top[1])}) if key else ("number", {"value": rounded(top[1])})
    if top[1] == low[1]:
        return "constant", {"top": words["top"]}
    index = facts.get("index_name")
    label, last = _label(top[0], index), _label(low[0], index)
    if ranks or not (label and last) or (index is None and is_number(top[0]) and is_number(low[0])):
        return "numbers", words
    return "signed" if low[1] < 0 else "grouped", words | {"label": label, "last": last}


def _label(label: object, index: object) -> str:
    text = said(label)
    return f"{in_words(str(index))} {text}" if text and is_number(label) and index else text


_LONGEST = 36
"""Characters of a result's name that is read out."""


def _frame(facts: Facts) -> tuple[str, dict[str, str]]:
    rows = facts.get("rows")
    if rows == 0:
        return "nothing", {}
    words = _count(facts, "rows")
    width = facts.get("width", len(facts.get("columns") or ()))
    words |= {"width": str(width)} if isinstance(width, int) and width > 1 else {}
    names, head, index = ([*(facts.get(name) or ())] for name in ("columns", "head", "index"))
    if rows == 1:
        return "one_row", words | next(_cells(names, head[0] if head else ()), {})
    labelled = rows == len(head) and all(_is_group(label) for label in index)
    ends = next(_columns_by_label(names, head, index), None) if labelled else None
    return ("frame", words) if ends is None else ("table", words | ends)


def _is_group(label: object) -> bool:
    """Whether a row's label names a group of rows, and not a statistic of them."""
    return isinstance(label, str) and bool(said(label)) and label not in _STATISTICS


def _cells(names: Sequence[object], row: Sequence[object]) -> Iterator[dict[str, str]]:
    """Yield the cells of a row that can be said, numbers first."""
    for name, value in sorted(zip(names, row, strict=False), key=lambda pair: not is_number(pair[1])):
        if (column := said(in_words(str(name)))) and said(value):
            yield {"column": column, "cell": said(value)}


def _columns_by_label(
    names: Sequence[object], rows: Sequence[Sequence[Any]], labels: Sequence[str]
) -> Iterator[dict[str, str]]:
    """Yield, for each column of different numbers, the labels of the highest and of the lowest one."""
    for place, name in enumerate(names):
        column = said(in_words(str(name)))
        values = [row[place] for row in rows if place < len(row)]
        if not column or len(values) != len(labels) or not all(map(is_number, values)):
            continue
        if found := ends_of(sorted(zip(values, labels, strict=True), key=lambda pair: pair[0])):
            yield {"column": column, **found}


def ends_of(ranked: Sequence[tuple[Any, ...]]) -> dict[str, str]:
    """Return label and figure at both ends of (figure, label, …), from low to high; empty where these figures agree."""
    (low, last, *_), (top, label, *_) = ranked[0], ranked[-1]
    return {} if low == top else {"label": label, "top": rounded(top), "last": last, "low": rounded(low)}


def _value(facts: Facts) -> tuple[str, dict[str, str]]:
    value = facts.get("value")
    if isinstance(value, bool):
        return ("yes" if value else "no"), {}
    words = said(value)
    if not words:
        return "other", {}
    return ("number" if is_number(value) else "name"), {"value": words}


def _dict(facts: Facts) -> tuple[str, dict[str, str]]:
    items = facts.get("items") or []
    words = _count(facts, "length")
    pairs = [(said(key), value) for key, value in items if isinstance(key, str) and said(key) and is_number(value)]
    whole = len(pairs) == facts.get("length") and len(pairs) > 1
    if not pairs:
        return ("sequence", words) if words else ("other", {})
    best, worst = max(pairs, key=lambda pair: pair[1]), min(pairs, key=lambda pair: pair[1])
    if whole and best[1] > worst[1]:
        known = {"label": best[0], "top": rounded(best[1]), "last": worst[0], "low": rounded(worst[1])}
        return "grouped", words | known
    return "entries", words | {"key": pairs[0][0], "entry": rounded(pairs[0][1])}


def _sequence(kind: str, facts: Facts) -> tuple[str, dict[str, str]]:
    items = facts.get("items") or []
    if facts.get("length") == 0:
        return "nothing", {}
    if kind == "tuple" and len(items) == 2 and all(is_number(item) for item in items):
        return "pair", {"one": rounded(items[0]), "two": rounded(items[1])}
    shape = facts.get("shape") or []
    if len(shape) == 2 and min(shape) > 1:
        return "grid", {"rows": rounded(shape[0]), "width": rounded(shape[1])}
    words = _count(facts, "length")
    if items and kind != "set":
        words |= {"first": said(items[0])} if not isinstance(items[0], list) else {}
    if len(items) == facts.get("length") and len(items) > 1 and all(is_number(item) for item in items):
        words |= {"top": rounded(max(items)), "low": rounded(min(items))}
    return "sequence", words


def _plot(facts: Facts) -> tuple[str, dict[str, str]]:
    axes = facts.get("axes") or []
    words: dict[str, str] = {}
    if axes and isinstance(axes[0], Mapping):
        x, y = (said(in_words(label)) if (label := str(axes[0].get(key) or "")) else "" for key in ("xlabel", "ylabel"))
        words |= {"x": x, "y": y} if x and y and x != y else {"x": x} if x else {}
        bars = (axes[0].get("artists") or {}).get("bars", 0)
        words |= {"bars": str(bars)} if isinstance(bars, int) and 2 <= bars <= 30 and len(axes) == 1 else {}
    return "plot", words


def remark_on(results: Sequence[Mapping[str, Any]], chance: random.Random, heard: str = "") -> str:
    """A colleague's sentence about one of the results; a word of acknowledgement where it was `heard` before."""
    if not results or chance.random() < 0.1:
        return sentence(_SAID["generic"], chance)
    kind, words = about(chance.choice(results))
    remark = sentence(_said(_SAID["remarks"], kind, words), chance, words)
    known = {*_FIGURE.findall(remark)} & {*_FIGURE.findall(heard)}
    return sentence(_SAID["generic"], chance) if known else remark


def finding_on(results: Sequence[Mapping[str, Any]], chance: random.Random) -> str:
    """The chatbot's sentences about the results, each 10 to 30 words long where its facts allow it."""
    told = [(*about(result), _in_words(str(result["name"]))) for result in results]
    return " ".join(_finding(kind, words | named, chance) for kind, words, named in told) or _finding(
        "other", {}, chance
    )


def _in_words(name: str) -> dict[str, str]:
    """A result's name, where it reads as words."""
    return {} if re.search(r"\d|plot", name) or len(name) > _LONGEST else {"it": plain(name)}


def _finding(kind: str, words: dict[str, str], chance: random.Random) -> str:
    texts = [sentence(_said(_SAID["findings"], kind, words), chance, words) for _ in range(12)]
    return next((text for text in texts if 10 <= len(text.split()) <= 30), texts[0])


def _said(sentences: Mapping[str, tuple[str, ...]], kind: str, words: dict[str, str]) -> tuple[str, ...]:
    """The sentences that the facts can fill, those with facts in them before those without."""
    fits = fitting(sentences.get(kind, ()), words)
    telling = [one for one in fits if "{" in one]
    return tuple(telling * 3 + [one for one in fits if "{" not in one]) or sentences["other"]
