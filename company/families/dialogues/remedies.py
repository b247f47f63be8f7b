"""What to change in the settings of a run that set cases aside, so that it takes them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from company.archive import Archive
from company.families.dialogues.body.bodies import NEEDS_HISTORY
from company.families.dialogues.settings import Settings
from company.records import USABLE

WITHOUT_HISTORY = "it does not need its history, and [dialogues] needs_history bounds how many may"
"""Why a case is set aside: a run with more cases takes it."""


def remedies(settings: Settings, archive: Archive) -> Iterator[str]:
    """Yield the [dialogues] needs_history by which cases that were set aside for it come in, as many as are missing."""
    accepted = list(archive.records("case", USABLE))
    found = Counter(case.category for case in accepted)
    free = Counter(case.category for case in accepted if not case.entry.get(NEEDS_HISTORY, True))
    proposed = archive.records("case", ["proposed"])
    aside = Counter(case.category for case in proposed if case.reason == WITHOUT_HISTORY)
    wanted = settings.targets.wanted
    taken = {each: min(aside[each], wanted[each] - found[each]) for each in wanted if found[each] < wanted[each]}
    shares = [_share(free[each] + count, wanted[each]) for each, count in taken.items() if count]
    if shares:
        now, count = settings.dialogues.needs_history, sum(taken.values())
        yield (
            f"with [dialogues] needs_history = {min(shares):g} (now {now:g}), the same command takes {count:,} of "
            "those that do not need their history"
        )


def _share(free: int, wanted: int) -> float:
    """Return the largest share, of two digits, that leaves room for so many cases that do not need their history."""
    return math.floor(100 * (wanted - free) / wanted) / 100
