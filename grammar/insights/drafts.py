"""What every question about a result is made of: its forms, bands between marks, and words for rows."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from grammar import insight_words as words_of
from grammar.choice_drafts import Draft, of_claims, of_values
from grammar.voices import plural

Brief = Mapping[str, Any]
Result = Mapping[str, Any]
CLEAR = 0.02
"""The share by which two numbers must differ for one of them to be ahead."""


Claim = tuple[Sequence[str], str]
"""The wordings of a statement, and a boolean expression."""


def valued(form: tuple[str, str], options: Sequence[tuple[str, str]], **words: str) -> Draft:
    """A question whose options are values in a sentence; each is (code, slip), the right one without a slip."""
    question, text = (part.format(**{"value": "{value}", **words}) for part in form)
    return of_values(question, options, text)


def claimed(question: str, claims: Sequence[Claim], slip: str) -> Draft:
    """A question whose options are statements, of which those that are not true mix up the same."""
    return of_claims(question, ((texts, code, slip) for texts, code in claims))


def filled(texts: Sequence[str], **words: str) -> tuple[str, ...]:
    """Wordings with words filled in."""
    return tuple(text.format(**words) for text in texts)


def capital(text: str) -> str:
    """As it begins a sentence."""
    return text[:1].upper() + text[1:]


def rows_of(brief: Brief) -> str:
    """What the table's rows are, in the plural."""
    return plural(str(brief["table"]["row_meaning"]))


def is_number(value: object) -> bool:
    """Whether it is one, and no truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def percent(share: float) -> str:
    """As it is said: 0.05 is "5 %"."""
    return f"{100 * share:g} %"


def marks_near(value: float, scale: Sequence[float], chance: random.Random) -> list[float]:
    """Five neighbouring marks of a scale, drawn so that a value may lie in any of the bands that they make."""
    place = sum(mark <= value for mark in scale)
    starts = [start for start in range(len(scale) - 4) if start <= place <= start + 5]
    start = chance.choice(starts)
    return list(scale[start : start + 5])


def by_band(
    value: str,
    marks: Sequence[float],
    texts: words_of.Bands,
    shown: Callable[[float], str] = lambda mark: f"{mark:g}",
    **words: str,
) -> list[Claim]:
    """A statement for each band between marks, true where the value is clearly within it."""
    below, between, above = texts
    marked = list(pairwise(marks))
    highest = filled(above, one=shown(marks[-1]), **words)
    return [
        (filled(below, other=shown(marks[0]), **words), f"{value} < {marks[0] * (1 - CLEAR):.6g}"),
        *(
            (
                filled(between, one=shown(low), other=shown(high), one_above=shown(high), **words),
                f"{low * (1 + CLEAR):.6g} < {value} < {high * (1 - CLEAR):.6g}",
            )
            for low, high in marked
        ),
        (highest, f"{value} > {marks[-1] * (1 + CLEAR):.6g}"),
    ]
