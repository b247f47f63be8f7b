"""What can be told from a text in each row: its length, its first word, a word that it contains."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Rows, Source, Value, literal
from grammar.steps.adding import (
    Alone,
    InCopy,
    PerRow,
    copy_nouns,
    copy_verbs,
    row_nouns,
    row_verbs,
)
from grammar.steps.base import Kind, Slots, Step, identifier


def wordy(source: Var, focus: Focus, chance: random.Random) -> list[Column]:
    """Columns of free text, most of whose known values have several words; the focus first."""
    found = []
    for column in source.of_role("text", "identifier", "category"):
        dated = column.date_format or column.dtype.startswith(("datetime", "category", "bool"))
        several = sum(len(re.findall(r"[A-Za-z]{2,}", text)) > 1 for text, _ in column.values)
        known = several * 2 > len(column.values) if column.values else column.role == "text"
        if known and column.distinct > 10 and not column.numeric and not dated:
            found.append(column)
    return focus.first(found, chance)


class _Text(PerRow):
    """Something told from a text."""

    slots = {"source": Source(), "column": ColumnName(), "new": ColumnName(), "rows": Rows()}

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Columns of free text."""
        for column in wordy(source, focus, chance)[:3]:
            yield {"column": column.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The column holds text."""
        return super().sensible(slots, source) and not source.named[slots["column"]].numeric


class _Length(_Text):
    """How long a text is."""

    dtype = "int64"
    motives = (
        "Perhaps the sheer length of {column} says something.",
        "Some of the {column} entries are very short, others go on and on.",
        "I'm curious whether longer {column} entries go together with anything else.",
        "Could an unusually long {column} point to special cases?",
    )

    def label(self, slots: Slots) -> str:
        """E.g. comment_length."""
        return identifier(slots["column"], "length", longest=48)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """str.len."""
        return [], f"{source.name}[{literal(step.slots['column'])}].str.len()"


_LENGTH = ("the number of characters in {column}", "the length of the text in {column}, in characters")


class LengthColumn(InCopy, _Length):
    """A copy with the length of a text."""

    name = "text_length"
    weight = 0.5
    verbs = copy_verbs(*_LENGTH)
    nouns = copy_nouns(*_LENGTH)


class LengthSeries(Alone, _Length):
    """The length of a text, alone."""

    name = "text_length_alone"
    weight = 0.4
    verbs = row_verbs(*_LENGTH)
    nouns = row_nouns(*_LENGTH)


class FirstWordColumn(InCopy, _Text):
    """A copy with the first word of a text."""

    name = "first_word"
    role = "category"
    dtype = "object"
    weight = 0.7
    motives = (
        "The full {column} is too specific to group by.",
        "I think the start of {column} already tells what we are dealing with.",
        "Maybe {column} follows a pattern, with the most telling part in front.",
        "How many kinds are there if we only go by the beginning of {column}?",
    )
    verbs = copy_verbs("the first word of {column}, split at whitespace")
    nouns = copy_nouns("the first word of {column}, split at whitespace")

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Columns of free text that begin with words rather than with figures."""
        for column in wordy(source, focus, chance)[:3]:
            if sum(text.strip()[:1].isalpha() for text, _ in column.values) * 2 > len(column.values):
                yield {"column": column.name}

    def label(self, slots: Slots) -> str:
        """E.g. item_first_word."""
        return identifier(slots["column"], "first word", longest=48)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """Split and take the first part."""
        values = f"{source.name}[{literal(step.slots['column'])}]"
        if style.random() < 0.4:
            return [f"words = {values}.str.split()"], "words.str[0]"
        return [], f"{values}.str.split().str[0]"


class _Contains(PerRow):
    """Whether a text contains a word."""

    slots = {"source": Source(), "column": ColumnName(), "word": Value(), "new": ColumnName(), "rows": Rows()}
    role = "flag"
    dtype = "bool"
    motives = (
        "The {column} entries hold more than meets the eye.",
        "I keep seeing one word in {column} and wonder whether it matters.",
        "Nobody recorded this as a field of its own, but {column} gives it away.",
        "Can {column} tell us which ones belong to a certain kind?",
    )

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Words that some of the known values share, but not nearly all."""
        for column in wordy(source, focus, chance)[:3]:
            words = Counter(
                word for text, _ in column.values for word in set(re.findall(r"(?<!\w)[A-Za-z]{4,}(?!\w)", text))
            )
            most = max(len(column.values) * 3 // 4, 1)
            shared = [word for word, count in words.most_common(8) if count <= most]
            for word in shared[:2]:
                yield {"column": column.name, "word": word}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The column and the word are text."""
        text = super().sensible(slots, source) and not source.named[slots["column"]].numeric
        return text and isinstance(slots["word"], str)

    def label(self, slots: Slots) -> str:
        """E.g. has_chicken."""
        return identifier("has", slots["word"], longest=32)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """str.contains, case ignored by flag or by lowering."""
        values, word = f"{source.name}[{literal(step.slots['column'])}]", step.slots["word"]
        if style.random() < 0.5:
            return [], f"{values}.str.lower().str.contains({literal(word.lower())}, regex=False, na=False)"
        return [], f"{values}.str.contains({literal(word)}, case=False, regex=False, na=False)"


_CONTAINS = (
    "True where {column} contains {word} in any case and False otherwise",
    "a flag, True or False, that says whether {column} has {word} in it, upper or lower case",
)


class ContainsColumn(InCopy, _Contains):
    """A copy with a flag for a word."""

    name = "contains_word"
    verbs = copy_verbs(*_CONTAINS)
    nouns = copy_nouns(*_CONTAINS)


class ContainsSeries(Alone, _Contains):
    """A flag for a word, alone."""

    name = "contains_word_alone"
    weight = 0.6
    verbs = row_verbs(_CONTAINS[1])
    nouns = row_nouns(*_CONTAINS)


KINDS: tuple[Kind, ...] = (LengthColumn(), LengthSeries(), FirstWordColumn(), ContainsColumn(), ContainsSeries())
