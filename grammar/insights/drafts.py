"""What every question about a result is made of: its kind as data, and words for rows and for the client."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from grammar import choice_drafts
from grammar.choice_drafts import Draft, Many, Words
from grammar.nouns import in_words, quoted_name
from grammar.subject import told_nouns
from grammar.voices import plural
from grammar.words import words

Brief = Mapping[str, Any]
Result = Mapping[str, Any]
SAID = words("insights")


def asked(kind: str, chance: random.Random, words: Words, code: Words, many: Many | None = None) -> Draft:
    """A question of a kind that `words/insights.toml` describes."""
    return choice_drafts.asked(SAID[kind], chance, words, code, many)


def rows_of(brief: Brief) -> str:
    """What the table's rows are, in the plural."""
    return plural(str(brief["table"].get("row_meaning", "record")))


def both_of(brief: Brief) -> dict[str, str]:
    """The client and the rows, as they are filled into words."""
    return {"rows": rows_of(brief), "first": str(brief["persona"]["name"]).split()[0]}


def in_words_of(brief: Brief, column: str) -> str:
    """Return a column as it stands in a sentence: as the table's user calls it, as a noun, or quoted; no two alike."""
    told = told_nouns(brief["table"])
    words = told.get(column) or in_words(column)
    others = {each["name"] for each in brief["table"]["columns"]} - {column}
    return quoted_name(column) if any(words == (told.get(name) or in_words(name)) for name in others) else words


def percent(share: float) -> str:
    """As it is said: 0.05 is "5 %"."""
    return f"{100 * share:g} %"
