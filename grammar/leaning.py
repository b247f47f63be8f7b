"""What analysts lean towards: how often each family of steps occurs in real dialogues, and what a question calls for.

A family is a module of `steps`. Shares follow what was counted in real dialogues of this kind, so that many kinds in
one family do not crowd out a family that has few.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from grammar.steps.catalogue import KINDS
from grammar.steps.kind import Kind
from grammar.words import words

_SHARES: Mapping[str, float] = words("leanings")["shares"]
_CUES: Sequence[Mapping[str, Any]] = words("leanings")["cues"]
_USUAL = 3.0


@cache
def _weights() -> Mapping[str, float]:
    totals: dict[str, float] = {}
    for kind in KINDS.values():
        totals[kind.family] = totals.get(kind.family, 0.0) + kind.weight
    return totals


def share(kind: Kind) -> float:
    """How often a kind is chosen where all could be, relative to the others."""
    return _SHARES.get(kind.family, _USUAL) * kind.weight / _weights()[kind.family]


def cued(question: str) -> frozenset[str]:
    """Families that a question's words call for."""
    called = (cue["families"] for cue in _CUES if re.search(cue["words"], question.lower()))
    return frozenset(name for families in called for name in families)
