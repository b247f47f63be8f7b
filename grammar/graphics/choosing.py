"""Which question on a drawing is asked first: those that need two facts more often than those that need one."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence

from company.drawings.expressions import told_value
from company.drawings.scenes import Scene
from grammar.graphics.combined import (
    colours_counted_drafts,
    combined_colour_drafts,
    combined_counting_drafts,
    combined_layout_drafts,
    combined_link_drafts,
)
from grammar.graphics.executed import (
    MOST_COUNTED,
    Draft,
    colour_drafts,
    counting_drafts,
    layout_drafts,
    link_drafts,
    place_drafts,
    things,
)

_COMBINED = 0.75
"""Share of questions that need two facts, where such can be asked."""
_CALLED = re.compile(r"(\w+)\(")


def in_turn(
    made: Sequence[Draft], chance: random.Random, away: Callable[[Draft], int] = lambda draft: 0
) -> Iterator[Draft]:
    """Yield drafts in an order of chance in which sorts of questions, by what their answers call, take turns.

    Of a sort, those come first that are the least `away` from what is wanted.
    """
    sorts: dict[tuple[str, ...], list[Draft]] = {}
    for each in chance.sample(made, len(made)):
        sorts.setdefault(tuple(_CALLED.findall(each.right)), []).append(each)
    for many in sorts.values():
        many.sort(key=away, reverse=True)
    order = chance.sample(sorted(sorts), len(sorts))
    while any(sorts.values()):
        yield from [sorts[name].pop() for name in order if sorts[name]]


def _spread(made: Sequence[Draft], scene: Scene, smaller: int, chance: random.Random) -> list[Draft]:
    """Return drafts whose answers are numbers, first those near one that chance names: small ones would be too many."""
    aim = chance.randint(smaller + 1, MOST_COUNTED)

    def away(draft: Draft) -> int:
        value = told_value(draft.right, scene).get("value")
        return abs(value - aim) if isinstance(value, int) else MOST_COUNTED

    return sorted(chance.sample(made, len(made)), key=away)


def _of_one_number(made: Sequence[Draft], scene: Scene, smaller: int, chance: random.Random) -> Callable[[Draft], int]:
    """Return how far the answer to a draft is, where it is a number, from one that chance takes of all that there are.

    What most of them come to would be right too often: who knows a few questions would guess it.
    """
    values = {each.right: told_value(each.right, scene).get("value") for each in made}
    numbers = sorted({each for each in values.values() if isinstance(each, int) and each > smaller})
    aim = chance.choice(numbers) if numbers else 0

    def away(draft: Draft) -> int:
        value = values[draft.right]
        return abs(value - aim) if isinstance(value, int) else 0

    return away


def _has_room(draft: Draft, scene: Scene, smaller: int) -> bool:
    """Return whether so many numbers from 1 on are smaller than the answer, where that is a number."""
    value = told_value(draft.right, scene).get("value")
    return not isinstance(value, int) or value > smaller


def drafts(form: str, question_type: str, scene: Scene, smaller: int, chance: random.Random) -> Iterator[Draft]:
    """Yield questions of a type whose answer is clear and has three near misses at the least, in an order of chance.

    None of them has an answer that is a number too low to have so many `smaller` ones beside it.
    """
    match form, question_type:
        case _, "color":
            made = [*colour_drafts(scene, chance), *colours_counted_drafts(scene)]
            joined = list(combined_colour_drafts(scene, chance))
        case _, "counting":
            made, joined = list(counting_drafts(scene, chance)), list(combined_counting_drafts(scene, chance))
        case "tikz", _:
            made, joined = list(place_drafts(things(scene, by_colour=True), scene, chance)), []
        case _, "layout":
            made, joined = list(layout_drafts(scene, chance)), list(combined_layout_drafts(scene, chance))
        case _:
            made, joined = list(link_drafts(scene, chance)), list(combined_link_drafts(scene, chance))
    parts = (joined, made) if chance.random() < _COMBINED else (made, joined)
    if question_type == "counting":
        ordered = [each for part in parts for each in _spread(part, scene, smaller, chance)]
    elif question_type == "relation" and form == "graphviz":
        ordered = [
            each for part in parts for each in in_turn(part, chance, _of_one_number(part, scene, smaller, chance))
        ]
    else:
        ordered = [each for part in parts for each in in_turn(part, chance)]
    for each in (draft for draft in ordered if _has_room(draft, scene, smaller)):
        right = told_value(each.right, scene).get("value")
        values = {value for code, _ in each.near if (value := told_value(code, scene).get("value")) is not None}
        says = re.search(rf"(?<!\w){re.escape(str(right))}(?!\w)", each.question, re.IGNORECASE)
        if right is not None and not says and len(values - {right}) >= 3:
            yield each
