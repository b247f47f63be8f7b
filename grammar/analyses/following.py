"""Which steps come next in the chains that answer a question."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from company.records import ResultType
from grammar.analyses.forms import NEW, SPLIT, Chain, Form, Way, form_of
from grammar.analyses.standing import Standing, done_by, rows_of, standing_of, turns_of
from grammar.choosing import Chooser
from grammar.narrowing import bare, is_split
from grammar.scene import Focus, Var
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS
from grammar.steps.kind import Kind

_DEEP = 0.5
"""How often the longest chain of a question is the first to be followed (realism: 1 to 10 turns a sub-goal, 5 at the
median)."""


@dataclass(frozen=True)
class Analysis:
    """A question of a known form, its columns by letter, and where each of its chains stands."""

    form: Form
    columns: Mapping[str, str]
    standings: tuple[Standing, ...]
    rows: str | None
    """The variable that holds the rows which the question is about; None for the table."""

    @property
    def is_answered(self) -> bool:
        """Whether a chain has been followed to its end."""
        return any(standing.is_complete for standing in self.standings)

    def steps(self, chooser: Chooser) -> Iterator[Step]:
        """Yield the steps that go on with a chain; after an answer, those that say something else by themselves."""
        for standing in self.in_order(chooser):
            for place in standing.chain[standing.at :]:
                for way in place:
                    if not (self.is_answered and self._is_idle(way)):
                        yield from self.taken(way, standing.names, chooser)

    def _is_idle(self, way: Way) -> bool:
        """Whether a way is for others to build on, such as a second line, or tells what was told or passed over."""
        done = (each for standing in self.standings for place in standing.chain[: standing.at] for each in place)
        told = {(KINDS[each.kind].family, *_letters(each)) for each in done}
        passed = way.on is not None and KINDS[way.kind].gives != ("plot",)
        return passed or way.name is not None or (KINDS[way.kind].family, *_letters(way)) in told

    def in_order(self, chooser: Chooser) -> list[Standing]:
        """Return the chains with the one first that was begun, else one that can be gone to its end."""
        return sorted(self.standings, key=lambda each: (each.is_complete, self._strange(each, chooser)))

    def within(self, turns: int | None) -> Analysis:
        """Return the same with those chains first that can be followed to their ends in so many turns."""
        if turns is None:
            return self
        in_time = sorted(self.standings, key=lambda each: len(each.chain) - each.at >= turns)
        return replace(self, standings=tuple(in_time))

    def _strange(self, standing: Standing, chooser: Chooser) -> bool:
        return not standing.has_begun and not self.can_follow(standing.chain, chooser)

    def can_follow(self, chain: Chain, chooser: Chooser) -> bool:
        """Whether every place of a chain can be taken, as far as that can be told before it is begun."""
        return all(any(way.on is not None or any(self.taken(way, {}, chooser)) for way in place) for place in chain)

    @property
    def left(self) -> dict[str, str]:
        """The variables that named places of the chains have left."""
        return {name: variable for standing in self.standings for name, variable in standing.names.items()}

    def ends(self) -> list[tuple[Way, ...]]:
        """Return the ways that lead from what is there to the end of each chain that has not been reached."""
        return [path for standing in self.standings if not standing.is_complete for path in _paths(standing)]

    def better(self, path: Sequence[Way]) -> list[tuple[Way, ...]]:
        """Return the paths to the end of the same chain that come before another and build on the same."""
        ways = next((paths for paths in map(_paths, self.standings) if path in paths), [tuple(path)])
        return [each for each in ways[: ways.index(tuple(path))] if each[-1].on == path[-1].on]

    def beside(self, path: Sequence[Way]) -> list[Way]:
        """Return what else the chain with this way to its end asks for and has not had, the last first, by itself."""
        return [
            way
            for standing in self.standings
            if path[-1] in standing.chain[-1]
            for place in reversed(standing.chain[standing.at : -1])
            for way in place
            if way not in path and way.name is None
        ]

    def taken(self, way: Way, names: Mapping[str, str], chooser: Chooser) -> Iterator[Step]:
        """Yield the steps that a way stands for in a scene."""
        source = self._source(way, names, chooser)
        kind = KINDS[way.kind]
        if source is None or source.nature not in kind.takes:
            return
        focus = Focus(tuple(self.columns[each] for each in _letters(way) if each != NEW) or chooser.focus.columns)
        made = frozenset(name for name in source.named if name not in chooser.scene.own)
        wanted = Focus((*made, *focus.columns)) if NEW in _letters(way) else focus
        if self.rows is not None and "table" in kind.slots:  # what goes back goes back to what the question is about
            source = replace(source, table=chooser.scene.resolve(self.rows))
        for slots in kind.offers(source, wanted, chooser.chance, self._wanted(way, made)):
            said = {"table": self.rows} if self.rows is not None and "table" in slots else {}
            yield Step(kind.name, {**slots, **said, "source": source.name}, self._result(way, kind, chooser))

    def _wanted(self, way: Way, made: frozenset[str]) -> dict[str, Callable[[Any], bool]]:
        wanted: dict[str, Callable[[Any], bool]] = {
            slot: partial(self._names, letters, made) for slot, letters in way.slots.items()
        }
        wanted |= {slot: partial(_is_one_of, values) for slot, values in way.values.items()}
        return wanted

    def _source(self, way: Way, names: Mapping[str, str], chooser: Chooser) -> Var | None:
        name = self.rows if way.on is None else names.get(way.on)
        if way.on is None and name is None:
            return chooser.scene.table
        return chooser.scene.variables.get(name or "")

    def _names(self, letters: Sequence[str], made: frozenset[str], value: Any) -> bool:
        """Whether a slot names the columns of these letters, and none beside them."""
        given = value if isinstance(value, tuple) else (value,)
        known = {self.columns[letter] for letter in letters if letter != NEW}
        return len(given) == len(letters) and known <= set(given) and (NEW not in letters or bool(made & set(given)))

    def _result(self, way: Way, kind: Kind, chooser: Chooser) -> ResultType:
        """Return the type of its result: what later places build on is of the usual type."""
        if way.result in kind.gives:
            return way.result
        return kind.gives[0] if way.name else chooser.result_of(kind)


def _paths(standing: Standing) -> list[tuple[Way, ...]]:
    """Return the paths to the end of a chain, the best first."""
    return [(*path, way) for way in standing.chain[-1] for path in _leading_to(way, standing)]


def _leading_to(way: Way, standing: Standing) -> list[tuple[Way, ...]]:
    """Return the ways whose results a way is built on, first to last, but for those that are there already."""
    if way.on is None or way.on in standing.names:
        return [()]
    makers = (each for place in standing.chain for each in place if each.name == way.on)
    return [(*path, maker) for maker in makers for path in _leading_to(maker, standing)]


def _is_one_of(values: Sequence[str], value: Any) -> bool:
    return (",".join(value) if isinstance(value, tuple) else str(value).lower()) in values


def _letters(way: Way) -> list[str]:
    return [letter for letters in way.slots.values() for letter in letters]


def analysis_of(
    question: Mapping[str, Any], turns: Sequence[Mapping[str, Any]], earlier: Sequence[Mapping[str, Any]] = ()
) -> Analysis | None:
    """Return where a plan's question stands after its turns (as in a brief); None where its form is not known.

    The rows that it is about may have been picked out in `earlier` turns of other questions.
    """
    form = form_of(bare(question["text"]))
    if form is None or len(question["columns"]) < len(form.slots):
        return None
    done = done_by(turns)
    columns = dict(zip(form.slots, question["columns"], strict=False))
    chains = list(form.chains)
    if form.apart and is_split(question["text"]) and len(question["columns"]) > len(form.slots):
        chains, columns[SPLIT] = list(form.apart), question["columns"][-1]
    chance = random.Random(question["text"])  # the same at every turn
    chance.shuffle(chains)
    if chance.random() < _DEEP:
        chains.sort(key=len, reverse=True)
    rows = rows_of(question, done, done_by(earlier))
    return Analysis(form, columns, tuple(standing_of(chain, done, rows) for chain in chains), rows)


def analysis_at(brief: Mapping[str, Any], question: int) -> Analysis | None:
    """Return where a question of a brief's plan stands, by its number from 1."""
    asked = brief["plan"]["questions"][question - 1]
    turns = [turn for turn in brief["history"] if turn["question"] == question]
    earlier = [turn for turn in turns_of(brief) if turn.get("question") != question]
    found = analysis_of(asked, turns, earlier)
    return found and found.within(brief.get("turns_left"))
