"""The data scientist's query, changed so that it can be answered, leaves something open, or asks for what is not there.

The same words are made in all three cases: a first sentence that chooses rows, the request, and what is said around it.
Then one place is opened, or one thing that is needed is replaced by something that the data lacks.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from grammar.changing import Point, points
from grammar.coding import code_of
from grammar.language import Unclear, sentences
from grammar.moves import Move, resolve_all
from grammar.needs import Need, columns_named, needs_of
from grammar.requesting import scene_in
from grammar.scene import Scene, Var
from grammar.slots import TABLE, Condition, last, quoted
from grammar.steps import KINDS
from grammar.steps.base import Step, plain
from grammar.steps.rows import condition
from grammar.steps.words import quantities
from grammar.understanding import mentioned, understand
from grammar.wording import ask, prepare

NOTHING: dict[str, Any] = {"query": ""}
_TRIES = 8
_OPENABLE = frozenset({"agg", "ascending", "n", "k", "conditions", "by", "pair", "statistic", "period", "part", "test",
                       "algorithm", "score", "threshold", "limit"})  # fmt: skip


@dataclass
class _Draft:
    """The request and what is known of its words, before anything is opened or taken away."""

    brief: Mapping[str, Any]
    scene: Scene
    base: Var
    steps: list[Step]
    needs: list[Need]
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
        needs = needs_of(brief, base, steps, scene, chance)
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


def _limits(base: Var, steps: Sequence[Step], needs: Sequence[Need], chance: random.Random) -> Iterator[Condition]:
    """Thresholds on measures that nothing else is said of."""
    taken = {*columns_named(steps), *(need.told.get("column", "") for need in needs)}
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
    needs: Sequence[Need],
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


def _opener(brief: Mapping[str, Any], needs: Sequence[Need]) -> str:
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
        name
        for name in columns_named([move.step for _, moves in readings for move in moves])
        if name in draft.base.named
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
    moves: Sequence[Move], needs: Sequence[Need], lacking: int, swaps: Sequence[tuple[str, str]], chance: random.Random
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
