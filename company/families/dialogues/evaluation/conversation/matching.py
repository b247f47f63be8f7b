"""Which item of the record a question is for: by names, columns, numbers and phrasings."""

from __future__ import annotations

import ast
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from company.families.dialogues.evaluation.conversation.record import Term

MatchKind = Literal["item", "either", "reach", "purpose", "asked of you", "unknown"]
LEAST = 0.34
"""Of a question's likeness to an item; below it, it is for none."""
UNNAMED = 0.5
"""The same where a question has no word of the item's name but those of columns: it may be about these alone."""
MARGIN = 0.8
"""Two items are as likely where the second has at least this share of the first one's likeness."""


@dataclass(frozen=True)
class Matched:
    """What a question is for."""

    kind: MatchKind
    slots: tuple[str, ...] = ()
    """The item; of "either", both."""

    def __str__(self) -> str:
        return " or ".join(self.slots) if self.slots else self.kind


_STOP = frozenset(
    """
    a about after again agree agreed all also am an and any are as at be been before being but by can could define
    defined definition did do does doing each earlier exactly for from get give had has have he hello her here hi him
    his how i if in into is it its just know let like many may me mean means meant might more much must my need no not
    now of off okay on once one or other our out please quick question remind say shall she should so some still such
    sure tell than that the their them then there these they thing this those to too under up us use used using very
    want was way we were what when where whether which who will with would you your
    """.split()  # noqa: SIM905 - a list of words reads better than a word a line
)
_SAME: Mapping[str, str] = {
    "tied": "tie", "cancellation": "cancel", "cancelled": "cancel", "canceled": "cancel", "usd": "dollar",
    "gbp": "pound", "eur": "euro", "thousandth": "thousand", "kids": "child", "children": "child",
}  # fmt: skip
"""Words that are asked with, and those that records have instead."""
_KINDS: Mapping[str, str] = {
    "line": "line threshold limit cutoff bound minimum maximum least",
    "filter": "filter keep only restrict subset",
    "exclusion": "exclude excluded drop dropped leave ignore without remove skip",
    "measure": "measure compute formula calculate amount",
    "unit": "unit scale thousands hundreds divide",
    "rounding": "round rounded decimal decimals digit digits place places precision",
    "ties": "tie ties tied equal",
    "year": "year starts start begins begin",
    "rates": "rate rates factor factors exchange convert",
}
"""Words by which one asks for a kind of term; alone they tell less than others."""
_OF_A_KIND = 0.6
_UNKNOWN = 1.2
"""The weight of a word that is on no record; one that is in a single item of ten has 2.4."""
_WORK = (
    r"(?:results?|answers?|outputs?|code|script|quer(?:y|ies)|tables?|numbers?|figures?|totals?|series|(?:data)?frames?"
    r"|calculations?|approach|work|solution|chart|plot)"
)
_GOOD = r"(?:right(?! now)|correct|ok|okay|fine|good|looks?|match|matches|expected|acceptable|make sense)"
_BE = r"(?:'s|\s+(?:is|are|was|were))"
_ASKS_WORK = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b(?:is|are|was|were|does|do|did)\s+(?:my|this|that|these|those|the|it|i)\b[^?.]*\b{_GOOD}\b",
        r"\b(?:can|could|would|will)\s+you\s+(?:please\s+)?"
        r"(?:confirm|check|verify|approve|review|validate|look at|sign off)\b",
        r"\b(?:happy with|sign off|approve|good enough|good to go)\b",
        rf"^\W*(?:so\s+)?(?:is|are)\s+[\d.,]+\s+{_GOOD}\b",
        rf"\b(?:what|which){_BE}?\s+(?:\w+\s+){{0,4}}?(?:results?|answers?|outputs?|solutions?)\b",
        rf"\b(?:give|show|tell|send|write|share|provide)\s+(?:me\s+|us\s+)?(?:the\s+|your\s+|some\s+|a\s+)?"
        rf"(?:\w+\s+){{0,2}}?{_WORK}\b",
        r"\b(?:run|do|compute|calculate|work out|write)\b[^?.]*\bfor me\b",
        r"\b(?:code|pandas|numpy|python|snippet|syntax|groupby|function call|dtype|lambda)\b",
        r"\bwhat\s+(?:values?|numbers?|figures?|totals?)\b[^?.]*\b(?:get|got|see|expect|expected|comes?|result|obtain)\b",
        r"\bhow\s+many\s+(?:\w+\s+){1,4}?(?:(?:are|were|is|should be)\s+(?:there|left|in)|should\s+there\s+be|remain"
        r"|(?:do|did)\s+(?:you|i|we)\s+(?:get|see|find|count))\b",
        r"\bwhich\s+(?:\w+\s+){1,3}?(?:comes?|came|is|has|had|have|leads?|ranks?|wins?|won)\s+(?:the\s+)?"
        r"(?:out\s+on\s+top|at\s+the\s+top|first|top|most|highest|lowest|best|worst|largest|smallest|biggest)\b",
        r"\bwhat\s+(?:do|did)\s+you\s+(?:get|have|see|find)\b",
        rf"\bwhat{_BE}\s+the\s+(?:\w+\s+){{0,2}}?(?:mean|average|median|sum|total|overall|highest|lowest|largest)\b",
    )
)
"""How one asks for a result, for code or for approval."""
_ASKS_PURPOSE = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"\bwhat\s+(?:do|are|would|did)\s+(?:you|we)\s+(?:really\s+|actually\s+|ultimately\s+)?(?:want|wish|need|hope|hoping|try|trying|like)"
        r"(?:ing)?\s+to\s+(?:find\s+out|know|learn|decide|answer|achieve|understand|see)\b",
        r"\bwhat(?:'s|\s+is|\s+was)\s+(?:the|your|our)\s+(?:\w+\s+){0,2}?"
        r"(?:question|goal|aim|purpose|objective|decision)\b",
        r"\b(?:what|which)\s+(?:\w+\s+){0,2}?(?:question|decision|goal|purpose)\b",
        r"\bwhat(?:'s|\s+is|\s+are)\s+(?:this|that|it|these)\s+(?:all\s+)?(?:for|about|meant\s+to\s+(?:show|tell))\b",
        r"\bwhy\s+(?:do|are|would)\s+(?:you|we)\s+(?:want|need|ask|asking|look|looking|interested)\b",
        r"\bwhat\s+(?:will|would|do)\s+you\s+(?:use|do\s+with|decide)\b",
    )
)
"""How one asks what the client wants to find out at all."""
_MADE = r"(?:results?|outputs?|variables?|series|frames?|turns?|answers?)"
_ASKS_REACH = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"\bre-?(?:do|done|run|make|made|comput\w+|calculat\w+|build|built)\b",
        r"\b(?:make|made|comput\w+|calculat\w+|run|brought?|bring)\b[^?.]*\b(?:again|anew|up to date)\b",
        rf"\b(?:earlier|previous|existing|prior|past|old)\s+(?:\w+\s+){{0,2}}?{_MADE}\b",
        r"\balready\b[^?.]*\b(?:have|made|computed|calculated|stored|saved|there)\b",
        r"\bretroactiv\w+|\bgoing forward\b|\bfrom (?:now|here) on\b",
        r"\b(?:this|one) (?:question|turn) (?:only|alone)\b|\b(?:only|just) (?:for )?this (?:question|turn|once)\b",
    )
)
"""How one asks how far what a turn changes reaches: what is made again, and how long it holds."""

_QUOTED = re.compile(r"['‘]([^'’]+)['’]")
"""Columns and labels, as words say them."""


class Matcher:
    """Matches questions with the items of one record."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self._names = {term.slot: _tokens(term.name) for term in terms}
        self._texts = {term.slot: [_tokens(text) for text in (term.name, *term.phrasings)] for term in terms}
        self._words = {term.slot: _vocabulary(term) for term in terms}
        self._named = {term.slot: _own_words(term) for term in terms}
        counts = Counter(word for words in self._words.values() for word in words)
        many = max(1, len(terms))
        named = {word for term in terms for word in _tokens(term.name)}
        kinds = {word for words in _KINDS.values() for word in _tokens(words)} - named
        self._weights = {
            word: math.log(1 + many / count) * (_OF_A_KIND if word in kinds else 1.0) for word, count in counts.items()
        }

    def match(self, question: str, among: Collection[str]) -> Matched:
        """Return what a question is for, among the items of these slots."""
        if any(form.search(question) for form in _ASKS_REACH):
            return Matched("reach")
        if asks_for_work(question):
            return Matched("asked of you")
        words = _tokens(question)
        called = [slot for slot in self._names if slot in among and _stands_in(self._names[slot], words)]
        if len(called) == 1:  # whatever else is asked with it, such as whether a limit itself belongs to it
            return Matched("item", (called[0],))
        asked = list(dict.fromkeys(words))
        likeness = {slot: self._likeness(slot, asked) for slot in self._words if slot in among}
        ranked = sorted(likeness, key=lambda slot: -likeness[slot])
        best = likeness[ranked[0]] if ranked else 0.0
        is_named = any(self._named[slot] & {*asked} for slot in ranked if likeness[slot] >= MARGIN * best)
        if best < (LEAST if is_named else UNNAMED):
            return Matched("unknown")
        if len(ranked) > 1 and likeness[ranked[1]] >= MARGIN * best:
            return Matched("either", tuple(ranked[:2]))
        return Matched("item", (ranked[0],))

    def _likeness(self, slot: str, asked: Sequence[str]) -> float:
        """Return how much of a question an item's words hold, and how like it is to one of its phrasings; 0 to 1."""
        total = sum(self._weight(word) for word in asked)
        if not total:
            return 0.0
        held = sum(self._weight(word) * self._words[slot].get(word, 0.0) for word in asked) / total
        like = max((self._cosine(asked, text) for text in self._texts[slot]), default=0.0)
        return (held + like) / 2

    def _cosine(self, one: Sequence[str], other: Sequence[str]) -> float:
        shared = sum(self._weight(word) ** 2 for word in set(one) & set(other))
        sizes = (sum(self._weight(word) ** 2 for word in set(words)) for words in (one, other))
        size = math.sqrt(math.prod(sizes))
        return shared / size if size else 0.0

    def _weight(self, word: str) -> float:
        """Return how much a word tells; one that is on no record says that something else is asked for."""
        return self._weights.get(word, _UNKNOWN)


def _stands_in(name: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether a name of several words stands in others as it is."""
    size = len(name)
    return size > 1 and any(list(words[at : at + size]) == list(name) for at in range(len(words) - size + 1))


def asks_for_purpose(question: str) -> bool:
    """Return whether a question wants to know what the client would find out or decide."""
    return any(form.search(question) for form in _ASKS_PURPOSE)


def asks_for_work(question: str) -> bool:
    """Return whether a question wants a result, code or approval, which the client asks for herself."""
    return any(form.search(question) for form in _ASKS_WORK)


def _own_words(term: Term) -> set[str]:
    """Return the words of a term's name that no column of its content has."""
    quoted = [text for version in term.versions for text in (*_columns(version.code), *_QUOTED.findall(version.says))]
    return {*_tokens(term.name)} - {*_tokens(" ".join(quoted))}


def _vocabulary(term: Term) -> dict[str, float]:
    """Return the words by which a term is asked for, each with how surely it is meant by them."""
    words: dict[str, float] = {}

    def add(text: Iterable[str], weight: float) -> None:
        for word in text:
            words[word] = max(weight, words.get(word, 0.0))

    add(_tokens(_KINDS.get(term.kind, "")), 0.5)
    for version in term.versions:
        add(_tokens(version.says), 0.6)
        add(_tokens(" ".join(_columns(version.code))), 0.8)
    for phrasing in term.phrasings:
        add(_tokens(phrasing), 0.9)
    add(_tokens(term.name), 1.0)
    return words


def _columns(code: str) -> list[str]:
    """Return the texts in code: columns, and labels that stand in them."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except (SyntaxError, ValueError):
        return []
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def _tokens(text: str) -> list[str]:
    found = re.findall(r"\d+(?:\.\d+)?|[a-z]+", text.lower().replace("'s ", " ").replace("_", " ").replace(",", ""))
    return [_stem(word) for word in found if word not in _STOP]


def _stem(word: str) -> str:
    """Return a word without the endings that questions change; "rate" and "rates", "rounding" and "rounded" are one."""
    word = _SAME.get(word, word)
    for ending, fewest in (("ing", 6), ("ies", 5), ("ed", 5), ("es", 5), ("s", 4), ("ly", 6)):
        if word.endswith(ending) and len(word) >= fewest and not word.endswith("ss"):
            base = word[: -len(ending)]
            if ending == "ies":
                return f"{base}y"
            doubled = base[-1:] == base[-2:-1] and ending in ("ing", "ed")
            return base[:-1] if doubled else _without_e(base)
    return _without_e(word)


def _without_e(word: str) -> str:
    return word.rstrip("e") if len(word) > len("tie") else word
