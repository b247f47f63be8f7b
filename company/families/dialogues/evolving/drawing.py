"""A timetable is drawn before anything is written, many times from the seed, until patterns, distances and breadths are
as they are meant to be; the best one counts.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from company.families.dialogues.evolution import PATTERNS, Act, Pattern, Reach, Setting, TermKind, Use
from company.families.dialogues.evolving.timetable import (
    BREADTHS,
    FAR,
    SHARES,
    Drawn,
    Timetable,
    Wishes,
    faults,
)
from company.families.dialogues.evolving.views import CONVENTIONS, Slot, Story

MOST_VERSIONS, MOST_TERMS = 4, 12
MOST_ROUNDINGS = 3
"""Versions of a rounding: more steps that anybody would take, and that are told apart, are hard to find."""
MOST_USES, MOST_RESULTS, MOST_REMADE = 4, 2, 3
FIRST, BEFORE = "as at first", "as before we last changed it"
"""How the age of what is brought back is named."""
_TRIES, _ENOUGH = 200, 6
_WEIGHTS: Final[Mapping[TermKind, float]] = {
    "line": 3, "filter": 3, "exclusion": 2, "measure": 3, "unit": 1, "rounding": 1, "rates": 1.5, "year": 0.5,
}  # fmt: skip
"""How often a kind of term is drawn. Ties change too few figures to be proved."""


def drawn(wishes: Wishes, seed: str) -> Timetable:
    """Return the timetable for a seed. Raises ValueError where the table allows no kind of term."""
    if not wishes.kinds:
        raise ValueError("no kind of term is possible with this table: it has no column of numbers or of few values")
    best, least = None, float("inf")
    for number in range(_TRIES):
        table = _Drawing(wishes, random.Random(f"{seed} timetable {number}")).whole()
        fault = faults(table, wishes)
        if fault < least:
            best, least = table, fault
        if least <= 0 and number >= (_TRIES // 2 if wishes.levels else _ENOUGH):
            break
    assert best is not None, "something is drawn each time"
    return best


class _Drawing:
    """One timetable while it is drawn, turn by turn."""

    def __init__(self, wishes: Wishes, chance: random.Random) -> None:
        self.wishes, self.chance = wishes, chance
        self.terms = min(MOST_TERMS, max(6, round(wishes.turns * 0.27)))
        self.kinds = self._kinds()
        self.slots: dict[str, Slot] = {}
        self.sets: list[tuple[int, Setting]] = []
        self.turns: list[Drawn] = []
        self.fresh = self._fresh_positions()
        self.mains: Counter[Pattern] = Counter()
        self.breadths: Counter[int] = Counter()
        self.moments: dict[str, str] = {}
        self._late_near = chance.uniform(0.4, 1)

    def whole(self) -> Timetable:
        for position in range(1, self.wishes.turns + 1):
            self._turn(position)
        return Timetable(dict(self.slots), tuple(self.turns))

    @property
    def story(self) -> Story:
        return Story(self.slots, self.sets)

    # what there is to draw from

    def _kinds(self) -> list[TermKind]:
        """Return the kinds of the terms, in pairs as far as possible, so that each has a rival."""
        allowed = [kind for kind in _WEIGHTS if kind in self.wishes.kinds]
        pairs: list[TermKind] = []
        while len(pairs) < (self.terms + 1) // 2:
            left = [kind for kind in allowed if kind not in pairs] or allowed
            pairs += self.chance.choices(left, [_WEIGHTS[kind] for kind in left])
        halves = pairs[: self.terms // 2]
        self.chance.shuffle(halves)
        return [*pairs, *halves]

    def _fresh_positions(self) -> set[int]:
        count = max(1, round(self.wishes.fresh * self.wishes.turns))
        later = max(0, min(count - 1, self.terms - 4))
        step = self.wishes.turns / (later + 1)
        spread = {round(step * (each + self.chance.uniform(0.6, 1.1))) for each in range(1, later + 1)}
        return {1, *(min(max(5, each), self.wishes.turns) for each in spread)}

    # one turn

    def _turn(self, position: int) -> None:
        uses: list[Use] = []
        self.moments = {}
        pattern, sets, remade = self._event(position)
        self.sets += [(position, one) for one in sets]
        for one in sets:
            uses.append(Use(slot=one.slot, version=one.version))
        results: list[int] = []
        is_fresh = position in self.fresh
        if not is_fresh:
            self._fill(pattern, position, uses, results, remade)
        story = self.story
        sources = sorted({at for use in uses for at in story.sources(use, position)} | set(results))
        patterns = self._patterns(pattern, position, uses)
        rivals = [rival[0] for use in uses if use.version is not None and (rival := story.rival(use, position))]
        self.turns.append(
            Drawn(
                position,
                patterns,
                tuple(sets),
                tuple(uses),
                tuple(results),
                tuple(remade),
                tuple(sources),
                tuple(rivals),
                dict(self.moments),
            )
        )
        self.mains[patterns[0]] += 1
        self.breadths[min(4, len(sources))] += 1

    def _event(self, position: int) -> tuple[Pattern, list[Setting], list[int]]:
        """Return the main pattern of the turn, what it sets, and what it has made anew."""
        undefined = self.terms - len(self.slots)
        later_fresh = sum(each > position for each in self.fresh)
        if position in self.fresh and undefined:
            return "construct", self._defined(position, 2 if position == 1 else 1), []
        must = undefined - later_fresh
        early = max(3, self.wishes.turns // 3)
        if must > 0 and self.chance.random() < must / max(1.0, 0.7 * (early - position + 1)):
            return "construct", self._defined(position, min(must, 2 if position < 4 or must > 3 else 1)), []
        for pattern in self._wanted(position):
            found = self._tried(pattern, position)
            if found is not None:
                return (pattern, *found)
        return "inherit", [], []

    def _wanted(self, position: int) -> list[Pattern]:
        """Return patterns, those first of which most are missing, with some chance."""
        shares = {**SHARES, **self.wishes.shares}
        total = sum(shares.values()) or 1.0

        def lack(pattern: Pattern) -> float:
            wanted = shares.get(pattern, 0.0) / total * self.wishes.turns
            return (wanted - self.mains[pattern]) / (wanted + 0.01) + self.chance.uniform(0, 0.5)

        return sorted((each for each in PATTERNS if each != "construct"), key=lack, reverse=True)

    def _tried(self, pattern: Pattern, position: int) -> tuple[list[Setting], list[int]] | None:
        """Return the settings of an event of this pattern; none for a turn that uses what is there; None else."""
        slots = list(self.slots)
        self.chance.shuffle(slots)
        match pattern:
            case "update":
                return self._changed(slots, position) or self._users(pattern, position)
            case "counterfactual":
                return self._supposed(slots, position)
            case "rollback":
                return self._restored(slots, position) or self._users(pattern, position)
            case "compose":
                return self._composed(slots, position)
            case "repair":
                return self._corrected(slots, position) or self._users(pattern, position)
            case "convention":
                return self._lifted(slots, position) or self._users(pattern, position)
            case _:
                return ([], []) if self._candidates(position, [], pattern) else None

    def _users(self, pattern: Pattern, position: int) -> tuple[list[Setting], list[int]] | None:
        return ([], []) if self._candidates(position, [], pattern) else None

    # what a turn does to a term

    def _defined(self, position: int, count: int) -> list[Setting]:
        taken: list[TermKind] = []
        made = []
        for _ in range(count):
            left = [kind for kind in self.kinds if kind not in taken] or self.kinds
            kind = left[0]
            self.kinds.remove(kind)
            taken.append(kind)
            slot = f"s{len(self.slots) + 1}"
            self.slots[slot] = Slot(slot, kind)
            made.append(self._said(slot, "define", "on", position))
        return made

    def _said(self, slot: str, act: Act, reach: Reach, position: int) -> Setting:
        one = self.slots[slot]
        self.slots[slot] = Slot(slot, one.kind, (*one.said, position), one.void)
        return Setting(slot=slot, act=act, version=len(one.said), reach=reach)

    def _free(self, slot: str, position: int, least: int = 3) -> bool:
        """Return whether something new may be said of a term that holds and was said some turns ago."""
        one = self.slots[slot]
        lasting = self.story.lasting(slot, position)
        return (
            len(one.said) < (MOST_ROUNDINGS if one.kind == "rounding" else MOST_VERSIONS)
            and bool(lasting)
            and lasting[-1][1].version is not None
            and position - max(one.said[-1], lasting[-1][0]) >= least
        )

    def _happened(self, act: Act, reach: Reach | None = None) -> int:
        return sum(one.act == act and reach in (None, one.reach) for _, one in self.sets)

    def _few(self, pattern: Pattern, *acts: Act) -> bool:
        """Return whether events of a pattern are still to come, rather than turns that rest on them."""
        wanted = SHARES[pattern] * self.wishes.turns * 0.6
        return sum(self._happened(act) for act in acts) < max(1.0, wanted)

    def _changed(self, slots: Sequence[str], position: int) -> tuple[list[Setting], list[int]] | None:
        for slot in slots if self._few("update", "change") else ():
            if self._free(slot, position):
                remade = self._rest_on(slot, position)
                everywhere = 0 < len(remade) <= MOST_REMADE and self.chance.random() < 0.6
                made = self._said(slot, "change", "all" if everywhere else "on", position)
                return [made], remade if everywhere else []
        return None

    def _rest_on(self, slot: str, position: int) -> list[int]:
        """Return the turns whose results were made with what holds of a term now, or go on from such results."""
        version = self.story.present(slot, position)
        made = Timetable(self.slots, tuple(self.turns)).made_with(position)
        found: list[int] = []
        for turn in self.turns:
            with_it = slot in made[turn.position] and made[turn.position][slot] == version
            if not _is_pure(turn) and (with_it or set(turn.of_results) & set(found)):
                found.append(turn.position)
        return found

    def _supposed(self, slots: Sequence[str], position: int) -> tuple[list[Setting], list[int]] | None:
        for slot in slots:
            if self._free(slot, position, least=2):
                return [self._said(slot, "suppose", "here", position)], []
        return None

    def _old(self, slot: str, position: int) -> Iterator[tuple[int, str]]:
        """Yield the versions of a term that can be brought back, each with how its age is named."""
        lasting = [one.version for _, one in self.story.lasting(slot, position)]
        good = [each for each in lasting if each is not None and each not in self.slots[slot].void]
        if len(lasting) < 2 or not good:
            return
        if good[0] != lasting[-1]:
            yield good[0], FIRST
        # What was brought back has been changed, too, and nobody would call it so.
        is_changed = self._last(slot, position) == "change"
        if is_changed and lasting[-2] in good and lasting[-2] not in (good[0], lasting[-1]):
            yield lasting[-2], BEFORE

    def _restored(self, slots: Sequence[str], position: int) -> tuple[list[Setting], list[int]] | None:
        if not self._few("rollback", "restore"):
            return None
        found: list[Setting] = []
        for slot in slots:
            if self._last(slot, position) in ("restore", "define") or self.slots[slot].kind in self._kinds_of(found):
                continue
            if position - self.story.lasting(slot, position)[-1][0] < 2:
                continue
            old = list(self._old(slot, position))
            if old:
                version, moment = self.chance.choice(old)
                found.append(Setting(slot=slot, act="restore", version=version, reach="on"))
                self.moments[slot] = moment
            if len(found) > self.chance.choice((0, 0, 1)):
                break
        return (found, []) if found else None

    def _last(self, slot: str, position: int) -> Act | None:
        lasting = self.story.lasting(slot, position)
        return lasting[-1][1].act if lasting else None

    def _kinds_of(self, settings: Sequence[Setting]) -> set[TermKind]:
        return {self.slots[one.slot].kind for one in settings}

    def _composed(self, slots: Sequence[str], position: int) -> tuple[list[Setting], list[int]] | None:
        """Return terms of two ages for one turn: one as it was, and another that has changed as well."""
        aged = [slot for slot in slots if len(self.story.lasting(slot, position)) > 1]
        found: list[Setting] = []
        for slot in aged:
            old = list(self._old(slot, position))
            if old and self.slots[slot].kind not in self._kinds_of(found) and len(found) < 2:
                version, self.moments[slot] = self.chance.choice(old)
                found.append(Setting(slot=slot, act="restore", version=version, reach="here"))
        other = [slot for slot in aged if found and self.slots[slot].kind not in self._kinds_of(found)]
        if not found or (len(found) < 2 and not other):
            self.moments = {}
            return None
        return found, []

    def _corrected(self, slots: Sequence[str], position: int) -> tuple[list[Setting], list[int]] | None:
        if not self._few("repair", "correct"):
            return None
        for slot in slots:
            one, lasting = self.slots[slot], self.story.lasting(slot, position)
            remade = self._rest_on(slot, position)
            is_new = lasting[-1][1].act in ("define", "change") and position - lasting[-1][0] >= 2
            if is_new and self._free(slot, position, least=2) and 0 < len(remade) <= MOST_REMADE:
                made = self._said(slot, "correct", "all", position)
                now = self.slots[slot]
                self.slots[slot] = Slot(slot, now.kind, now.said, one.void | {lasting[-1][1].version or 0})
                return [made], remade
        return None

    def _lifted(self, slots: Sequence[str], position: int) -> tuple[list[Setting], list[int]] | None:
        if self._happened("lift") >= max(1, self.wishes.turns // 25) or position < self.wishes.turns // 3:
            return None
        for slot in slots:
            one = self.slots[slot]
            if one.kind in CONVENTIONS and self._free(slot, position):
                return [Setting(slot=slot, act="lift", version=None, reach="on")], []
        return None

    # what a turn uses

    def _candidates(self, position: int, uses: Sequence[Use], pattern: Pattern | None = None) -> list[Use]:
        """Return the terms that a turn may use beside others, of a pattern where one is given."""
        story = self.story
        kinds = {self.slots[use.slot].kind for use in uses}
        found = []
        for slot, one in self.slots.items():
            lasting = story.lasting(slot, position)
            if not lasting or lasting[0][0] >= position or one.kind in kinds:
                continue
            version = lasting[-1][1].version
            if version is None and pattern != "convention":
                continue
            use = Use(slot=slot, version=version)
            if pattern is None or self._pattern_of(use, position) == pattern:
                found.append(use)
        return found

    def _pattern_of(self, use: Use, position: int) -> Pattern:
        """Return how a turn that uses a term stands to it, by what became of it last."""
        story = self.story
        at, last = story.lasting(use.slot, position)[-1]
        if any(o.slot == use.slot and o.act == "suppose" and at <= when < position for when, o in self.sets):
            return "counterfactual"
        fates: dict[Act, Pattern] = {
            "change": "update",
            "restore": "rollback",
            "correct": "repair",
            "lift": "convention",
        }
        if last.act in fates:
            return fates[last.act]
        return "convention" if self.slots[use.slot].kind in CONVENTIONS else "inherit"

    def _fill(
        self, pattern: Pattern, position: int, uses: list[Use], results: list[int], remade: Sequence[int]
    ) -> None:
        """Add terms and results until the turn depends on as many earlier turns as it is to."""
        wanted = self._breadth()
        goal = self._goal(position)
        if not uses or pattern == "compose":
            self._add_main(pattern, position, uses, goal)
        story = self.story

        def sources() -> set[int]:
            return {at for use in uses for at in story.sources(use, position)} | set(results)

        for _ in range(8):
            missing = wanted - len(sources())
            if missing <= 0:
                break
            more = self._results(position, uses, results, remade)
            if (
                more
                and (missing > 1 or len(uses) >= MOST_USES or self.chance.random() < 0.3)
                and (len(results) < (MOST_RESULTS if wanted > 3 else 1))
            ):
                results.append(min(more, key=lambda each: abs(position - each - goal) + self.chance.uniform(0, 4)))
                continue
            left = self._near(self._candidates(position, uses), position, goal)
            if not left or len(uses) >= MOST_USES:
                break
            uses.append(self._nearest(left, position, goal))

    def _add_main(self, pattern: Pattern, position: int, uses: list[Use], goal: int) -> None:
        if pattern == "compose":
            if len(uses) < 2:
                aged = [u for u in self._candidates(position, uses) if len(self.story.lasting(u.slot, position)) > 1]
                uses += aged[:1]
            return
        uses.append(
            self._nearest(self._candidates(position, uses, pattern) or self._candidates(position, uses), position, goal)
        )

    def _near(self, left: Sequence[Use], position: int, goal: int) -> list[Use]:
        """Return the uses that are not far beyond what the turn is to reach, where that is near."""
        if goal >= FAR:
            return list(left)
        return [use for use in left if position - min(self.story.sources(use, position), default=position) < goal + FAR]

    def _nearest(self, left: Sequence[Use], position: int, goal: int) -> Use:
        """Return the use whose farthest source is about as far as it is to be."""

        def off(use: Use) -> float:
            sources = self.story.sources(use, position)
            back = position - min(sources, default=position)
            alone = back >= FAR and (use.version is None or self.story.rival(use, position) is None)
            return abs(back - goal) + 2 * max(0, back - goal) + 6 * alone + self.chance.uniform(0, 3)

        return min(left, key=off)

    def _goal(self, position: int) -> int:
        """Return how far back a turn is to reach, whatever its position."""
        goal = self.chance.choice((2, 3, 5, 7, 9, 11, 13, 16))
        is_middle = self.wishes.turns / 3 <= position <= 2 * self.wishes.turns / 3
        if is_middle and self.chance.random() < self.wishes.far:
            goal = max(goal, 10)
        elif position > 2 * self.wishes.turns / 3 and self.chance.random() < self._late_near:
            goal = min(goal, 4)
        return min(goal, position - 1)

    def _breadth(self) -> int:
        """Return on how many earlier turns a turn is to depend: of what is missing most."""
        done = sum(self.breadths.values()) + 1

        def lack(number: int) -> float:
            return BREADTHS[number] - self.breadths[number] / done + self.chance.uniform(0, 0.06)

        number = max(range(1, 5), key=lack)
        return number if number < 4 else self.chance.choice((4, 4, 5))

    def _results(self, position: int, uses: Sequence[Use], taken: Sequence[int], remade: Sequence[int]) -> list[int]:
        """Return the turns whose results a turn may go on from: those that stand, made by what was no what-if."""
        return [
            turn.position
            for turn in self.turns
            if turn.position not in taken and not _is_pure(turn) and turn.uses and position - turn.position <= 14
            if not remade or turn.position in remade
        ]

    def _patterns(self, main: Pattern, position: int, uses: Sequence[Use]) -> tuple[Pattern, ...]:
        own = {one.slot for at, one in self.sets if at == position}
        others = [self._pattern_of(use, position) for use in uses if use.slot not in own]
        return tuple(dict.fromkeys([main, *others]))


def _is_pure(turn: Drawn) -> bool:
    """Return whether a turn is a what-if or of two ages: nothing goes on from it."""
    return any(one.reach == "here" for one in turn.sets)
