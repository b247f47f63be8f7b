"""The data scientist's query, changed so that it can be answered, leaves something open, or asks for what is not there.

The same words are made in all three cases: a first sentence that chooses rows, the request, and what is said around it.
Then one place is opened, or one thing that is needed is replaced by something that the data lacks.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from company.backends.procedural import absent
from company.backends.procedural.changing import Point, points
from company.backends.procedural.coding import code_of
from company.backends.procedural.language import Unclear, sentences
from company.backends.procedural.moves import Move, resolve_all
from company.backends.procedural.requesting import scene_in
from company.backends.procedural.scene import Focus, Scene, Var
from company.backends.procedural.slots import TABLE, Condition, last, literal, quoted, sayable
from company.backends.procedural.steps import KINDS
from company.backends.procedural.steps.base import Step, plain
from company.backends.procedural.steps.rows import condition
from company.backends.procedural.steps.words import categories, quantities
from company.backends.procedural.subject import subject_of
from company.backends.procedural.understanding import mentioned, understand
from company.backends.procedural.wording import ask, prepare

NOTHING: dict[str, Any] = {"query": ""}
_TRIES = 8
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
_OPENABLE = frozenset({"agg", "ascending", "n", "k", "conditions", "by", "pair", "statistic", "period", "part", "test",
                       "algorithm", "score", "threshold", "limit"})  # fmt: skip


@dataclass(frozen=True)
class _Need:
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


@dataclass
class _Draft:
    """The request and what is known of its words, before anything is opened or taken away."""

    brief: Mapping[str, Any]
    scene: Scene
    base: Var
    steps: list[Step]
    needs: list[_Need]
    chance: random.Random
    query: str = ""
    moves: list[Move] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)

    def worded(self) -> bool:
        """Find words for the request that mean it when they are read back, with two places that could be open."""
        sentences_after = [need.sentence for need in self.needs if need.sentence]
        limits: list[Condition] = []
        for extra in (0, 0, 1, 1, 2, 2):
            limits = list(_limits(self.base, self.steps, self.needs, self.chance))[:extra] if extra else []
            steps = _chain(self.base, self.scene, self.steps, self.needs, limits, self.chance)
            if steps is None:
                continue
            *prepared, wanted = steps
            request = " ".join(
                part for part in (prepare(prepared, self.chance) if prepared else "", ask(wanted, self.chance)) if part
            )
            query = " ".join(part for part in (_opener(self.brief, self.needs), request, *sentences_after) if part)
            try:
                meant = resolve_all([*((step, False) for step in prepared), (wanted, True)], self.scene)
            except Unclear:
                continue
            moves = understand(query, self.scene)
            if [move.meaning for move in moves] != [move.meaning for move in meant]:
                continue
            found = _apart(point for point in points(query, moves, self.scene, self.chance) if point.slot in _OPENABLE)
            if len(found) >= 2:
                self.query, self.moves, self.points = query, moves, found[:2]
                return True
        return False


def diagnose(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `diagnose` brief; an empty query where the turn's request cannot be changed so."""
    scene = scene_in(brief)
    moves = understand(brief["query"], scene)
    base = scene.variables.get(brief["source"], scene.table if brief["source"] == scene.table.name else None)
    if base is None or not _fits(moves, base):
        return NOTHING
    steps = [move.step for move in moves]
    for _ in range(_TRIES):
        needs = _needs(brief, base, steps, scene, chance)
        if len(needs) < 2:
            return NOTHING
        draft = _Draft(brief, scene, base, steps, needs, chance)
        if draft.worded():
            return _reply(draft, brief["outcome"], chance)
    return NOTHING


def _fits(moves: Sequence[Move], base: Var) -> bool:
    """One result, made from the base alone, which stays as it is."""
    if base.nature != "rows" or sum(move.wanted for move in moves) != 1 or not moves or not moves[-1].wanted:
        return False
    names = {base.name, *(move.out for move in moves)}
    alone = all(move.source.name in names and "table" not in move.step.slots for move in moves)
    plot = any(move.step.result in ("plot", "model") for move in moves)
    return alone and moves[0].source.name == base.name and not plot and not any(move.kind.in_place for move in moves)


def _apart(found: Iterator[Point]) -> list[Point]:
    """Points of different steps or slots, none of which lies within another."""
    kept: list[Point] = []
    for point in found:
        if all(point.end <= other.start or point.start >= other.end for other in kept) and not any(
            {point.label, point.other_label} & {other.label, other.other_label} for other in kept
        ):
            kept.append(point)
    return kept


# what is needed


def _needs(
    brief: Mapping[str, Any], base: Var, steps: Sequence[Step], scene: Scene, chance: random.Random
) -> list[_Need]:
    """Two different things, of the kinds that come first in the brief and that the turn and the table allow."""
    ways: dict[str, Callable[..., _Need | None]] = {
        "value": _value, "period": _period, "unit": _unit, "premise": _premise, "column": _column,
    }  # fmt: skip
    found: list[_Need] = []
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


def _named(steps: Sequence[Step]) -> list[str]:
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
) -> _Need | None:
    taken = set(_named(steps))
    groups = [each for each in categories(base, most=30) if each.name not in taken and not each.numeric]
    chance.shuffle(groups)
    for group in groups:
        whole = next((each for each in scene.table.columns if each.name == group.name), group)
        known = [text for text, count in group.values[:4] if count >= 5 and sayable(text) and "'" not in text]
        other = absent.value(whole, brief["wrong"], chance)
        if known and other and sayable(other) and re.search(r"[A-Za-z]", known[0]):
            text = chance.choice(known)
            told = {"kind": "value", "column": group.name}
            return _Need(
                "value", {**told, "name": text}, {**told, "name": other},
                conditions=((group.name, "eq", text),), swaps=((quoted(text), quoted(other)),),
            )  # fmt: skip
    return None


def _period(
    brief: Mapping[str, Any], base: Var, steps: Sequence[Step], scene: Scene, chance: random.Random
) -> _Need | None:
    taken = set(_named(steps))
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


def _dated(column: str, years: tuple[str, str], conditions: tuple[Condition, ...], first: Step | None) -> _Need:
    told = {"kind": "period", "column": column}
    there, beyond = ({**told, "name": year} for year in years)
    return _Need("period", there, beyond, conditions=conditions, first=first, swaps=(years,))


def _unit(
    brief: Mapping[str, Any], base: Var, steps: Sequence[Step], scene: Scene, chance: random.Random
) -> _Need | None:
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
    return _Need(
        "unit", {**told, "name": scale}, {**told, "name": other},
        sentence=chance.choice(_UNITS).format(unit=scale), swaps=((scale, other),),
        tail=f"result = result / {divisor}|result = result * {rate}_per_unit",
    )  # fmt: skip


def _premise(
    brief: Mapping[str, Any], base: Var, steps: Sequence[Step], scene: Scene, chance: random.Random
) -> _Need | None:
    taken = set(_named(steps))
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
    return _Need("premise", there, wrong, sentence=text, swaps=((names[0], names[1]),))


def _column(
    brief: Mapping[str, Any], base: Var, steps: Sequence[Step], scene: Scene, chance: random.Random
) -> _Need | None:
    names = [name for name in _named(steps) if name in base.named and name in scene.own and "'" not in name]
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
    return _Need("column", {**told, "column": name}, {**told, "column": other}, swaps=((quoted(name), quoted(other)),))


def _limits(base: Var, steps: Sequence[Step], needs: Sequence[_Need], chance: random.Random) -> Iterator[Condition]:
    """Thresholds on measures that nothing else is said of."""
    taken = {*_named(steps), *(need.told.get("column", "") for need in needs)}
    measures = [column for column in quantities(base, distinct=8) if column.name not in taken]
    chance.shuffle(measures)
    for column in measures:
        for _ in range(6):
            found = condition(column, chance)
            if found and found[1] in ("gt", "ge", "lt", "le"):
                yield found
                break


# words and code


def _chain(
    base: Var,
    scene: Scene,
    steps: Sequence[Step],
    needs: Sequence[_Need],
    limits: Sequence[Condition],
    chance: random.Random,
) -> list[Step] | None:
    """The steps, behind those that choose the rows which are needed; None where they cannot follow on these."""
    source = TABLE if base.name == scene.table.name else base.name
    chosen: list[Step] = []
    for need in needs:
        if need.first is not None:
            chosen.append(replace(need.first, slots={**need.first.slots, "source": source}))
    conditions = [*(one for need in needs for one in need.conditions), *limits]
    if conditions:
        before = last("rows") if chosen else source
        chosen.append(Step("filter", {"conditions": tuple(conditions), "source": before}))
    if not chosen:
        return list(steps)
    rest = [replace(step, result=KINDS[step.kind].gives[0]) for step in steps[:-1]]
    first, *others = [*rest, steps[-1]]
    if any(not step.source.startswith("<last") for step in others):
        return None
    return [*chosen, replace(first, slots={**first.slots, "source": last("rows")}), *others]


def _opener(brief: Mapping[str, Any], needs: Sequence[_Need]) -> str:
    """What the query says before its request, without what speaks of a column that may be lacking."""
    text = brief["query"]
    kept = []
    for start, end in sentences(text):
        said = text[start:end]
        if mentioned(said):
            break
        about = [plain(need.told["column"]) for need in needs if need.kind == "column"]
        if not any(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", said.lower()) for words in about):
            kept.append(said)
    return " ".join(kept)


def _reply(draft: _Draft, outcome: str, chance: random.Random) -> dict[str, Any]:
    lacking = chance.randint(1, 2) if outcome == "unanswerable" else 0
    needs = [need.lacking if place == lacking else need.told for place, need in enumerate(draft.needs, start=1)]
    query, readings = draft.query, [(draft.points[0].label, draft.moves)]
    if outcome == "open":
        point = chance.choice(draft.points)
        query = point.opened(query)
        readings = [(point.label, draft.moves), (point.other_label, point.otherwise(draft.moves))]
    swaps = draft.needs[lacking - 1].swaps if lacking else ()
    columns = [
        name for name in _named([move.step for _, moves in readings for move in moves]) if name in draft.base.named
    ]
    for old, new in swaps:
        query = query.replace(old, new)
        columns = [new.strip("'\"") if quoted(name) == old else name for name in columns]
    return {
        "query": query,
        "columns": columns,
        "readings": [
            {"text": _swapped(label, swaps), "code": _code(moves, draft.needs, lacking, swaps, chance)}
            for label, moves in readings
        ],
        "open_points": [[_swapped(each, swaps) for each in (point.label, point.other_label)] for point in draft.points],
        "needs": needs,
        "lacking": lacking,
    }


def _swapped(text: str, swaps: Sequence[tuple[str, str]]) -> str:
    for old, new in swaps:
        text = text.replace(old, new)
    return text


def _code(
    moves: Sequence[Move], needs: Sequence[_Need], lacking: int, swaps: Sequence[tuple[str, str]], chance: random.Random
) -> str:
    named = [replace(move, out="result") if move.wanted else move for move in moves]
    lines = [line for line in code_of(named, chance).splitlines() if not re.match(r"\s*(#|print\()", line)]
    for place, need in enumerate(needs, start=1):
        if need.tail:
            there, gone = need.tail.split("|")
            lines.append(gone if place == lacking else there)
    code = "\n".join(lines)
    for old, new in swaps:
        bare = re.escape(old.strip("'\""))
        code = re.sub(rf"(['\"]){bare}\1", lambda found, new=new: repr(new.strip("'\"")), code)  # type: ignore[misc]
        if old.isdigit():
            code = re.sub(rf"(?<![\w.]){old}(?![\w.])", new, code)
    return code
