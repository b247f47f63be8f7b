"""Public cases and held-back gold: which cases can be asked in public, and what of them is shown there.

Cases of one dialogue give each other away: the history of a later turn holds the reference code of every earlier
one. So of each dialogue, cases that are answered by code are taken of one turn alone, and what is asked about the
dialogue after that turn stays out. Whatever search still finds given away goes as well (`leaks`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.benchmark.canary import FIELD as CANARY
from company.benchmark.files import dialogue_of, turn_of
from company.benchmark.withholding.gold import Haystack, given_away, letters_named, texts_in
from company.errors import ConfigError
from company.families.dialogues.gate.choice import gold_letter
from company.families.dialogues.records import CATEGORIES, CHOSEN, Category

Line = Mapping[str, Any]
PUBLIC_FIELDS = (
    "data_id",
    "domain_name",
    "result_type",
    "current_query",
    "prompt_with_hist_txt",
    "prompt_with_hist_json",
    "ref_code_hist",
    "figure",
    CANARY,
)
"""All that a public line may hold: what is asked, and the code that ran before. Whatever else there is, is gold."""
AFTER: tuple[Category, ...] = ("plot_qa", "insight_mining")
"""Cases about what their own turn came to: its code is in their history."""


def public_line(entry: Line) -> dict[str, Any]:
    """What of a case is shown in public."""
    return {name: entry[name] for name in PUBLIC_FIELDS if name in entry}


def held_back_beside(public: Path, held_back: Path) -> None:
    """Raises ConfigError where one of the two folders would lie in the other, and be passed on with it."""
    one, other = public.resolve(), held_back.resolve()
    if one == other or one in other.parents or other in one.parents:
        raise ConfigError(
            f"--held-back {held_back}: it and the public folder {public} must not lie in one another; "
            "name a folder that is never passed on"
        )


def publishable(cases: Mapping[Category, Sequence[Line]]) -> dict[Category, list[Line]]:
    """The cases that can be asked in public without giving away the gold of one another, in their order.

    The same cases give the same answer. What is left was searched: the public line of no case gives away the gold of
    another (`company.benchmark.withholding.gold.given_away`).
    """
    placed = [_Placed.of(category, entry) for category, entries in cases.items() for entry in entries]
    dialogues: dict[str, list[_Placed]] = {}
    for each in placed:
        dialogues.setdefault(each.dialogue, []).append(each)
    kept = [each for group in dialogues.values() for each in _taken(group) if not _tells_itself(each)]
    kept = _without_conflicts(kept)
    ids = {each.entry["data_id"] for each in kept}
    chosen = {category: [entry for entry in entries if entry["data_id"] in ids] for category, entries in cases.items()}
    return {category: entries for category, entries in chosen.items() if entries}


@dataclass(frozen=True)
class _Placed:
    """A case, and where in its dialogue it stands."""

    category: Category
    entry: Line
    dialogue: str
    turn: int

    @classmethod
    def of(cls, category: Category, entry: Line) -> _Placed:
        data_id = entry["data_id"]
        number = turn_of(data_id).rpartition(".t")[2]
        return cls(category, entry, dialogue_of(turn_of(data_id)), int(number) if number.isdecimal() else 0)

    @property
    def coded(self) -> bool:
        """Answered by code, which the histories of later turns hold."""
        return self.category not in CHOSEN

    def stands_before(self, turn: int) -> bool:
        """Whether its history ends before the code of a turn."""
        return self.turn < turn or (self.turn == turn and self.category not in AFTER)


def _taken(group: Sequence[_Placed]) -> list[_Placed]:
    """Of one dialogue's cases, the most that can be shown: code cases of one turn, and choices before its code.

    A code case counts twice: they are the scarcer, and a dialogue has them of one turn alone.
    """
    best = [each for each in group if not each.coded]
    most = (len(best), -1)
    for turn in sorted({each.turn for each in group if each.coded}):
        taken = [each for each in group if (each.turn == turn if each.coded else each.stands_before(turn))]
        worth = (sum(2 if each.coded else 1 for each in taken), turn)
        if worth > most:
            best, most = taken, worth
    return best


def _tells_itself(case: _Placed) -> bool:
    """Whether its own words call the right letter right."""
    return not case.coded and gold_letter(case.entry) in letters_named(texts_in(public_line(case.entry)))


def _without_conflicts(cases: Sequence[_Placed]) -> list[_Placed]:
    """The cases left when those that are given away by, or give away, the most others have gone, one by one."""
    left = {each.entry["data_id"]: each for each in cases}
    stack = Haystack()
    for data_id, each in left.items():
        stack.add(data_id, texts_in(public_line(each.entry)))
    pairs = {(given, by) for given, by, _ in given_away([each.entry for each in cases], stack)}
    while pairs:
        counts = Counter(data_id for pair in pairs for data_id in pair)
        order = {data_id: (counts[data_id], CATEGORIES.index(left[data_id].category), data_id) for data_id in counts}
        worst = max(order, key=order.__getitem__)
        del left[worst]
        pairs = {pair for pair in pairs if worst not in pair}
    return list(left.values())
