"""Stage: figures are wanted of each type in turn, and so many of them hard as the settings say."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence

from company.families.figures.records import Candidate, Repertoire
from company.families.figures.settings import settings_of
from company.families.figures.types import KNOWN, Difficulty
from company.run.stage import Office, Stage


async def _plan(office: Office, repertoire: Repertoire) -> AsyncIterator[Candidate]:
    wanted = in_turn(repertoire.fitting, settings_of(office.settings).figures.hard)
    for number, commission in enumerate(office.commissions, start=1):
        for place in range(1, commission.units + 1):
            plot_type, difficulty = next(wanted)
            yield Candidate(
                id=f"{repertoire.parent}.r{number:02d}.{place:03d}",
                parent=repertoire.id,
                stage="candidates",
                position=place,
                status="accepted",
                plot_type=plot_type,
                difficulty=difficulty,
            )


def in_turn(types: Sequence[str], hard: float) -> Iterator[tuple[str, Difficulty]]:
    """Yield types in turn, without end, each with a difficulty.

    Of all together, `hard` is the share of hard ones; of each type that can be easy, both get their turn.
    """
    own: Counter[tuple[str, Difficulty]] = Counter()
    done, so_far = 0, 0.0
    while True:
        for name in types:
            lacking = hard * (done + 1) - so_far
            before = own[name, "hard"], own[name, "easy"]
            seldom = before[0] < before[1] or (before[0] == before[1] and lacking > 0.5)
            is_hard = not KNOWN[name].easy or lacking >= 1 or (lacking > 0 and seldom)
            difficulty: Difficulty = "hard" if is_hard and (hard > 0 or not KNOWN[name].easy) else "easy"
            own[name, difficulty] += 1
            done, so_far = done + 1, so_far + (difficulty == "hard")
            yield name, difficulty


STAGE = Stage("candidates", "repertoire", _plan, for_each=True)
