"""Kinds of steps that are written down as data: words, slots, conditions, code templates, and what they leave."""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType
from typing import Any

from company.records import ResultType
from grammar.language import Phrase, Slot
from grammar.scene import Focus, Var
from grammar.steps.base import Slots, Step, identifier
from grammar.steps.domains import Domain, Moment, several
from grammar.steps.templates import Source, bare, lines_of
from grammar.steps.terms import TERMS

MOST_OFFERS = 8
_WIDTH = 5
"""Values of one slot that are tried, beside others."""
_FURTHEST = 12
"""Fillings whose values lie further than this from the front of what is proposed are not made."""
_GIVEN = ("source", "rows", "new")
"""Slots that are not filled from a domain."""
_ANYTHING: Mapping[str, Callable[[Any], bool]] = {}


@dataclass(frozen=True, eq=False, kw_only=True)
class Kind:
    """One kind of step, as `reading` makes it of its description.

    `verbs` are imperative phrases without "please" ("keep the {rows} of {source} where {conditions}"), `nouns` are
    noun phrases ("the {rows} of {source} where {conditions}"). Each phrase mentions every slot (but `rows`, which
    only names rows), so that any of them says all there is to know; the result type is said around it.
    """

    name: str
    family: str
    domains: Mapping[str, Domain]
    verbs: tuple[str, ...]
    nouns: tuple[str, ...]
    motives: tuple[str, ...]
    """Chatty sentences that lead up to the step; `{name}` stands for a slot in plain words."""
    codes: Mapping[str, Sequence[str]]
    """Type of result, or value of a slot → ways to write the code; "" is for what has none of its own."""
    stems: str
    """Words of the result's name, with slots and terms in braces."""
    takes: frozenset[str] = frozenset({"rows"})
    """Natures of variables that it works on (see `scene.Var`)."""
    gives: tuple[ResultType, ...] = ("dataframe",)
    """Result types that it can be asked for, the usual one first."""
    moment: str = "deepen"
    """Where in a sub-goal it belongs: "open", "deepen" or "close"."""
    weight: float = 1.0
    in_place: bool = False
    """Its result is the source itself, changed."""
    longest: int = 32
    """Letters of the result's name."""
    label: str = ""
    """Words of the column that it makes, in the same way."""
    values: tuple[str, ...] = ()
    """Ways to write what each row gets: lines, the last of which is the expression `value` of the code."""
    terms: Mapping[str, CodeType] = field(default_factory=dict)
    """Names for what comes out of the slots, in the order in which they are reckoned."""
    where: tuple[CodeType, ...] = ()
    """What must hold for the step to be proposed, beside what it needs, which is looked at first."""
    needs: tuple[CodeType, ...] = ()
    """What must hold for the step to be carried out."""
    leaves: CodeType | None = None

    @cached_property
    def slots(self) -> Mapping[str, Slot]:
        """What can stand in the phrases' gaps."""
        return {name: domain.slot for name, domain in self.domains.items()}

    @cached_property
    def phrases(self) -> tuple[tuple[str, Phrase], ...]:
        """Every phrase with the way it is used: "verb" or "noun"."""
        return tuple(
            (use, Phrase(template, self.slots))
            for use, templates in (("verb", self.verbs), ("noun", self.nouns))
            for template in templates
        )

    def offers(
        self, source: Var, focus: Focus, chance: random.Random, wanted: Mapping[str, Callable[[Any], bool]] = _ANYTHING
    ) -> Iterator[Slots]:
        """Fillings whose values stand nearest to the front of what is proposed, and pass what is wanted of their slots.

        The column that a step makes, where it is said, is named by its label.
        """
        named = self._fillings(Moment(source, focus, chance), wanted)
        if "new" in self.domains:
            named = ({**slots, "new": self._named(slots, source)["label"]} for slots in named)
        fitting = (slots for slots in named if self._holds((*self.needs, *self.where), slots, source))
        yield from itertools.islice(fitting, MOST_OFFERS)

    def _fillings(self, moment: Moment, wanted: Mapping[str, Callable[[Any], bool]]) -> Iterator[Slots]:
        """Yield what can stand in the slots, the values nearest to the front first."""
        open_slots = [name for name in self.domains if name not in _GIVEN]
        width = _FURTHEST if len(open_slots) == 1 else _WIDTH
        waiting: list[tuple[int, tuple[int, ...], Slots]] = [(0, (), {})]
        while waiting:
            distance, places, filled = heapq.heappop(waiting)
            if len(places) == len(open_slots):
                yield filled
                continue
            name = open_slots[len(places)]
            domain = self.domains[name]
            ways = filter(wanted.get(name, lambda _: True), domain.proposed(moment, filled))
            for place, value in enumerate(itertools.islice(ways, width)):
                further, slots = distance + place * domain.step, {**filled, name: value}
                if further < _FURTHEST and (not domain.column or self._are_different(slots)):
                    heapq.heappush(waiting, (further, (*places, place), slots))

    def _are_different(self, slots: Slots) -> bool:
        """Whether no column is named twice."""
        named = [column for name, value in slots.items() if self.domains[name].column for column in several(value)]
        return len(set(named)) == len(named)

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Whether each slot holds what it may, no column is named twice, and the kind's own conditions hold."""
        given = {name: value for name, value in slots.items() if name in self.domains and name not in _GIVEN}
        if not all(self.domains[name].accepted(value, source, given) for name, value in given.items()):
            return False
        return self._are_different(given) and self._holds(self.needs, slots, source)

    def _holds(self, rules: Sequence[CodeType], slots: Slots, source: Var) -> bool:
        values = self._named(slots, source) if rules else {}
        return all(eval(rule, values) for rule in rules)

    def _named(self, slots: Slots, source: Var, **more: Any) -> dict[str, Any]:
        """Return what expressions can name: the slots, the source, and the kind's own terms."""
        values = {**TERMS, **slots, "source": source, **more}
        for name, term in self.terms.items():
            values[name] = eval(term, values)
        if self.label:
            values["label"] = identifier(*_words(self.label, values), longest=48)
        return values

    def stem(self, slots: Slots, source: Var) -> str:
        """The words of its name; what is changed in place, or drawn, needs none."""
        if self.in_place or self.gives == ("plot",):
            return source.name if self.in_place else "plot"
        words = _words(self.stems, {**self._named(slots, source), "source": source.name})
        return identifier(*words, longest=self.longest)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Lines, its imports among them, that compute the step and leave the result in `out`, in one of several ways.

        `style` picks among ways that are equivalent. For a plot `out` is unused: the figure is the result.
        """
        given = {name: value for name, value in step.slots.items() if name != "source"}
        known = self._named(given, source, result=step.result)
        known |= {"source": Source(source), "out": bare(out)}
        if source.table is not None:
            known |= {"table": Source(source.table)}
        first: list[str] = []
        if self.values:
            *first, value = lines_of(style.choice(self.values), known, style)
            known["value"] = bare(value)
        ways = next(self.codes[key] for key in (step.result, *given.values(), "") if key in self.codes)
        return [*first, *lines_of(style.choice(ways), known, style)]

    def after(self, slots: Slots, source: Var, out: str) -> Var | None:
        """What its description says that it leaves."""
        if self.leaves is None:
            return None
        left = eval(self.leaves, self._named(slots, source, out=out))
        return left if isinstance(left, Var) else None


def _words(template: str, values: Mapping[str, Any]) -> list[str]:
    return [word.format_map(values) for word in template.split()]
