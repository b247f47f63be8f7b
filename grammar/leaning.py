"""What analysts lean towards: how often each family of steps occurs in real dialogues, and what a question calls for.

A family is a module of `steps`. Shares follow what was counted in real dialogues of this kind, so that many kinds in
one family do not crowd out a family that has few.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from grammar.steps import KINDS
from grammar.steps.kind import Kind

SHARES: Mapping[str, float] = {
    "rows": 17,
    "summaries": 9,
    "groups": 10,
    "counts": 8,
    "plots": 6,
    "plots_of_two": 6,
    "figures_of_results": 9,
    "figures_of_values": 7,
    "ordering": 5,
    "ranking": 6,
    "gaps": 5,
    "cleaning": 7,
    "deriving": 6,
    "labelling": 4,
    "binning": 2.5,
    "encoding": 8,
    "scaling": 4,
    "joining": 3,
    "stacking": 2,
    "distinct": 4.5,
    "dates": 4,
    "periods": 3,
    "texts": 1.5,
    "contrasts": 3,
    "testing": 3.5,
    "relations": 6,
    "outliers": 3,
    "trends": 3,
    "reshaping": 6,
    "learning": 6,
    "components": 1,
    "models": 4,
    "classification": 2,
    "followups": 9,
    "relating": 5,
    "matrices": 4,
    "frames": 5,
    "references": 7,
    "small": 6,
}
"""Family → how often it is chosen where it can be."""
_USUAL = 3.0

_CUES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        r"record|usual|missing|gap|clean|cannot be right|trust|out of the ordinary",
        ("gaps", "cleaning", "distinct", "counts", "summaries", "outliers"),
    ),
    (r"how often|how many|share|common|frequent", ("counts", "reshaping", "ranking")),
    (r"lead|highest|lowest|best|top|most|rank|line", ("ordering", "ranking", "stacking", "contrasts")),
    (r"differ|compare|between|against|same", ("groups", "contrasts", "testing", "plots_of_two")),
    (
        r"go together|relat|depend|explain|drive|connected|goes with",
        ("relations", "testing", "models", "plots_of_two", "matrices"),
    ),
    (r"similar|segment|kinds of|groups of|cluster", ("learning", "scaling", "groups")),
    (r"predict|tell in advance|forecast|point to", ("models", "classification", "scaling")),
    (r"year|month|season|over time|trend|change", ("dates", "periods", "trends", "plots_of_two", "plots")),
    (r"concentrate|choose|decide|recommend", ("ranking", "groups", "contrasts", "followups", "references")),
)


def family(kind: Kind) -> str:
    """The family of a kind of step."""
    return kind.family


@cache
def _weights() -> Mapping[str, float]:
    totals: dict[str, float] = {}
    for kind in KINDS.values():
        totals[family(kind)] = totals.get(family(kind), 0.0) + kind.weight
    return totals


def share(kind: Kind) -> float:
    """How often a kind is chosen where all could be, relative to the others."""
    return SHARES.get(family(kind), _USUAL) * kind.weight / _weights()[family(kind)]


def cued(question: str) -> frozenset[str]:
    """Families that a question's words call for."""
    return frozenset(name for words, families in _CUES if re.search(words, question.lower()) for name in families)
