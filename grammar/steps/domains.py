"""What can stand in a step's slots: how it is said, what is proposed for it on a variable, and what is accepted.

A kind of step names one domain for each slot, e.g. `column = "measure(distinct=8)"`, and may say more of what is
proposed, e.g. `high = { of = "number()", among = "[tidy(source.named[column].quartiles[2])]", where = "low < high" }`.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import CodeType
from typing import Any

from company.records import Column
from grammar import slots
from grammar.language import Slot
from grammar.scene import Focus, Var
from grammar.slots import SAME, TABLE, Words, sayable
from grammar.steps import words as phrases
from grammar.steps.conditions import condition, fits
from grammar.steps.dating import WRITTEN, format_said
from grammar.steps.fitting import GAPS, gappy, inputs, remark
from grammar.steps.linking import link_to, linked_from
from grammar.steps.terms import TERMS, functions_of
from grammar.steps.words import AGGREGATE, AGGREGATES, aggregates, categories, quantities, textual

Slots = Mapping[str, Any]


@dataclass(frozen=True)
class Moment:
    """Where slots are filled: the variable, what the client cares about, and chance."""

    source: Var
    focus: Focus
    chance: random.Random


@dataclass(frozen=True)
class Domain:
    """What can stand in one slot.

    `proposed` gives values that make sense, best first; `accepted` says of any value that was read from words whether
    the step can be carried out with it. A further value of a slot costs `step` times a further column.
    """

    slot: Slot
    proposed: Callable[[Moment, Slots], Iterable[Any]] = lambda moment, filled: ()
    accepted: Callable[[Any, Var, Slots], bool] = lambda value, source, filled: True
    step: int = 1
    column: bool = False
    """Whether its values name columns of the source, one or several: no two slots name the same one."""


def _there(value: Any, source: Var, filled: Slots) -> bool:
    return all(name in source.named for name in several(value))


def _numeric(value: Any, source: Var, filled: Slots) -> bool:
    return value in source.named and source.named[value].numeric


def _column(suited: Callable[[Var], Iterable[Column]], accepted: Callable[[Any, Var, Slots], bool] = _there) -> Domain:
    """A column among those that are suited, the focus first."""

    def proposed(moment: Moment, filled: Slots) -> list[str]:
        return [each.name for each in moment.focus.first(suited(moment.source), moment.chance)]

    return Domain(slots.COLUMN, proposed, accepted, column=True)


def column(*roles: str) -> Domain:
    """Any column, or one of these roles."""
    return _column(lambda source: source.of_role(*roles) if roles else source.named.values())


def restricted(domain: Domain, name: str, among: CodeType | None, where: Sequence[CodeType]) -> Domain:
    """The domain of a slot with the values that an expression gives, in any order, or those for which conditions hold.

    The expressions name the source, the focus, the slots that are filled before, and the value by the slot's name.
    """

    def proposed(moment: Moment, filled: Slots) -> Iterable[Any]:
        known = {**TERMS, **filled, "source": moment.source, "focus": moment.focus}
        found = domain.proposed(moment, filled)
        if among is not None:
            given = list(dict.fromkeys(eval(among, known)))
            found = moment.chance.sample(given, len(given))
        return (value for value in found if all(eval(rule, {**known, name: value}) for rule in where))

    return replace(domain, proposed=proposed)


def measure(*, distinct: int = 3, role: str | None = None, gaps: bool = True) -> Domain:
    """A quantity with at least so many different values; without gaps where they are not allowed."""

    def suited(source: Var) -> list[Column]:
        found = quantities(source, distinct=distinct)
        return [each for each in found if role in (None, each.role) and (gaps or not each.missing)]

    return _column(suited, _numeric)


def columns(*sizes: int, roles: Sequence[str] = (), such: str = "True", last: str = "and") -> Domain:
    """So many columns of these roles for which `such` holds, which calls each `it`; `last` is said before the last."""
    one = restricted(column(*roles), "it", None, [compile(such, "<such>", "eval")])
    return _sets(one, sizes, last=last)


def measures(*sizes: int, gaps: bool = True, fewest: int = 1, role: str | None = "measure") -> Domain:
    """So many quantities that no other slot names; without gaps where they are not allowed."""
    return _sets(measure(role=role, gaps=gaps), sizes, fewest)


def predictor(*, distinct: int = 8) -> Domain:
    """A measure that an algorithm can learn from."""
    return _column(lambda source: inputs(source, distinct=distinct), _numeric)


def predictors(*sizes: int, distinct: int = 8, fewest: int = 1) -> Domain:
    """So many measures that an algorithm can learn from and that no other slot names."""
    return _sets(predictor(distinct=distinct), sizes, fewest)


def _sets(one: Domain, sizes: Sequence[int], fewest: int = 1, last: str = "and") -> Domain:
    """Return the domain of so many columns of another, `fewest` at the least; those in focus come first."""

    def proposed(moment: Moment, filled: Slots) -> Iterator[tuple[str, ...]]:
        names = [name for name in one.proposed(moment, filled) if name not in filled.values()]
        for start, size in itertools.product(range(len(names)), moment.chance.sample(sizes, len(sizes))):
            if start + size <= len(names):
                yield tuple(names[start : start + size])

    def accepted(value: Any, source: Var, filled: Slots) -> bool:
        return fewest <= len(value) and all(one.accepted(name, source, filled) for name in value)

    return Domain(slots.names_listed(last), proposed, accepted, column=True)


def category(*, most: int = 12, least: int = 2, readable: int | None = None) -> Domain:
    """A column to group by; `readable` is the most values that are accepted from words."""

    def accepted(value: Any, source: Var, filled: Slots) -> bool:
        return value in source.named and (readable is None or source.named[value].distinct <= readable)

    return _column(lambda source: categories(source, most=most, least=least), accepted)


def _any_of(values: Iterable[Any]) -> Callable[[Moment, Slots], Iterable[Any]]:
    """What proposes each of some values, in an order by chance."""

    def proposed(moment: Moment, filled: Slots) -> list[Any]:
        drawn = list(values)
        moment.chance.shuffle(drawn)
        return list(dict.fromkeys(drawn))

    return proposed


def choice(words: Words, *values: Any) -> Domain:
    """One of some values, each with its own words; `values` are those that are proposed, all of them unless said."""
    return Domain(words, _any_of(values or words.values), step=3)


def aggregate(
    of: str = "column", among: Sequence[str] = (), words: Words = AGGREGATE, mostly: str | None = None
) -> Domain:
    """An aggregate that suits the measure in another slot; `mostly` is the first in half of the cases."""

    def proposed(moment: Moment, filled: Slots) -> list[str]:
        found = aggregates(moment.source.named[filled[of]], moment.chance, *among)
        return sorted(found, key=lambda name: name != mostly) if mostly and moment.chance.random() < 0.5 else found

    return Domain(words, proposed, step=3)


def aggregate_list(*sets: tuple[str, ...], words: Slot = AGGREGATES) -> Domain:
    """Several aggregates at once."""
    return Domain(words, lambda moment, filled: moment.chance.sample(sets, len(sets)), step=3)


def number(*values: float, low: float | None = None, high: float | None = None, whole: bool = False) -> Domain:
    """A number, proposed from these; accepted from `low` to `high`."""

    def accepted(value: Any, source: Var, filled: Slots) -> bool:
        fitting = isinstance(value, int) if whole else isinstance(value, int | float)
        return fitting and (low is None or value >= low) and (high is None or value <= high)

    return Domain(slots.NUMERAL, _any_of(values), accepted, step=3)


def conditions(most: int = 2) -> Domain:
    """One or more conditions on the rows, each of which keeps a fair part of them."""

    def proposed(moment: Moment, filled: Slots) -> list[Any]:
        columns = moment.focus.first(moment.source.named.values(), moment.chance)
        single = [found for each in columns if (found := condition(each, moment.chance))]
        pairs = list(itertools.pairwise(single)) if most > 1 else []
        return [*[(first,) for first in single[:4]], *pairs]

    return Domain(slots.CONDITIONS, proposed, lambda value, source, filled: all(fits(each, source) for each in value))


def two_of(by: str = "by", measure: str = "column") -> Domain:
    """Two of the largest groups of the category in another slot, with some values of the measure in each."""

    def proposed(moment: Moment, filled: Slots) -> list[tuple[str, str]]:
        group, measured = (moment.source.named[filled[slot]] for slot in (by, measure))
        large = [text for text, count in group.values[:5] if count >= measured.missing + 5 and sayable(text)]
        if not textual(group) or len(large) < 2:
            return []
        # The same two whenever they are asked for, so that one step of a chain goes on with those of another.
        first, second = random.Random(group.name).sample(large[:3], 2)
        return [(first, second)]

    return Domain(slots.VALUES, proposed, lambda value, source, filled: len(value) == 2 == len(set(value)), step=3)


def table_column() -> Domain:
    """A column of the user's table, for steps that go back to it from an earlier result."""

    def accepted(value: Any, source: Var, filled: Slots) -> bool:
        return source.table is not None and value in source.table.named

    return Domain(slots.COLUMN, accepted=accepted)


def linked_group() -> Domain:
    """A column to group by of a table that the source's rows name rows of."""

    def suited(source: Var) -> list[Column]:
        return [each for linked in linked_from(source) for each in linked.groups]

    def proposed(moment: Moment, filled: Slots) -> list[str]:
        found = suited(moment.source)
        return [each.name for each in moment.focus.first(found, moment.chance)] if found else []

    return Domain(slots.COLUMN, proposed, lambda value, source, filled: value in {one.name for one in suited(source)})


def linked_table(of: str = "column") -> Domain:
    """The table beside the user's that has the column in another slot."""

    def known(source: Var, filled: Slots) -> list[str]:
        return [linked.name for linked in linked_from(source) if filled[of] in linked.named]

    return Domain(
        slots.SOURCE,
        lambda moment, filled: known(moment.source, filled),
        lambda value, source, filled: value in known(source, filled),
    )


def link_columns(of: str = "beside") -> Domain:
    """The columns by which the source's rows name rows of the table in another slot."""

    def known(source: Var, filled: Slots) -> tuple[str, ...]:
        linked = link_to(source, filled[of])
        return linked.by if linked else ()

    return Domain(
        slots.names_listed(),
        lambda moment, filled: filter(None, [known(moment.source, filled)]),
        lambda value, source, filled: value == known(source, filled),
    )


def note(of: Sequence[str], words: Slot = GAPS) -> Domain:
    """Words that are there where the columns in these slots have gaps, and must be there then."""

    def told(source: Var, filled: Slots) -> bool:
        return gappy(source, *(name for slot in of for name in several(filled[slot])))

    return Domain(
        words,
        lambda moment, filled: [told(moment.source, filled)],
        lambda value, source, filled: bool(value) or not told(source, filled),
    )


def date_format(of: str = "column") -> Domain:
    """How the dates in the column of another slot are written, where that has to be said."""
    return Domain(WRITTEN, lambda moment, filled: [format_said(moment.source.named[filled[of]])])


def several(value: Any) -> tuple[Any, ...]:
    """Return what a slot names: one thing or several."""
    return value if isinstance(value, tuple) else (value,)


SOURCE = Domain(slots.SOURCE)
ROWS = Domain(slots.ROWS)
NEW = Domain(slots.COLUMN)
"""A column's name that the step itself makes."""
TABLE_SLOT = Domain(
    slots.SOURCE,
    lambda moment, filled: [TABLE],
    lambda value, source, filled: source.table is not None and value in (TABLE, SAME, source.table.name),
)
"""The user's table, beside the source."""
_HERE = functions_of(sys.modules[__name__])
DOMAINS: Mapping[str, Any] = {
    **_HERE,
    "text": Domain(slots.VALUE),
    "result": Domain(slots.SOURCE),
    "texts": Domain(slots.VALUES),
    "names": Domain(slots.names_listed()),
    "name": NEW,
    "table": TABLE_SLOT,
    **{name: made for name, made in vars(phrases).items() if isinstance(made, Slot)},
    "remark": remark,
}
"""What a slot's description may name."""
