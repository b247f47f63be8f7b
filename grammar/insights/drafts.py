"""What every question about a result is made of: statements with code, and words for rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grammar.choice_drafts import Draft, of_claims
from grammar.voices import plural

Brief = Mapping[str, Any]
Result = Mapping[str, Any]
CLEAR = 0.02
"""The share by which two numbers must differ for one of them to be ahead."""
Claim = tuple[Sequence[str], str]
"""The wordings of a statement, and a boolean expression."""


def claimed(question: str, claims: Sequence[Claim], slip: str) -> Draft:
    """A question whose options are statements, of which those that are not true mix up the same."""
    return of_claims(question, ((texts, code, slip) for texts, code in claims))


def of_kinds(question: str, kinds: Mapping[str, Sequence[Claim]]) -> Draft:
    """A question whose options are statements of several kinds, by what somebody mixes up who believes one wrongly."""
    return of_claims(question, ((texts, code, slip) for slip, claims in kinds.items() for texts, code in claims))


def filled(texts: Sequence[str], **words: str) -> tuple[str, ...]:
    """Wordings with words filled in."""
    return tuple(text.format(**words) for text in texts)


def capital(text: str) -> str:
    """As it begins a sentence."""
    return text[:1].upper() + text[1:]


def first_of(brief: Brief) -> str:
    """What the client is called."""
    return str(brief["persona"]["name"]).split()[0]


def rows_of(brief: Brief) -> str:
    """What the table's rows are, in the plural."""
    return plural(str(brief["table"]["row_meaning"]))


def is_number(value: object) -> bool:
    """Whether it is one, and no truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def percent(share: float) -> str:
    """As it is said: 0.05 is "5 %"."""
    return f"{100 * share:g} %"
