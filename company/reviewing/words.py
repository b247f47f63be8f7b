"""What waits for review, in words."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

from company.families.dialogues.records import ReviewKind

_WORDS: Mapping[ReviewKind, tuple[str, str]] = {
    "table": ("1 table", "{} tables"),
    "persona": ("1 persona", "{} personas"),
    "scenario": ("the scenarios of 1 client", "the scenarios of {} clients"),
    "plan": ("1 plan", "{} plans"),
    "turn": ("1 turn", "{} turns"),
    "library": ("1 dialogue's private functions", "the private functions of {} dialogues"),
    "rewrite": ("1 rewrite", "{} rewrites"),
    "rewording": ("1 rewording", "{} rewordings"),
    "case": ("1 case", "{} cases"),
}


def in_words(counts: Mapping[ReviewKind, int]) -> str:
    """Such as "the scenarios of 3 clients and 12 cases"; there must be something."""
    parts = [_WORDS[kind][count > 1].format(f"{count:,}") for kind, count in counts.items() if count]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def waiting_text(counts: Mapping[ReviewKind, int], run: Path) -> str:
    """What waits, and what to do about it."""
    several = len(counts) > 1 or next(iter(counts)) == "scenario" or next(iter(counts.values())) > 1
    waits = "wait" if several else "waits"
    return f"{in_words(counts)} {waits} for review; `company review {shlex.quote(str(run))}`, then simulate again"
