"""Which evolving cases a run takes, by pattern: none is left out by chance, and of each there are enough."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import Final

from company.archive import Archive
from company.families.dialogues.evolution import DRAWN, OPEN, Pattern, Terms
from company.families.dialogues.evolving.timetable import FAR, LEAST_SHARE, SHARES
from company.families.dialogues.ids import RecordId
from company.families.dialogues.records import EVOLVING, Turn
from company.families.dialogues.settings import Settings
from company.records import USABLE
from company.run.choosing import by_hash

_NEAR_FIRST: Final = 0.4
"""Part of the turns that depend on nothing far which are taken as early as those that do."""
FEWEST: Final = 20
"""Cases from which on there is one of each pattern: of fewer there is one of each that is named, as far as they go."""


def least_of(settings: Settings) -> dict[str, int]:
    """Return how many evolving cases of each pattern a run has at the least; {} where it wants too few."""
    wanted, told = settings.targets.evolving, settings.evolving.patterns
    named: dict[Pattern, float] = {} if told == "balanced" else told
    named = {**named, **({OPEN: settings.evolving.open} if settings.evolving.open else {})}
    if wanted < FEWEST:
        of_each = [pattern for pattern, share in named.items() if share]
        return dict.fromkeys(of_each, 1) if len(of_each) <= wanted else {}
    shares = {pattern: SHARES[pattern] for pattern in DRAWN if pattern in SHARES} | named
    least = {
        pattern: math.floor(share * wanted + 1e-9) if pattern in named else math.ceil(min(LEAST_SHARE, share) * wanted)
        for pattern, share in shares.items()
    }
    return {pattern: count for pattern, count in least.items() if count}


def pattern_of(archive: Archive, turn_id: str) -> str:
    """Return the main pattern of a turn; "" where there is no such turn."""
    turn = archive.get(turn_id) if archive.status(turn_id) is not None else None
    return turn.evolution.patterns[0] if isinstance(turn, Turn) and turn.evolution else ""


def places(archive: Archive, turn_id: str) -> dict[str, float]:
    """Return the places, from 0 to 1, of all turns of a dialogue among those of their pattern, by their ids.

    Those that depend on something far come first, but for some: a run is to have near ones, too. Turns that give no
    case come last.
    """
    place = RecordId.of(turn_id)
    found = archive.records("terms", USABLE, parent=f"{place.scenario_id}.plan")
    if not found or not isinstance(terms := found[0], Terms):
        return {}
    of_pattern: dict[str, list[tuple[bool, bool, float, str]]] = defaultdict(list)
    for turn in terms.turns:
        one = f"{place.dialogue_id}.t{turn.position:02d}"
        told = turn.evolution
        chance = by_hash(EVOLVING, one)
        is_later = chance >= _NEAR_FIRST and max((each.distance for each in told.depends_on), default=0) < FAR
        of_pattern[told.patterns[0]].append((bool(told.unproved), is_later, chance, one))
    return {
        one: (at + chance) / len(turns)
        for turns in map(sorted, of_pattern.values())
        for at, (_, _, chance, one) in enumerate(turns)
    }


def patterns_made(archive: Archive) -> dict[str, dict[str, int]]:
    """Count by pattern the turns of evolving dialogues, and the usable cases made of them; {} where there are none."""
    turns = Counter(
        turn.evolution.patterns[0] for turn in archive.records("turn", USABLE) if turn.evolution is not None
    )
    cases = Counter(case.entry["pattern"][0] for case in archive.records("case", USABLE) if case.category == EVOLVING)
    return {pattern: {"turns": turns[pattern], "cases": cases[pattern]} for pattern in DRAWN if turns[pattern]}
