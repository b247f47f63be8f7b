"""What a query can need of the table, and what becomes of its words and code where the table lacks it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grammar import absent
from grammar.scene import Focus, Scene, Var
from grammar.slots import TABLE, Condition, literal, quoted, sayable
from grammar.steps import KINDS
from grammar.steps.base import Step
from grammar.steps.words import categories
from grammar.subject import subject_of

_PREMISES = (
    "After all, {name}.",
    "As we know, {name}.",
    "Keep in mind that {name}.",
    "I ask because {name}.",
    "I gather that {name}.",
)
_CLAIMS = (
    "{label} is the {by} with the largest mean {column} in `{source}`",
    "{label} leads all {by} by mean {column} in `{source}`",
    "no {by} comes out above {label} by mean {column} in `{source}`",
)
_UNITS = ("Please give the figures in {unit}.", "The figures should be in {unit}.", "My client wants this in {unit}.")
_FIGURES = frozenset({"aggregate", "group_aggregate", "leading_group"})
"""Kinds whose result is in the unit of their column."""


@dataclass(frozen=True)
class Need:
    """Something that the query needs, and what becomes of words and code where the data lacks it."""

    kind: str
    told: dict[str, str]
    """The fields of the reply where it is there."""
    lacking: dict[str, str]
    """The fields where it is not."""
    conditions: tuple[Condition, ...] = ()
    first: Step | None = None
    """A step that chooses rows before everything else."""
    sentence: str = ""
    """Said after the request where it is there."""
    swaps: tuple[tuple[str, str], ...] = ()
    """Words, and what stands in their place in query and code where it is lacking."""
    tail: str = ""
    """A line of code after the others."""


def needs_of(
    brief: Mapping[str, Any], base: Var, steps: Sequence[Step], scene: Scene, chance: random.Random
) -> list[Need]:
    """Two different things, of the kinds that come first in the brief and that the turn and the table allow."""
    ways: dict[str, Callable[..., Need | None]] = {
        "value": _value, "period": _period, "unit": _unit, "premise": _premise, "column": _column,
    }  # fmt: skip
    found: list[Need] = []
    # Few results are amounts of money: where one is, it is its turn.
    for kind in sorted(brief["kinds"], key=lambda kind: kind != "unit"):
        need = ways[kind](brief, base, steps, scene, chance)
        # Two that choose rows would leave too few, and the dates of a column are said once.
        if need is not None and not (
            found and (need.first or need.conditions) and (found[0].first or found[0].conditions)
        ):
            found.append(need)
        if len(found) == 2:
            break
    return found


def columns_named(steps: Sequence[Step]) -> list[str]:
    """The columns that steps name."""
    found: list[str] = []
    for step in steps:
        for slot, value in step.slots.items():
            if slot in ("column", "by", "other"):
                found.append(value)
            elif slot == "columns":
                found += list(value)
            elif slot == "conditions":
                found += [name for name, _, _ in value]
    return list(dict.fromkeys(found))


def _value(
    brief: Mapping[str, Any], base: Var, steps: Sequence[Step], scene: Scene, chance: random.Random
) -> Need | None:
    taken = set(columns_named(steps))
    groups = [each for each in categories(base, most=30) if each.name not in taken and not each.numeric]
    chance.shuffle(groups)
    for group in groups:
        whole = next((each for each in scene.table.columns if each.name == group.name), group)
        known = [text for text, count in group.values[:4] if count >= 5 and sayable(text) and "'" not in text]
        other = absent.value(whole, brief["wrong"], chance)
        if known and other and sayable(other) and re.search(r"[A-Za-z]", known[0]):
            text = chance.choice(known)
            told = {"kind": "value", "column": group.name}
            return Need(
                "value", {**told, "name": text}, {**told, "name": other},
                conditions=((group.name, "eq", text),), swaps=((quoted(text), quoted(other)),),
            )  # fmt: skip
    return None


def _period(
    brief: Mapping[str, Any], base: Var, steps: Sequence[Step], scene: Scene, chance: random.Random
) -> Need | None:
    taken = set(columns_named(steps))
    kind = KINDS["rows_of_year"]
    for slots in kind.offers(base, Focus(), chance):
        column = base.named[slots["column"]]
        whole = next((each for each in scene.table.columns if each.name == column.name), column)
        beyond = absent.last_year(whole)
        if column.name not in taken and beyond:
            years = str(slots["year"]), str(beyond + chance.randint(1, 4))
            first = Step(kind.name, {**slots, "source": TABLE})
            return _dated(column.name, years, (), first)
    for column in base.named.values():
        beyond = absent.last_year(column) if absent.is_year(column) else None
        if beyond and column.name not in taken and column.values:
            years = str(int(float(column.values[0][0]))), str(beyond + chance.randint(1, 4))
            return _dated(column.name, years, ((column.name, "eq", int(years[0])),), None)
    return None


def _dated(column: str, years: tuple[str, str], conditions: tuple[Condition, ...], first: Step | None) -> Need:
    told = {"kind": "period", "column": column}
    there, beyond = ({**told, "name": year} for year in years)
    return Need("period", there, beyond, conditions=conditions, first=first, swaps=(years,))


def _unit(
    brief: Mapping[str, Any], base: Var, steps: Sequence[Step], scene: Scene, chance: random.Random
) -> Need | None:
    wanted = steps[-1]
    column = base.named.get(str(wanted.slots.get("column")))
    if column is None or wanted.kind not in _FIGURES or wanted.result not in ("value", "series"):
        return None
    if wanted.kind == "leading_group":
        return None
    other = absent.currency(column, scene.table, chance)
    if other is None:
        return None
    scale = chance.choice(absent.SCALES)
    told = {"kind": "unit", "column": column.name}
    divisor = {"thousands": 1000, "hundreds": 100}[scale]
    rate = other.rsplit(" ", 1)[-1].lower()
    return Need(
        "unit", {**told, "name": scale}, {**told, "name": other},
        sentence=chance.choice(_UNITS).format(unit=scale), swaps=((scale, other),),
        tail=f"result = result / {divisor}|result = result * {rate}_per_unit",
    )  # fmt: skip


def _premise(
    brief: Mapping[str, Any], base: Var, steps: Sequence[Step], scene: Scene, chance: random.Random
) -> Need | None:
    taken = set(columns_named(steps))
    found = [one for one in brief["leading"] if one["by"] not in taken or one["column"] not in taken]
    found = [one for one in found if one["by"] in base.named and all("'" not in label for label in one["labels"])]
    if not found:
        return None
    one = chance.choice(found)
    first, second = one["labels"][0], chance.choice(one["labels"][1:3])
    form = chance.choice(_CLAIMS)
    known = {"by": quoted(one["by"]), "column": quoted(one["column"]), "source": base.name}
    names = [form.format(label=quoted(label), **known) for label in (first, second)]
    figures = f"{base.name}.groupby({literal(one['by'])}, observed=True)[{literal(one['column'])}].mean()"
    codes = [f"str({figures}.idxmax()) == {label!r}" for label in (first, second)]
    there, wrong = ({"kind": "premise", "name": name, "code": code} for name, code in zip(names, codes, strict=True))
    text = chance.choice(_PREMISES).format(name=names[0])
    return Need("premise", there, wrong, sentence=text, swaps=((names[0], names[1]),))


def _column(
    brief: Mapping[str, Any], base: Var, steps: Sequence[Step], scene: Scene, chance: random.Random
) -> Need | None:
    names = [name for name in columns_named(steps) if name in base.named and name in scene.own and "'" not in name]
    # With another column's name, a threshold or an edge would look odd.
    bounded = {step.slots.get("column") for step in steps if {"edges", "threshold", "low"} & set(step.slots)}
    bounded |= {name for step in steps for name, _, _ in step.slots.get("conditions", ())}
    measured = [name for name in names if base.named[name].numeric and name not in bounded]
    if not measured:
        return None
    name = chance.choice(measured)
    other = absent.column(subject_of(brief["table"]).theme.name, scene.table, name, brief["wrong"], chance)
    if other is None:
        return None
    told = {"kind": "column"}
    return Need("column", {**told, "column": name}, {**told, "column": other}, swaps=((quoted(name), quoted(other)),))
