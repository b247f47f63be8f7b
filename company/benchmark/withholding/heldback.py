"""Public cases and held-back gold: which cases can be asked in public, and what of them is shown there.

A family leaves out what gives others away by where it stands; whatever search still finds given away goes as well
(`leaks`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.benchmark.withholding.gold import Haystack, given_away, texts_in
from company.errors import ConfigError

if TYPE_CHECKING:
    from company.benchmark.publishing.draft import Draft
    from company.benchmark.release import Release

Line = Mapping[str, Any]


def held_back_beside(public: Path, held_back: Path) -> None:
    """Raise ConfigError where one of the two folders would lie in the other, and be passed on with it."""
    one, other = public.resolve(), held_back.resolve()
    if one == other or one in other.parents or other in one.parents:
        raise ConfigError(
            f"--held-back {held_back}: it and the public folder {public} must not lie in one another; "
            "name a folder that is never passed on"
        )


def publishable(draft: Draft) -> dict[str, list[Line]]:
    """Return the cases that can be asked in public without giving away the gold of one another, in their order.

    The same cases give the same answer. What is left was searched: the public line of no case gives away the gold of
    another (`company.benchmark.withholding.gold.given_away`).
    """
    release, cases = draft.family.release, draft.cases
    candidates = [
        (category, entry)
        for category, entries in release.publishable(cases).items()
        for entry in entries
        if not release.tells_itself(entry)
    ]
    ids = _without_conflicts(release, candidates)
    chosen = {category: [entry for entry in entries if entry["data_id"] in ids] for category, entries in cases.items()}
    return {category: entries for category, entries in chosen.items() if entries}


def _without_conflicts(release: Release, cases: Iterable[tuple[str, Line]]) -> set[str]:
    """Return the cases left when those that are given away by, or give away, the most others have gone, one by one."""
    left = {entry["data_id"]: (category, entry) for category, entry in cases}
    stack = Haystack(release.paragraphs)
    for data_id, (_, entry) in left.items():
        stack.add(data_id, texts_in(release.public_line(entry)))
    pairs = {(given, by) for given, by, _ in given_away(release, [entry for _, entry in left.values()], stack)}
    while pairs:
        counts = Counter(data_id for pair in pairs for data_id in pair)
        order = {
            data_id: (counts[data_id], release.order_of_giving_way(left[data_id][0]), data_id) for data_id in counts
        }
        worst = max(order, key=order.__getitem__)
        del left[worst]
        pairs = {pair for pair in pairs if worst not in pair}
    return set(left)
