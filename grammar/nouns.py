"""Headers of columns as English nouns: which of them read as one, and in which words; any other is quoted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from grammar.steps.base import plain
from grammar.voices import plural, singular
from grammar.words import words

_KNOWN = words("columns")
WORDS: Mapping[str, frozenset[str]] = {kind: frozenset(text.split()) for kind, text in _KNOWN["words"].items()}
"""Words in headers, by what they are."""
_UNIT = re.compile(rf"(?:[_\s(\[]+|(?<=[a-z])(?=[A-Z]..?$))(?i:{'|'.join(sorted(WORDS['units']))})[)\]]?$")
_MADE = [(re.compile(end, re.I), text) for end, text in _KNOWN["made"].items()]
_LONGEST = 40
_LONGEST_PART, _SHORTEST_PART = 12, 4
"""Letters of the words that a header may be put together from without anything between them."""
_NO_NOUN = re.compile(
    r"(?i)\b(?:is|are|was|were|has|had|have|does|do|did|can|if|whether|how|what|which|when|who|that)\b"
)


@cache
def noun_of(name: str) -> str | None:
    """Return a header as an English noun phrase, without the unit at its end; None where it does not read as one."""
    if said := _KNOWN["phrases"].get(plain(name)):
        return str(said)
    for end, text in _MADE:
        if made := end.fullmatch(name):
            return str(text).format(*map(in_words, made.groups()))
    short = _UNIT.sub("", name)
    text = plain(short)
    parts = [part for word in text.split() for part in _parts(_KNOWN["abbreviations"].get(word, word), short)]
    if not parts or not _is_noun(parts[-1], short) or any(not _is_word(part, short) for part in parts[:-1]):
        return None
    if parts[0] in WORDS["joining"] or (parts[0] in WORDS["things"] and not parts[1:]):
        return None
    if parts[1:] and parts[-1] in ("name", "count") and parts[-2] in WORDS["nouns"] - WORDS["modifiers"]:
        parts = parts[:-1] if parts[-1] == "name" else ["number", "of", *parts[:-2], plural(parts[-2])]
    return _with_capitals(" ".join(parts), short)


def quoted_name(name: str) -> str:
    """Return a header as it is written, in quotes that no request has."""
    return f"‘{name}’"


def in_words(name: str) -> str:
    """Return a header as it stands in a sentence: as a noun, or quoted."""
    return noun_of(name) or quoted_name(name)


def noun_in(meaning: str) -> str | None:
    """Return the noun phrase that an explanation of a column begins with, if it is short: "number of siblings"."""
    first = re.split(r"[,;:.(\n]|\s[-–]\s", meaning.strip(), maxsplit=1)[0].strip()
    text = re.sub(r"(?i)^(?:the|an?)\s+", "", first)
    if not text or len(text) > _LONGEST or _NO_NOUN.search(text) or not re.fullmatch(r"[A-Za-z][\w &/-]*", text):
        return None
    begin = text.split()[0]
    return text if begin[1:].lower() != begin[1:] else text[0].lower() + text[1:]


def _parts(word: str, name: str) -> list[str]:
    """Return a word, or the two nouns that it is written together from: "property count" for "propertycount"."""
    if " " in word or _is_word(word, name):
        return word.split()
    cuts = range(_SHORTEST_PART, min(len(word) - _SHORTEST_PART, _LONGEST_PART) + 1)
    pairs = [(word[:cut], word[cut:]) for cut in cuts]
    fitting = [pair for pair in pairs if _is_plain(pair[0]) and pair[1] in WORDS["nouns"]]
    return list(fitting[0]) if len(fitting) == 1 else [word]


def _is_plain(word: str) -> bool:
    return word in WORDS["nouns"] or word in WORDS["modifiers"]


def _is_noun(word: str, name: str) -> bool:
    is_acronym = word in WORDS["acronyms"] and word.upper() in name.upper()
    return is_acronym or not WORDS["nouns"].isdisjoint((word, singular(word)))


def _is_word(word: str, name: str) -> bool:
    """Whether a word may stand before a noun: one that is known, or capitals for something, as in "EU sales"."""
    is_known = _is_plain(word) or _is_noun(word, name) or word in WORDS["joining"]
    return is_known or (word.isalpha() and not name.isupper() and _stands_in_capitals(word, name))


def _stands_in_capitals(word: str, name: str) -> bool:
    """Whether a short word of letters stands in a name in capitals, apart from other letters."""
    return 2 <= len(word) <= 4 and re.search(rf"(?<![A-Za-z]){word.upper()}(?![A-Za-z])", name) is not None


def _with_capitals(text: str, name: str) -> str:
    """Return the words with what the name writes in capitals inside mixed words, and what is always so: "GPU"."""
    short = {word.lower() for word in re.findall(r"(?<![A-Za-z])[A-Z]{2,4}(?![A-Za-z])", name)} - WORDS["nouns"]
    capital = (short if not name.isupper() else set()) | WORDS["acronyms"]
    return " ".join(word.upper() if word in capital else word for word in text.split(" "))
