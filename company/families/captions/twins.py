"""Twins: a caption again with one claim made untrue, in its words as well as in its code.

Of each kind of untruth, what might be changed is proposed here; whether it is false then is for the sandbox to say.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.families.captions.aspects import NUMBER
from company.families.captions.records import Caption, Claim, Untruth

LENGTH = 0.1
"""The share by which a twin may be longer or shorter."""
OFF = 0.1
"""The share by which a value is off at the least."""
_FAR = (0.18, 0.45)
"""Shares of the span of what is drawn by which it is off, so that it can be seen."""
_COARSE = 0.05
"""The share of the span by whose steps an untrue value is round at the most."""
_TREND = (
    ("first rose and then fell", "first fell and then rose"),
    ("rose at first and fell later", "fell at first and rose later"),
    ("first goes up and then down", "first goes down and then up"),
    ("goes up first and then down", "goes down first and then up"),
    ("rises and then falls", "falls and then rises"),
    ("first rises, then falls", "first falls, then rises"),
    ("rises", "falls"),
    ("rose", "fell"),
    ("rise", "fall"),
    ("rising", "falling"),
    ("increases", "decreases"),
    ("increased", "decreased"),
    ("increase", "decrease"),
    ("increasing", "decreasing"),
    ("grows", "shrinks"),
    ("upward", "downward"),
    ("upwards", "downwards"),
    ("goes up", "goes down"),
    ("climbs", "drops"),
    ("higher", "lower"),
)
_COMPARISON = (
    ("widest", "narrowest"),
    ("largest", "smallest"),
    ("above", "below"),
    ("higher", "lower"),
    ("highest", "lowest"),
    ("most", "least"),
    ("more", "less"),
    ("larger", "smaller"),
    ("greatest", "smallest"),
    ("greater", "less"),
    ("maximum", "minimum"),
)
_TURNS = ("rises_then_falls", "falls_then_rises")
_TURNED = {
    **{
        one: other
        for pair in (("rises", "falls"), ("above", "below"), ("highest_at", "lowest_at"), _TURNS)
        for one, other in (pair, pair[::-1])
    },
    **{
        one: other
        for pair in (("higher_at", "lower_at"), ("varies_most", "varies_least"), ("max", "min"))
        for one, other in (pair, pair[::-1])
    },
}
"""Functions that say the contrary of one another."""
_TOPICS = {
    "course": {"rises", "falls", *_TURNS, "goes_no_way", "change", "at", "highest_at", "lowest_at"},
    "place": {"above", "below", "higher_at", "lower_at"},
    "variation": {"varies_most", "varies_least", "reach"},
}
_AT_A_PLACE = ("at", "highest_at", "lowest_at", "higher_at", "lower_at")
"""Functions whose second argument is a place."""
_OPERATORS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Gt: ast.Lt,
    ast.Lt: ast.Gt,
    ast.GtE: ast.LtE,
    ast.LtE: ast.GtE,
}


@dataclass(frozen=True)
class Twin:
    """A caption that might be untrue in one claim."""

    text: str
    untruth: Untruth
    claims: tuple[Claim, ...]
    """Of the twin, its untrue one as though it were true."""
    changed: int
    """The place of that among them."""


@dataclass(frozen=True)
class Around:
    """What untruths are made of."""

    labels: Sequence[str]
    """Of the series."""
    outside: Sequence[str]
    """Names of the field that the figure does not show."""
    inside: Sequence[str]
    """Names that stand within its texts, and may give way to those."""
    values: Sequence[float]
    """All that are drawn."""

    @property
    def low(self) -> float:
        """The lowest value that is drawn."""
        return min(self.values)

    @property
    def high(self) -> float:
        """The highest value that is drawn."""
        return max(self.values)


def twins_of(caption: Caption, kind: Untruth, around: Around, chance: random.Random) -> Iterator[Twin]:
    """Yield twins of a kind, in any order; none is longer or shorter than allowed."""
    order = [at for at, claim in enumerate(caption.claims) if claim.truth == "true"]
    chance.shuffle(order)
    for at in order:
        claim = caption.claims[at]
        if not _alone_in(caption, at):
            continue
        words = caption.text[slice(*claim.span)]
        for new_words, code in _WAYS[kind](words, claim.code, caption.text, around, chance):
            made = _replaced(caption, at, new_words, code, kind)
            if made is not None and not _alone_in(made, at):
                continue  # it speaks of another series now, of which something else is said
            if made is not None and abs(len(made.text) - len(caption.text)) <= LENGTH * len(caption.text):
                yield made


def _replaced(caption: Caption, at: int, words: str, code: str, kind: Untruth) -> Twin | None:
    """Return the caption with other words in the place of a claim; None where another claim shares these."""
    start, end = caption.claims[at].span
    longer = len(words) - (end - start)
    claims: list[Claim] = []
    for place, claim in enumerate(caption.claims):
        first, last = claim.span
        if place == at:
            claims.append(claim.model_copy(update={"span": (start, start + len(words)), "code": code}))
        elif last <= start:
            claims.append(claim)
        elif first >= end:
            claims.append(claim.model_copy(update={"span": (first + longer, last + longer)}))
        else:
            return None
    return Twin(caption.text[:start] + words + caption.text[end:], kind, tuple(claims), at)


def _subjects(code: str) -> set[str]:
    """Return the series that a claim speaks of, "" for an only one; none of one that merely names what is there."""
    if re.match(r"\s*(?:names|shows|count)\(", code):
        return set()
    return {str(node.value).casefold() for node in _constants(code) if isinstance(node.value, str)} or {""}


def _alone_in(caption: Caption | Twin, at: int) -> bool:
    """Return whether nothing else in a caption speaks of what a claim does, so that an untruth contradicts nothing."""
    code = caption.claims[at].code
    others = [claim.code for place, claim in enumerate(caption.claims) if place != at]
    return not any(_subjects(code) & _subjects(other) and _topics(code) & _topics(other) for other in others)


def _topics(code: str) -> set[str]:
    """Return what a claim says of a series: its course, its place among others, how it varies; or, if open, all."""
    called = set(re.findall(r"(\w+)\(", code))
    return {topic for topic, names in _TOPICS.items() if called & names} or {*_TOPICS}


Ways = Iterator[tuple[str, str]]


def _value(words: str, code: str, text: str, around: Around, chance: random.Random) -> Ways:
    """Yield the words with one number another, within what is drawn where that can be."""
    for match in NUMBER.finditer(words):
        if any(each.start() <= match.start() < each.end() for each in _named(words, around.labels)):
            continue  # it is part of a name
        said, span = float(match[0].replace(",", "")), around.high - around.low
        literals = [node for node in _values(code) if node.value == said]
        if len(literals) != 1 or not around.low - span * 0.05 <= said <= around.high + span * 0.05:
            continue
        decimals = len(match[0].partition(".")[2])
        # As round as another value of the figure: where most prices are told in thousands, an odd one would be noticed.
        grain = _grain(chance.choice(around.values), decimals, span)
        ways = [said + sign * span * chance.uniform(*_FAR) for sign in (-1, 1) for _ in range(2)]
        ways = [round(value / grain) * grain for value in ways]
        chance.shuffle(ways)
        inside = [value for value in ways if around.low <= value <= around.high]
        for value in inside or ways:
            if abs(value - said) < OFF * abs(said) or (value < 0 <= around.low):
                continue
            new = f"{value:,.{decimals}f}" if "," in match[0] or abs(value) < 1000 else f"{value:.{decimals}f}"
            literal = new.replace(",", "")
            yield words[: match.start()] + new + words[match.end() :], _with(code, literals[0], literal)


def _grain(value: float, decimals: int, span: float) -> float:
    """Return the round step of which a value is a multiple as it is told; none that is coarse beside what is drawn."""
    digits = f"{abs(value):.{decimals}f}".replace(".", "").lstrip("0")
    zeros = len(digits) - len(digits.rstrip("0"))
    step = float(10.0 ** (zeros - decimals)) * (5 if digits.rstrip("0").endswith("5") else 1)
    while digits and step > _COARSE * span and zeros:
        zeros -= 1
        step = float(10.0 ** (zeros - decimals))
    return step if digits else float(10.0**-decimals)


def _label(words: str, code: str, text: str, around: Around, chance: random.Random) -> Ways:
    """Yield the words with the name of another series."""
    labels = dict.fromkeys(node.value for node in _constants(code) if isinstance(node.value, str))
    for label in labels:
        if (match := _once(label, words)) and _in(label, around.labels):
            others = [each for each in around.labels if not _standing(each).search(words)]
            for other in chance.sample(others, len(others)):
                new = _like(other, match[0])
                changed = code
                for node in reversed([each for each in _constants(code) if each.value == label]):
                    changed = _with(changed, node, repr(new))
                yield words[: match.start()] + new + words[match.end() :], changed


def _outside(words: str, code: str, text: str, around: Around, chance: random.Random) -> Ways:
    """Yield the words with a name of the field that does not stand on the figure."""
    for node in _constants(code):
        if not isinstance(node.value, str) or _in(node.value, around.labels):
            continue
        for inside in around.inside:
            within, match = _standing(inside).search(node.value), _alone(inside, words, text)
            if within is None or match is None:
                continue
            for other in chance.sample(list(around.outside), len(around.outside)):
                new = _like(other, match[0])
                literal = node.value[: within.start()] + new + node.value[within.end() :]
                yield words[: match.start()] + new + words[match.end() :], _with(code, node, repr(literal))


def _trend(words: str, code: str, text: str, around: Around, chance: random.Random) -> Ways:
    """Yield the words with the direction turned, where that is what is said."""
    if re.search(r"\b(?:rises\w*|falls\w*|change)\(", code) or "values" in code:
        yield from _turned(words, code, _TREND, around.labels)


def _comparison(words: str, code: str, text: str, around: Around, chance: random.Random) -> Ways:
    """Yield the words with a comparison turned."""
    if not re.search(r"\b(?:rises|falls)\w*\(", code):
        yield from _turned(words, code, _COMPARISON, around.labels)


def _turned(words: str, code: str, pairs: Sequence[tuple[str, str]], names: Sequence[str]) -> Ways:
    """Yield the words with one of a pair in the place of the other, where they are no part of a name."""
    named = [(each.start(), each.end()) for each in _named(words, names)]
    for one, other in (way for pair in pairs for way in (pair, pair[::-1])):
        standing = _standing(one).finditer(words)
        found = [each for each in standing if not any(start <= each.start() < end for start, end in named)]
        if len(found) == 1 and (contrary := _contrary(code)) is not None:
            match = found[0]
            yield words[: match.start()] + _like(other, match[0]) + words[match.end() :], contrary
            return  # shorter words within these would turn a part of what is said


_WAYS = {"value": _value, "label": _label, "trend": _trend, "comparison": _comparison, "outside": _outside}


def _contrary(code: str) -> str | None:
    """Return code that says the contrary: with one function or operator turned; None where that is not one."""
    try:
        tree = ast.parse(code, mode="eval")
    except SyntaxError:
        return None
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in _TURNED]
    signs = [node for node in ast.walk(tree) if isinstance(node, ast.Compare) and type(node.ops[0]) in _OPERATORS]
    if len(names) + len(signs) != 1:
        return None
    for name in names:
        name.id = _TURNED[name.id]
    for sign in signs:
        sign.ops[0] = _OPERATORS[type(sign.ops[0])]()
    return ast.unparse(tree)


def _constants(code: str) -> list[ast.Constant]:
    """Return the literals of an expression in one line, in their order; none of another."""
    if "\n" in code.strip():
        return []
    try:
        tree = ast.parse(code, mode="eval")
    except SyntaxError:
        return []
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return sorted(found, key=lambda node: node.col_offset)


def _values(code: str) -> list[ast.Constant]:
    """Return the numbers of an expression that are no places along the axis."""
    found = _constants(code)
    calls = [node for node in ast.walk(ast.parse(code, mode="eval")) if isinstance(node, ast.Call)] if found else []
    places = {
        (place.col_offset, place.end_col_offset)
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in _AT_A_PLACE
        for place in call.args[1:2]
    }
    return [node for node in found if _is_number(node.value) and (node.col_offset, node.end_col_offset) not in places]


def _with(code: str, node: ast.Constant, literal: str) -> str:
    """Return code with another literal in the place of one, which stands in its only line."""
    raw = code.encode()
    return (raw[: node.col_offset] + literal.encode() + raw[node.end_col_offset :]).decode()


def _once(name: str, words: str) -> re.Match[str] | None:
    """Return where a name stands in some words, where it does so once."""
    found = list(_standing(name).finditer(words))
    return found[0] if len(found) == 1 else None


def _alone(name: str, words: str, text: str) -> re.Match[str] | None:
    """Return where a name stands in some words, where that is its only place in the whole text."""
    found = list(_standing(name).finditer(words))
    return found[0] if len(found) == 1 == len(_standing(name).findall(text)) else None


def _named(words: str, names: Sequence[str]) -> Iterator[re.Match[str]]:
    """Yield where names stand in some words."""
    return (match for name in names for match in _standing(name).finditer(words))


def _standing(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)


def _in(text: str, texts: Sequence[str]) -> bool:
    return any(text.casefold() == each.casefold() for each in texts)


def _like(new: str, old: str) -> str:
    """Return a text with a capital where the old one has one."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
