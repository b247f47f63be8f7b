"""What questions about a figure are drafted of: what can be told apart by eye, names at ranks, and how one slips."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from grammar import choice_drafts
from grammar.choice_drafts import Draft, Many, Words, of_values, terms_of
from grammar.nouns import in_words
from grammar.steps.base import plain
from grammar.words import words

Page = Mapping[str, Any]
SAID = words("figures")
CLEAR = 0.03
"""The share of the range of values by which two must differ to be told apart by eye."""
_MEASURED = re.compile(r"\b(values?|counts?|numbers?|mean|median|average|sum|total|share|frequency)\b")
"""Labels of an axis that shows how long the bars are, not what they are."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def asked(kind: str, chance: random.Random, words: Words, code: Words, many: Many | None = None) -> Draft:
    """A question of a kind that `words/figures.toml` describes."""
    return choice_drafts.asked(SAID[kind], chance, words, code, many)


def ranked(
    kind: str, ranks: Iterable[int], count: int, chance: random.Random, words: Words, code: Words
) -> Iterator[Draft]:
    """For each rank (0 is the highest, -1 the last), which of so many things stands there, where that can be asked."""
    told = SAID[kind]
    terms = terms_of(told, code)
    for rank in ranks:
        if rank < 0 and "lowest" not in told:
            continue
        said = "" if rank < 1 else f"{_ORDINALS[rank]} "
        question = chance.choice(told["lowest" if rank < 0 else "asks"]).format(rank=said, **words)
        yield of_values(question, by_rank(lambda place: told["name"].format(place=place, **terms), rank, count))


def clear_ranks(values: Sequence[float], most: int = 3) -> list[int]:
    """The ranks (0 is the highest, -1 the lowest) that are clearly apart from their neighbours."""
    ordered = sorted(values, reverse=True)
    least = CLEAR * (ordered[0] - ordered[-1])
    gaps = [one - other > least > 0 for one, other in pairwise(ordered)]
    found = [rank for rank in range(min(most, len(gaps))) if all(gaps[max(0, rank - 1) : rank + 1])]
    return [*found, *([-1] if gaps and gaps[-1] else [])]


def by_rank(names: Callable[[int], str], rank: int, count: int, most: int = 8) -> list[tuple[str, str]]:
    """The name at a rank, and those at the others, which somebody takes who is off by some ranks."""
    own = rank % count
    near = sorted((place for place in range(count) if place != own), key=lambda place: abs(place - own))[: most - 1]
    others = sorted({*near, 0, count - 1} - {own})
    return [(names(rank), ""), *((names(place), _slip(place, rank, count)) for place in others)]


def _slip(place: int, rank: int, count: int) -> str:
    if place == count - 1:
        return "the lowest instead"
    said = _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"
    return f"the {said} instead of the {'lowest' if rank == -1 else _ORDINALS[rank]}"


def kind_of(page: Page, fallback: str = "group") -> str:
    """What the names along an axis are, in a word or two, where its label says so."""
    label = str(page.get("xlabel") or "")
    fits = 0 < len(label) <= 24 and re.fullmatch(r"[\w ]+", label) and not _MEASURED.search(plain(label))
    return axis_label(page, "x") if fits else fallback


def axis_label(page: Page, axis: str) -> str:
    """What stands along an axis, as a noun or quoted; empty where it has no label."""
    label = str(page.get(f"{axis}label") or "")
    return in_words(label) if label.strip() else ""


def round_between(low: float, high: float) -> str | None:
    """A round number well between two values; None where there is no room for one."""
    if low.is_integer() and high.is_integer() and high - low <= 4:
        return f"{low:.10g}"  # of counts, "more than 3" is said, not "more than 3.5"
    for digits in (1, 2, 3):
        middle = float(f"{(low + high) / 2:.{digits}g}")
        if low + 0.2 * (high - low) < middle < high - 0.2 * (high - low):
            return f"{middle:.10g}"
    return None
