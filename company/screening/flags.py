"""Passages of a text that a person should see before it is published (paper, section 10)."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from company.records import Flag, FlagKind
from company.screening.hidden import hidden, revealed, said_in_code
from company.screening.listed import listed

WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’](?=[^\W\d_]{2})|-(?=[^\W\d_]))*")
"""A word as a name may be one, with apostrophes and hyphens inside, without the end of a possessive."""
_SHORT = 4
_INSTRUCTS: FlagKind = "instructs_reviewer"
_LITERAL = re.compile(r"[rbuf]{0,2}('''|\"\"\"|'|\")(?P<inside>.*)\1", re.DOTALL | re.IGNORECASE)
_LOOSE = re.compile(r"#[^\n]*|'''.*?'''|\"\"\".*?\"\"\"|'[^'\n]*'|\"[^\"\n]*\"", re.DOTALL)


@dataclass(frozen=True)
class Data:
    """Words that are the table's own, and never a flag by themselves."""

    words: Collection[str] = ()
    """Values and column names, as they are written."""
    folded: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "folded", frozenset(word.strip().casefold() for word in self.words))

    @cached_property
    def short(self) -> frozenset[str]:
        """Words of values and column names that have at most four of them; longer ones are prose."""
        named = (WORD.findall(word) for word in self.folded)
        return frozenset(word for words in named if len(words) <= _SHORT for word in words)

    @cached_property
    def longest(self) -> int:
        """The length of the longest word."""
        return max(map(len, self.folded), default=0)

    def holds(self, passage: str) -> bool:
        """Return whether a passage is nothing but a value or a column name."""
        return passage.strip().casefold() in self.folded

    def names(self, passage: str) -> bool:
        """Return whether a passage is a value or a column name, or made of words of short ones."""
        words = WORD.findall(passage.casefold())
        return self.holds(passage) or (bool(words) and self.short.issuperset(words))

    def around(self, text: str, start: int, end: int) -> bool:
        """Return whether a passage is in quotes, alone or with words beside it, that hold a value or a column name."""
        reach = self.longest + 2
        before = max(text.rfind(mark, max(0, end - reach), start) for mark in _QUOTES)
        if before < 0:
            return False
        closing = _QUOTES[text[before]]
        after = text.find(closing, end, before + reach)
        return after >= 0 and closing not in text[before + 1 : start] and self.holds(text[before + 1 : after])


_QUOTES = {"'": "'", '"': '"', "`": "`", "“": "”", "‘": "’"}
NOTHING = Data()


def flags_in(text: str, field: str, data: Data = NOTHING) -> tuple[Flag, ...]:
    """Return the passages of a text to flag, in their order; of one kind, passages that overlap are one flag."""
    return tuple(_flags(text, field, data))


def flags_in_code(code: str, field: str, data: Data = NOTHING) -> tuple[Flag, ...]:
    """Return the passages to flag in comments and string literals of Python code, and what is hidden anywhere in it."""
    found = [
        flag.model_copy(update={"start": start + flag.start, "end": start + flag.end})
        for start, text in _texts(code)
        for flag in _flags(text, field, data)
    ]
    known = {(flag.start, flag.end) for flag in found}
    found += [
        Flag(kind=_INSTRUCTS, field=field, start=start, end=end, passage=code[start:end], why=why)
        for start, end, why in hidden(code)
        if (start, end) not in known and not why.startswith(("markup", "a picture", "a link"))
    ]
    return tuple(sorted({(flag.start, flag.end, flag.kind): flag for flag in found}.values(), key=_place))


def _flags(text: str, field: str, data: Data) -> Iterator[Flag]:
    found: list[tuple[int, int, FlagKind, str]] = [
        (match.start(), match.end(), kind, why)
        for kind, rules in listed().rules.items()
        for pattern, why in rules
        for match in pattern.finditer(text)
    ]
    found += [(start, end, _INSTRUCTS, f"holds {why}") for start, end, why in hidden(text)]
    for start, end, words in said_in_code(text):
        found += [(start, end, kind, f"{why}, in another writing") for kind, why in _kinds(words)]
    if (bare := revealed(text)) is not None:
        seen = {kind for _, _, kind, _ in found}
        found += [
            (0, len(text), kind, f"{why}, once invisible characters are left out")
            for kind, why in _kinds(bare)
            if kind != _INSTRUCTS and kind not in seen
        ]
    for start, end, kind, why in _merged(found, text):
        passage = text[start:end]
        if not data.holds(passage) and not data.around(text, start, end):
            yield Flag(kind=kind, field=field, start=start, end=end, passage=passage, why=why)


def _kinds(words: str) -> list[tuple[FlagKind, str]]:
    found = {kind: why for kind, rules in listed().rules.items() for pattern, why in rules if pattern.search(words)}
    return list(found.items())


def _merged(found: Sequence[tuple[int, int, FlagKind, str]], text: str) -> list[tuple[int, int, FlagKind, str]]:
    merged: dict[FlagKind, list[tuple[int, int, FlagKind, str]]] = {}
    for start, end, kind, why in sorted(found, key=lambda one: (one[0], -one[1])):
        start, end = _trimmed(text, start, end)
        passages = merged.setdefault(kind, [])
        if passages and start < passages[-1][1]:
            first, last, _, reason = passages[-1]
            passages[-1] = first, max(last, end), kind, reason if why in reason else f"{reason}; {why}"
        else:
            passages.append((start, end, kind, why))
    return sorted((one for passages in merged.values() for one in passages), key=lambda one: one[:2])


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out the end of the sentence before, and blanks; what is hidden may be nothing but blanks."""
    passage = text[start:end]
    bare = passage.lstrip(" \t\n.!?*").rstrip(" \t\n")
    if not bare:
        return start, end
    first = start + passage.index(bare)
    return first, first + len(bare)


def _place(flag: Flag) -> tuple[int, int]:
    return flag.start, flag.end


def _texts(code: str) -> Iterator[tuple[int, str]]:
    """Yield comments and string literals with their positions, also of code that is not quite Python."""
    lines = [0, *(end.end() for end in re.finditer(r"\n", code))]
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type == tokenize.COMMENT:
                yield lines[token.start[0] - 1] + token.start[1], token.string
            elif token.type == tokenize.STRING or token.type == _MIDDLE:
                yield _inside(lines[token.start[0] - 1] + token.start[1], token.string)
    except (tokenize.TokenError, SyntaxError):
        # Passages that were read before the error come twice, and are merged by their positions.
        for loose in _LOOSE.finditer(code):
            yield _inside(loose.start(), loose[0])


_MIDDLE: int = getattr(tokenize, "FSTRING_MIDDLE", -1)
"""The words of an f-string, from Python 3.12."""


def _inside(start: int, literal: str) -> tuple[int, str]:
    found = _LITERAL.fullmatch(literal)
    return (start + found.start("inside"), found["inside"]) if found else (start, literal)
