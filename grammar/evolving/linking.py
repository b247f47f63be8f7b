"""How an ask goes on from earlier results: in ways that mean something for what they hold and what is asked for."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from company.records import Column
from grammar.evolving.earlier import TOP, Earlier
from grammar.evolving.figures import LIKE_ROWS, Figure
from grammar.steps.amounts import comparable

Role = Literal["selection", "threshold", "change", "percent", "share", "index", "leader", "per", "shift", "beside"]
CHOOSING: Collection[Role] = ("selection", "threshold")
"""Ways in which an earlier result says which rows count."""
LIKE: Collection[Role] = ("change", "percent", "share", "index", "leader")
"""Ways that hold a figure against one of the same quantity, statistic and unit."""
PERCENT: Collection[Role] = ("percent", "share", "index", "shift")
SELECTIONS = ("above", "leading", "below", "upper")
NUMBER, OWN = "number", "own"
_OWN = 0.6
"""How often single rows are held against the figure of their own label rather than against the average of all."""
_FEWEST, _LEADING = 4, 5
"""Labels among which nothing is chosen, and that a column needs for three to be leading."""
_NO_CUTS = ("off", "shift", "gap", "change")
"""Forms of figures by which nobody would choose groups: the average of what lies above or below another, or short of a
leader, says nothing.
"""
_WEIGHTS: dict[Role, float] = {
    "selection": 1, "threshold": 3, "change": 5, "percent": 4, "share": 5, "index": 4, "leader": 2, "per": 3,
    "shift": 3, "beside": 0.25,
}  # fmt: skip


@dataclass(frozen=True)
class Link:
    """An earlier result in its role."""

    role: Role
    earlier: Earlier
    way: str = ""
    """Of a selection, which groups are meant; "number" where one number stands for all that the result holds; "own"
    where each row is held against the figure of its own label.
    """

    @property
    def is_by_label(self) -> bool:
        """Whether it is held against label by label, so that figures have to be by its column."""
        return bool(self.earlier.group) and self.role not in CHOOSING and self.way != NUMBER


@dataclass(frozen=True)
class Situation:
    """What links are chosen for."""

    figure: Figure
    narrowed: Collection[str]
    """Columns that a term leaves few labels of."""
    weighed: Collection[str]
    """Columns whose labels a term gives weights."""
    limited: Collection[str]
    """Columns of which a term says already which values count: nobody sets a second limit to these."""
    labels: Mapping[str, int]
    """Of columns that results are by, how many labels they have."""
    columns: Mapping[str, Column]
    """Of the table, by name."""
    wants_percent: bool
    """Whether figures have to be percentages, as they are rounded as such."""
    fixed: tuple[str | None] | None = None
    """The column that figures are by, where a result is to be like one before."""


def links(
    earlier: Sequence[Earlier], situation: Situation, avoided: Collection[str], chance: random.Random
) -> list[Link]:
    """A role for each: of several, the first ones choose rows as far as they can, and one is held against."""
    if not earlier:
        return []
    able = {each.name for each in earlier if set(_roles(each, situation)) & set(CHOOSING)}
    # One that can only be held against comes last, then one that is about the same as what is told now.
    order = sorted(earlier, key=lambda each: (each.name not in able, each.holds(situation.figure), chance.random()))
    last, found = order[-1], list[Link]()
    for each in order[:-1]:
        roles = [role for role in _roles(each, situation) if role in CHOOSING]
        if any(link.role in CHOOSING for link in found):
            # Nobody takes two conditions of one question from earlier results.
            roles = ["beside"]
        if each.group and each.group == last.group and "beside" in _roles(each, situation):
            # Where two of one column choose among its labels, or one does for the other, too few are left.
            roles = ["beside"]
        # What rows are held against hardly stays as it is when the result is another; which labels are chosen may.
        role = chance.choices(roles, [_WEIGHTS[role] for role in roles])[0] if roles else "beside"
        link = _link(each, role, situation, chance)
        # Figures by other labels cannot stand beside those by the last one's: one number does for them.
        is_other = role == "beside" and last.group is not None and each.group not in (None, last.group)
        found.append(replace(link, way=NUMBER) if is_other else link)
    beside = [link for link in found if link.role == "beside"]
    # A single number next to one of another quantity tells little: only where nothing else is to be had.
    roles = list(_roles(last, situation)) or ["beside"]
    if any(link.is_by_label for link in beside):
        roles = [role for role in roles if role not in CHOOSING and last.group] or ["beside"]
    elif beside:
        # Next to a number, the figure itself may be held against another one.
        roles = [role for role in roles if role in (*LIKE, "per", "threshold") and not last.group] or ["beside"]
    if any(link.role in CHOOSING for link in found):
        roles = [role for role in roles if role not in CHOOSING] or ["beside"]
    # What was done a turn ago is done again, rather than that quantities stand side by side that do not go together.
    others = [role for role in roles if role != "beside" or last.holds(situation.figure)] or roles
    roles = [role for role in others if role not in avoided] or others
    role = chance.choices(roles, [_WEIGHTS[each] for each in roles])[0]
    return [*found, _link(last, role, situation, chance)]


def _link(earlier: Earlier, role: Role, situation: Situation, chance: random.Random) -> Link:
    ways = [way for way in SELECTIONS if way != "leading" or _count(earlier, situation) >= _LEADING]
    if role == "selection":
        return Link(role, earlier, chance.choice(ways))
    if role == "threshold":
        return Link(role, earlier, OWN if earlier.group and chance.random() < _OWN else "")
    # Of labels that a term chooses, an earlier result may have none.
    return Link(role, earlier, NUMBER if role == "beside" and earlier.group in situation.narrowed else "")


def _count(earlier: Earlier, situation: Situation) -> int:
    """Return how many labels a result has figures of, at the most."""
    return TOP if earlier.form == "top" else situation.labels.get(earlier.group or "", 0)


def _roles(each: Earlier, situation: Situation) -> Iterator[Role]:
    """Yield the ways in which it means something to go on from a result, for a figure that is told."""
    figure, group = situation.figure, each.group
    fits = group not in situation.narrowed and situation.fixed in (None, (group,))
    is_free = fits and group not in situation.weighed
    # Among few labels, or where a term says which ones count, none may be left.
    if group and group not in situation.narrowed and each.form not in _NO_CUTS and _count(each, situation) > _FEWEST:
        yield "selection"
    told = each.figure
    if told is not None and told.statistic in LIKE_ROWS and told.limit not in (None, *situation.limited):
        yield "threshold"
    if each.holds(figure):
        yield from _alike(each, situation, is_free=is_free)
    elif (
        not situation.wants_percent
        and told is not None
        and is_per(figure, told, situation.columns)
        and (not group or is_free)
    ):
        yield "per"
    if each.adds_up and is_free and figure.adds_up and not figure.is_scaled:
        yield "shift"
    if group and fits and (told is None or is_like(figure, told, situation.columns)):
        yield "beside"


def is_like(figure: Figure, told: Figure, columns: Mapping[str, Column]) -> bool:
    """Whether two figures are of one subject or of amounts that go together, so that somebody may want both at once."""
    first, second = (_amount_in(each, columns) for each in (figure, told))
    if first is None or second is None:
        return figure.statistic == told.statistic == "size"
    return first.name == second.name or comparable(first, second)


def is_per(figure: Figure, told: Figure, columns: Mapping[str, Column]) -> bool:
    """Whether a sum means something per row that was counted, or a figure per unit of another of its kind."""
    if figure.statistic not in ("sum", "mean") or figure.quantity is None:
        return False
    if told.statistic == "size":
        return figure.statistic == "sum"
    first, second = (_amount_in(each, columns) for each in (figure, told))
    return told.statistic == figure.statistic and first is not None and second is not None and comparable(first, second)


def _amount_in(figure: Figure, columns: Mapping[str, Column]) -> Column | None:
    """The column that a figure is of, as it is or up to a limit."""
    if figure.term is not None and figure.term[1].way == "capped":
        return columns.get(figure.term[1].columns[0])
    return figure.column


def _alike(each: Earlier, situation: Situation, *, is_free: bool) -> Iterator[Role]:
    if each.group and not is_free:
        return
    if not situation.figure.is_scaled:
        yield "percent"
        yield "share" if situation.figure.adds_up else "index"
    if not situation.wants_percent:
        yield "change"
        if each.group:
            yield "leader"
