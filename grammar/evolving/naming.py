"""Names of results: what they hold and by which column, in few letters, so that later asks know it again."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grammar.evolving.earlier import group_in_names
from grammar.steps.base import identifier

if TYPE_CHECKING:
    from grammar.evolving.computing import Asking

LONGEST = 40
_ROOM = 3
"""Letters that are left for a number which tells a name apart."""
_TWICE = re.compile(r"(?<![a-z])(total)_\1_")
"""What is said twice where a column has it in its own name."""
_QUALIFYING = 10
"""Letters of a word that a term lends a name."""


def stem_of_line(variable: str) -> str:
    """What a line is called in names."""
    return identifier(variable, longest=20)


def named(ask: Asking, stem: str) -> tuple[str, str]:
    """What an ask's result is called by what it holds, and a name for it that is not taken."""
    stem = _TWICE.sub(r"\1_", f"top_{stem}" if ask.form == "top" else stem)
    ending = f"_by_{group_in_names(ask.subject, ask.group)}" if ask.group else ""
    stem = (
        stem if len(stem) + len(ending) <= LONGEST - _ROOM else identifier(stem, longest=LONGEST - _ROOM - len(ending))
    )
    own = f"{stem}{ending}"
    if ask.before is not None:
        return own, ask.before.name
    return own, next(name for name in _names(ask, stem, ending) if name not in ask.taken and len(name) <= LONGEST)


def _names(ask: Asking, stem: str, ending: str) -> Iterator[str]:
    """Yield names, the plainest ones first."""
    yield f"{stem}{ending}"
    for word in _qualifying(ask):
        yield f"{word}_{stem}{ending}"
    for number in itertools.count(2):
        yield f"{stem}{ending}_{number}"


def _qualifying(ask: Asking) -> Iterator[str]:
    """Yield words of the terms that say which rows count."""
    for kind in ("filter", "year"):
        if kind in ask.used:
            word = ask.used[kind][0].split("_")[0]
            if len(word) <= _QUALIFYING:
                yield word
