"""Which columns of a table texts speak of: by name, by a telling word, or by one of their values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from company.families.dialogues.records import Plan
from company.results.numbers import words_of
from company.tables.record import Table

GROUPING = ("category", "ordered_category", "flag")
"""Roles of columns whose values rows are told apart by."""
_COMMON = 2
"""Columns up to which a word that they share says which are meant."""
_SHORTEST = 3
"""Letters from which on a word by itself says which column or value is meant."""
_WORDS_OF_ANY_TEXT = (
    "all and any are average been but can code count data each for from group has have higher how its know less low "
    "lower mean measured more most much name not number one only other out over per rate row see show that the their "
    "them there these they this total type value want was were what when where which who whole why with year "
    "different kind known made make part people question same since single some sort state status thing time way "
    "bad good new none old own yes"
)
EVERYDAY = frozenset(_WORDS_OF_ANY_TEXT.split())
"""Words that stand in any text, whatever it is about."""
_REQUESTED = "best count date group list name order place point rank rate round share sort sum"
_ORDERS = frozenset(_REQUESTED.split())
"""Words of any request that are also headers: at the beginning of a sentence they say what to do."""
_LINKED = "and as at by for from in no not of on or per than to with"
_LINKING = frozenset(_LINKED.split())
"""Words of any sentence, which are headers in quotes alone."""
_TO_DO = frozenset(("best", "order", "round", "sort"))
"""Words of any request that speak of no column unless they are written as its header is."""
_MEASURING = "band difference gap half level limit mark percentage point quarter range share size step"
_OF_MEASURING = frozenset(_MEASURING.split())
"""Words of any request that say how something is measured: in a meaning they are no sign that its column is meant."""
_TYPES = frozenset(("array", "dataframe", "dict", "index", "series", "set", "tuple"))
"""Words that say as what a result is wanted, which are headers as well: "as a Series"."""
_AS_TYPE = re.compile(r"(?i)\b(?:an?|as|into|one|pandas|the resulting)\s+$")
"""What stands before a word that says as what a result is wanted."""
_BEGINS = re.compile(r"(?:^|[.:;!?]\s+|[\n\"“])$")
"""What stands before the first word of a sentence."""
STEM = re.compile(r"[\W_]*\d+$")
"""What tells columns apart that hold the same of several: "Rank_1" and "Rank_2"."""
_PLURAL = re.compile(r"(?<=ch)es$|(?<=sh)es$|(?<=x)es$|(?<=ss)es$|(?<!s)s$")
_RELATIVE = re.compile(r"[,;:.(]|\b(?:that|which|who|whom|whose|where)\b")
"""Where the words of a meaning end that say what its column is: what follows tells more of it."""
_CODE = re.compile(r"(?<![\w])['\"]?(?P<code>\w{1,12})['\"]? = ['\"]?(?P<said>[^,;.()'\"]+)")
"""What a meaning says that a code stands for."""
_STEM = 5
"""Letters by which words are held together where it is known which columns may be meant: "charging" and "charged"."""
_OPENING = 8
"""Words of a meaning that say what its column is."""


def named_columns(table: Table, texts: Sequence[str]) -> set[str]:
    """Return the columns of a table that texts name: of 'Screen Size', not 'Screen' as well."""
    names = {column.name for column in table.columns}
    found = {name for name in names if is_named(name, texts) and not _is_order(name, texts)}
    longer = {name: sorted((other for other in found if name in other != name), key=len) for name in found}
    return {name for name in found if not longer[name] or is_named(name, _without(texts, longer[name][::-1]))}


def _is_order(name: str, texts: Sequence[str]) -> bool:
    """Return whether a word of texts only happens to be a header: "Round the share to two digits", "sorted by size".

    A text that is a header and nothing else names it.
    """
    if name in texts:
        return False
    if name.casefold() in _LINKING:
        return not any(f"{mark}{name}{mark}" in text for text in texts for mark in "`'\"")
    if name.casefold() in _TYPES:
        return all(_AS_TYPE.search(text[:at]) for text, at in _places(name, texts))
    if name.casefold() not in _ORDERS:
        return False
    return all(_BEGINS.search(text[:at]) for text, at in _places(name, texts))


def _places(name: str, texts: Sequence[str]) -> list[tuple[str, int]]:
    """Return where a name stands in texts as a word of its own."""
    return [(text, at.start()) for text in texts for at in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)]


def _without(texts: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return texts without some names, as far as these are words of their own."""
    any_of = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
    return [any_of.sub(" ", text) for text in texts]


def spoken_columns(table: Table, texts: Sequence[str]) -> set[str]:
    """Return the columns that texts in plain words are about, generously.

    These are columns that texts name as they are written, or groups by their header in any case; or by a word of the
    header or of the first words of the meaning which few columns share, or by one of their values; and those that these
    are tied to.
    """
    said = _words_beside(table, texts) - {*telling_words(table.row_meaning), *_words_of_types()}
    words = _known_words(table)
    shared = Counter(word for known in words.values() for word in known)
    found = named_columns(table, texts) | _named_groups(table, texts) | valued_columns(table, texts)
    found |= read_columns(table, texts)
    for column in table.columns:
        names = set(telling_words(column.name))
        if any(shared[word] <= _COMMON for word in words[column.name] & said) or (names and names <= said):
            found.add(column.name)
    return found | {other for column in table.columns if column.name in found for other in column.tied_to}


def _words_beside(table: Table, texts: Sequence[str]) -> set[str]:
    """Return the telling words of texts but for headers that they name as these are written: 'Rank_1' speaks of no
    other column by its "rank".
    """
    named = sorted(named_columns(table, texts), key=len, reverse=True)
    return {word for text in (_without(texts, named) if named else texts) for word in telling_words(text)}


def _words_of_types() -> list[str]:
    return telling_words(" ".join(_TYPES))


def valued_columns(table: Table, texts: Sequence[str]) -> set[str]:
    """Return the columns of groups of which texts name a value that is a word."""
    whole = " ".join(texts).casefold()
    groups = [column for column in table.columns if column.role in GROUPING]
    return {column.name for column in groups if any(_is_value(value, whole) for value, _ in column.values)}


def hinted_columns(table: Table, texts: Sequence[str], most: int = 1) -> set[str]:
    """Return the columns that texts name, groups in any case, or speak of by a word that is in the header or meaning of
    so many columns at the `most`, and not in what a row stands for; "Rank_1" and "Rank_2" are one header here.
    """
    said = _words_beside(table, texts) - {*telling_words(table.row_meaning), *_TO_DO, *_words_of_types()}
    words = _known_words(table)
    alike = {(STEM.sub("", name), word) for name, known in words.items() for word in known}
    shared = Counter(word for _, word in alike)
    hinted = {name for name, known in words.items() if any(shared[word] <= most for word in known & said)}
    return named_columns(table, texts) | _named_groups(table, texts) | read_columns(table, texts) | hinted


def meant_columns(table: Table, texts: Sequence[str], among: Collection[str]) -> set[str]:
    """Return those of some columns that texts speak of by the beginning of a word of the header or of the meaning:
    "time charging" is 'min chg', minutes that it charged.
    """
    said = {word[:_STEM] for word in _words_beside(table, texts)}
    words = {name: telling_words(f"{name} {table.meanings.get(name, '')}") for name in among}
    return {name for name, known in words.items() if any(word[:_STEM] in said for word in known)}


def read_columns(table: Table, texts: Sequence[str]) -> set[str]:
    """Return the columns of groups of which a text says what one of their codes stands for: "sold", where the meaning
    says that "S = sold".
    """
    said = [{*telling_words(text)} for text in texts]
    groups = [one.name for one in table.columns if one.role in GROUPING]
    readings = {name: _readings(table.meanings.get(name, "")) for name in groups}
    return {name for name in groups if any(words <= text for words in readings[name] for text in said)}


def _readings(meaning: str) -> list[set[str]]:
    """Return the telling words of each thing that a meaning says its codes stand for."""
    ways = [way for found in _CODE.finditer(meaning) for way in re.split(r"\bor\b", found["said"])]
    return [words for way in ways if (words := {*telling_words(way)})]


def _named_groups(table: Table, texts: Sequence[str]) -> set[str]:
    """Return the columns of groups whose header stands in texts, in any case: "type" is no telling word, but 'Type'.

    A header of words that stand in any request ("Round", "Best of") counts as it is written alone.
    """
    said = [text.casefold() for text in texts]
    groups = {one.name: one.name.casefold() for one in table.columns if one.role in GROUPING}
    return {
        name
        for name, plain in groups.items()
        if _tells(name) and is_named(plain, said) and not (plain in _TYPES and _is_order(plain, said))
    }


def _tells(name: str) -> bool:
    """Return whether a header has a word that is not in any request."""
    return any(word not in _TO_DO | _LINKING for word in words_of(name))


def _known_words(table: Table) -> dict[str, set[str]]:
    """Return the telling words of each column's header and of what it means."""
    heads = {one.name: {*telling_words(_head(table.meanings.get(one.name, "")))} for one in table.columns}
    return {name: {*telling_words(name), *(words - _OF_MEASURING)} for name, words in heads.items()}


def telling_words(text: str) -> list[str]:
    """Return the telling words of a text, in lower case and in the singular."""
    known = [_singular(word) if len(word) > _SHORTEST else word for word in words_of(text)]
    return [word for word in known if len(word) >= _SHORTEST and word not in EVERYDAY]


def _singular(word: str) -> str:
    return f"{word[:-3]}y" if word.endswith("ies") and len(word) > _SHORTEST + 2 else _PLURAL.sub("", word)


def _head(meaning: str) -> str:
    """Return the words of a meaning that say what its column is, without its values."""
    return " ".join(_RELATIVE.split(meaning, maxsplit=1)[0].split()[:_OPENING])


def _is_value(value: str, text: str) -> bool:
    """Return whether a text in lower case names a value that is a word."""
    word = value.casefold()
    return len(word) >= _SHORTEST and word not in EVERYDAY and not word.isdecimal() and is_named(word, [text])


def is_named(name: str, texts: Sequence[str]) -> bool:
    """Return whether a name stands in one of these texts as a word of its own."""
    return any(name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for text in texts)


def planned_columns(table: Table, plan: Plan) -> set[str]:
    """Return the columns of a table that a plan is about."""
    texts = [text for question in plan.questions for text in (question.text, *question.conditions)]
    return {*named_columns(table, texts), *(name for question in plan.questions for name in question.columns)}
