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

MatchKind = Literal["item", "either", "asked of you", "unknown"]
LEAST = 0.34
"""Of a question's likeness to an item; below it, it is for none."""
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
    "a about after again all also am an and any are as at be been before being but by can could did do does doing each for from get give had"
    " has have he her him his how i if in into is it its just know let like may me mean means meant might more must my need no not now of"
    " off okay on once one or other our out please quick question say shall she should so some still such sure tell than that the their them then"
    " there these they thing this those to too under up us use used using very want was way we were what when where whether which"
    " who will with would you your remind again exactly here hello hi earlier agreed agree definition define defined".split()
)
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
"""Words by which one asks for a kind of term."""
_WORK = r"(?:results?|answers?|outputs?|code|script|quer(?:y|ies)|tables?|numbers?|figures?|totals?|series|frames?|dataframes?|calculations?|approach|work|solution|chart|plot)"
_ASKS_WORK = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b(?:is|are|was|were|does|do|did)\s+(?:my|this|that|these|those|the|it|i)\b[^?.]*\b(?:right|correct|ok|okay|fine|good|look|looks|match|matches|expected|acceptable|make sense)\b",
        rf"\b(?:can|could|would|will)\s+you\s+(?:please\s+)?(?:confirm|check|verify|approve|review|validate|look at|sign off)\b",
        rf"\b(?:happy with|sign off|approve|good enough|good to go)\b",
        rf"\b(?:what|which)\s+(?:is|are|was|were|does|do|did|would)\s+(?:the\s+|your\s+|my\s+|you\s+)?(?:\w+\s+){{0,3}}?(?:final\s+|right\s+|correct\s+|expected\s+)?(?:result|answer|output|solution)s?\b",
        rf"\b(?:give|show|tell|send|write|share|provide)\s+(?:me|us)?\s*(?:the\s+|your\s+|some\s+|a\s+)?(?:\w+\s+){{0,2}}?{_WORK}\b",
        r"\b(?:code|pandas|numpy|python|snippet|syntax|groupby|merge|function call|dtype|lambda)\b",
        r"\bwhat\s+(?:value|values|number|numbers|figure|figures|total)\s+(?:do|did|should|would|will|are|is|have)\s+(?:you|i|we|the|it|there)\b[^?.]*\b(?:get|got|see|expect|expected|come|comes|have|result|obtain|show)\b",
        r"\bhow\s+many\s+(?:\w+\s+){1,4}?(?:are|were|is|do|did|remain|left|should|in)\b",
        r"\bwhich\s+(?:\w+\s+){1,3}?(?:comes?|came|is|has|had|have|leads?|ranks?|wins?|won)\s+(?:the\s+)?(?:out|on|at|first|top|most|highest|lowest|best|worst|largest|smallest|biggest)\b",
        r"\bwhat(?:'s|\s+is|\s+was|\s+are)\s+the\s+(?:\w+\s+){0,2}?(?:mean|average|median|sum|total|count|maximum|minimum|highest|lowest|share|percentage|number)\s+(?:of|for|in|by|price|value|per)\b",
    )
)  # fmt: skip
"""How one asks for a result, for code or for approval."""


class Matcher:
    """Matches questions with the items of one record."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self._texts = {term.slot: [_tokens(text) for text in (term.name, *term.phrasings)] for term in terms}
        self._words = {term.slot: _vocabulary(term) for term in terms}
        counts = Counter(word for words in self._words.values() for word in words)
        many = max(1, len(terms))
        self._weights = {word: math.log(1 + many / count) for word, count in counts.items()}
        self._names = {term.slot: frozenset(_tokens(term.name)) for term in terms}

    def match(self, question: str, among: Collection[str]) -> Matched:
        """Return what a question is for, among the items of these slots."""
        asked = list(dict.fromkeys(_tokens(question)))
        likeness = {slot: self._likeness(slot, asked) for slot in self._words if slot in among}
        ranked = sorted(likeness, key=lambda slot: -likeness[slot])
        best = likeness[ranked[0]] if ranked else 0.0
        if asks_for_work(question):
            return Matched("asked of you")
        if best < LEAST:
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
        return self._weights.get(word, 0.7)


def asks_for_work(question: str) -> bool:
    """Return whether a question wants a result, code or approval, which the client asks for herself."""
    return any(form.search(question) for form in _ASKS_WORK)


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
    """Return a word without the endings that questions change."""
    for ending, least in (("ing", 6), ("ies", 5), ("ed", 5), ("es", 5), ("s", 4), ("ly", 6)):
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            base = word[: -len(ending)]
            return base + "y" if ending == "ies" else base[:-1] if base[-1:] == base[-2:-1] and ending != "s" else base.rstrip("e") or base
    return word.rstrip("e") if len(word) > 3 else word  # noqa: PLR2004 - "rate" and "rating" are the same word
