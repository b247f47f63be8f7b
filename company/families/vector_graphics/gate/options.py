"""Which three wrong answers stand beside the right one, and what their words may not be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from company.drawings.scenes import Scene

OPTIONS = 4
"""Of a question, as in the seed."""
_PLACES = frozenset(("above", "below", "to the left", "to the right"))
_WORD = re.compile(r"[^\W\d_]{4,}")
_OWN_WORDS = frozenset(
    str.split(
        "active anchor article base begin black center circle class color controls cycle definecolor dash digraph "
        "document documentclass draw edge ellipse family fill filled fillcolor font graph height http https image "
        "inner label line linear middle node organization path penwidth picture points polygon preview "
        "radius rank rankdir rect rectangle sans scale sffamily shape size square strict stroke style subgraph text "
        "previewenvironment tightpage tikzpicture transform translate useasboundingbox usepackage viewbox weight width"
    )
)
"""Words of the languages themselves, which tell nothing of what is drawn."""


def three_of(right: str | int, wrong: Sequence[str | int], smaller: int) -> list[str | int]:
    """Return three of some wrong values, or fewer where there are no more: the nearest rivals, which are named first.

    Of numbers, as many are smaller than the right one as is said, or as near to that as there are such.
    """
    others = list(dict.fromkeys(each for each in wrong if str(each) != str(right)))
    if not isinstance(right, int) or not all(isinstance(each, int) for each in others):
        return others[: OPTIONS - 1]
    lower, higher = ([each for each in others if (int(each) < right) is below] for below in (True, False))
    places = [below for below in range(OPTIONS) if below <= len(lower) and OPTIONS - 1 - below <= len(higher)]
    if not places:
        return others[: OPTIONS - 1]
    below = min(places, key=lambda each: abs(each - smaller))
    return [*lower[:below], *higher[: OPTIONS - 1 - below]]


def excludes(right: str | int, other: str | int) -> bool:
    """Return whether an option is false where another one is right: what stands above and to the left stands above."""
    one, two = (set(str(each).split(", ")) for each in (right, other))
    return not (one | two <= _PLACES and (one <= two or two <= one))


def says_itself(question: str, right: str) -> bool:
    """Return whether a question holds its right answer as words of its own."""
    return re.search(rf"(?<!\w){re.escape(right)}(?!\w)", question, re.IGNORECASE) is not None


def leaks(code: str, scene: Scene, right: str) -> list[str]:
    """Return the words of a right answer that stand in code, and are no words of the language or of what is drawn."""
    bare = code
    for text in sorted({*scene.texts, *(word for each in scene.texts for word in each.split())}, key=len, reverse=True):
        bare = bare.replace(text, " ")
    known = {word.casefold() for word in _WORD.findall(bare)} - _OWN_WORDS
    return sorted(word for word in {each.casefold() for each in _WORD.findall(right)} if word in known)


def texts_of(values: Sequence[Mapping[str, Any]]) -> list[str | int | None]:
    """Return values that were told, None of what is unclear."""
    return [each.get("value") for each in values]
