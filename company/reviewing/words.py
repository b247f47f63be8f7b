"""What waits for review, in words."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

from company.reviewing.kinds import Kinds


def in_words(counts: Mapping[str, int], kinds: Kinds) -> str:
    """Return words such as "the scenarios of 3 clients and 12 cases"; there must be something."""
    parts = [
        (kinds[name].many if count > 1 else kinds[name].one).format(f"{count:,}")
        for name, count in counts.items()
        if count
    ]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def waiting_text(counts: Mapping[str, int], kinds: Kinds, run: Path) -> str:
    """Return a text on the waiting reviews, and what to do about them."""
    first, count = next(iter(counts.items()))
    several = len(counts) > 1 or kinds[first].plural or count > 1
    waits = "wait" if several else "waits"
    return (
        f"{in_words(counts, kinds)} {waits} for review; `company review {shlex.quote(str(run))}`, then simulate again"
    )
