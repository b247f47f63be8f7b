"""Wordings with gaps, said as they are: names of terms stay whole, whatever is in them."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from grammar.language import Phrase, Slot

_AS_IT_IS = Slot(".+", lambda value, chance: str(value), str)


@lru_cache(maxsize=1024)
def _phrase(template: str) -> Phrase:
    return Phrase(template, dict.fromkeys(re.findall(r"\{(\w+)\}", template), _AS_IT_IS))


def worded(template: str, known: Mapping[str, str], chance: random.Random) -> str:
    """The template with its gaps filled, in one of its wordings."""
    return re.sub(r" {2,}", " ", _phrase(template).say(known, chance)).strip()


def drawn(templates: Sequence[str], known: Mapping[str, str], chance: random.Random) -> str:
    """One of the templates, filled."""
    return worded(chance.choice(templates), known, chance)


def turning(templates: Sequence[str], place: int, known: Mapping[str, str], chance: random.Random) -> str:
    """The template that is due at a place, filled: those of neighbouring places differ."""
    return worded(templates[place % len(templates)], known, chance)
