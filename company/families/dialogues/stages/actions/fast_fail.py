"""Stage: can the next question be answered from the data as it is? (paper, appendix G.2)

Queries are written by somebody who does not know whether they can be answered: each takes two things for granted that
may be so or not, and has two vague words of several senses, of which two may decide the answer or not. Executing tells
which it is, and a query with two senses of each word is taken that is as was drawn for the turn, by a hash of its id.
So nothing but executing tells a reader, either.
"""

from __future__ import annotations

import ast
import hashlib
import json
import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, Literal

from company.families.dialogues.body.entries import choice_entry
from company.families.dialogues.budgets import within
from company.families.dialogues.excerpts import sentences
from company.families.dialogues.giving_way import Spoken
from company.families.dialogues.judging import judged
from company.families.dialogues.prelude import VARIABLE, loaded
from company.families.dialogues.programs import nodes
from company.families.dialogues.records import Action, Case, Turn
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.situations import earlier_turns, situation, table_of
from company.families.dialogues.stages.actions.asked_queries import Found, are_claims, fault, taken, unsound
from company.families.dialogues.stages.actions.claims import (
    ENOUGH_ROWS,
    FEWEST_ROWS,
    Claim,
    Twins,
    dates_of,
    decided_by_one,
    told_in,
    twins_in,
    worth_asking,
)
from company.families.dialogues.stages.actions.diagnoses import choice_of, setup_of
from company.families.dialogues.stages.actions.drafting import Drafts, drafted
from company.families.dialogues.stages.actions.replies import Diagnosed, Proposed
from company.families.dialogues.states import State, state_before
from company.families.dialogues.table_briefs import PART, column_brief, column_line
from company.records import Column, Variable
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask
from company.tables.record import Table

NAME: Action = "fast_fail"
Outcome = Literal["answerable", "open", "unanswerable"]
OUTCOMES: tuple[Outcome, ...] = ("answerable", "open", "unanswerable")
_COLUMNS = 40
"""Columns of the frame that are told."""
_HEARD = 200
"""Characters that are told of the given query: how it is spoken."""
_VALUES, _GROUPED = ("values", "more_values", "order"), 40
"""What is told of groups, and up to how many of them."""
_TOLD = (*PART, "distinct", "doubt")
"""What is told of those that claims are about, and of measures."""
QUERIES = 4
"""Queries that are asked for at once."""
_FALSE = 0.75
"""Share of the claims of the kind that is to be lacking that do not hold."""
_CLAIMS = 10
"""Claims that the writer may take for granted, of which two are taken at a time."""
_FOUND = """
import json

def named():
    figures = query.ranked(points[0][0], points[1][0], source)
    labels = [] if figures is None else [str(each) for each in figures.index]
    group = None if figures is None else figures.index.name
    more = [str(each) for each in source[group].value_counts().index[:8]] if group in source.columns else []
    return list(dict.fromkeys(labels if len(labels) > 2 else more))

if all(granted):
    figures_of(source.copy(), points[0][0], points[1][0])
shuffled = query.leaders(source.sample(frac=1, random_state=1))
told = {"granted": granted, "leaders": query.leaders(source), "again": shuffled, "labels": named()}
print("found:", json.dumps(told))
"""


def offered(turn_id: str, twins: Sequence[Twins]) -> list[Claim]:
    """Return what the writer of a turn's query may take for granted.

    All hold, but where something is to be lacking: then most of those about rows do not, or most of the others, as is
    drawn for the turn, so that neither kind is lacking more often. Each query takes one of either kind, where it can.
    """
    chance = random.Random(f"{turn_id}.{NAME}.claims")
    kinds = [[pair for pair in twins if bool(pair[0].rows) == of_rows] for of_rows in (True, False)]
    chosen = [pair for kind in kinds for pair in chance.sample(kind, min(_CLAIMS // 2, len(kind)))]
    chance.shuffle(chosen)
    lacking = {4: True, 5: False}.get(target_of(turn_id))
    if lacking is not None and not all(kinds):
        return [chance.choice(pair) for pair in chosen]
    return [pair[bool(pair[0].rows) == lacking and chance.random() < _FALSE] for pair in chosen]


def target_of(turn_id: str) -> int:
    """Return which of the six statements is to hold of a turn's query, from 0; it depends on the turn's id alone.

    The first two are answers, the next two words that decide the answer, the last two what is taken for granted.
    """
    return int(hashlib.sha256(f"{turn_id}.{NAME}".encode()).hexdigest(), 16) % 6


def outcome_of(turn_id: str) -> Outcome:
    """Return which of the three outcomes a turn gets; it depends on the turn's id alone."""
    return OUTCOMES[target_of(turn_id) // 2]


@dataclass(frozen=True)
class _Sound:
    """A query with two senses of each of its words, of which one statement alone holds."""

    query: Proposed
    found: Found
    right: int
    """Which of the six statements holds, the answers taken as one."""


@dataclass(frozen=True)
class _Work:
    """One turn, what was done before it, and what is known of the state that it started from."""

    office: Office
    table: Table
    turn: Turn
    earlier: Sequence[Turn]
    state: State
    screened: Screen
    source: Variable
    claims: Sequence[Claim]
    """What the writer may take for granted; the writer is not told what of it holds."""

    @property
    def _row(self) -> str:
        """What a row of the source stands for: of one that is no part of the table, nobody has said."""
        own = {column.name for column in self.source.columns}
        return self.table.row_meaning if own.issuperset(column.name for column in self.table.columns) else "row"

    def brief(self, drafts: Drafts) -> Ask:
        """Return the prompt for the queries."""
        claimed = {name for claim in self.claims for name in (*claim.named(), claim.column)}
        brief = {
            "task": "diagnose",
            "queries": QUERIES,
            "row": self._row,
            "source": self.source.name,
            "columns": [
                _told_column(column) if column.name in claimed or column.role == "measure" else column_line(column)
                for column in self.source.columns[:_COLUMNS]
            ],
            "claims": [
                {"number": number, **_told(claim, self.source)} for number, claim in enumerate(self.claims, start=1)
            ],
            "query": sentences(self.turn.query, _HEARD),
            "results": [intent.model_dump() for intent in self.turn.intents],
            "drafts": drafts,
        }
        told = within(brief, Spoken(claimed))
        return self.screened.asked(composed("data_scientist_diagnose", Diagnosed, told))

    async def case(self, said: Diagnosed) -> Case | str | None:
        """Return the case of a draft, what is wrong with it in words, or None where there is nothing to ask."""
        if not said.queries:
            return None
        complaints: list[str] = []
        fitting: list[_Sound] = []
        for number, query in enumerate(said.queries, start=1):
            takes = taken(query, self.claims) if are_claims(query.takes, self.claims) else []
            found = fault(query, self.claims, self.source.name) or await self._found(query, takes)
            if isinstance(found, str):
                complaints.append(f"query {number}: {found}")
            elif not (sound := self._sound(query, found)):
                complaints.append(f"query {number}: {_SEVERAL}")
            elif not (drawn := [one for one in sound if one.right // 2 == target_of(self.turn.id) // 2]):
                complaints.append(f"query {number}: {_NOT_DRAWN}")
            else:
                fitting += drawn
        if not fitting:
            return "; ".join(complaints)
        return await self._judged(min(fitting, key=self._off))

    def _sound(self, query: Proposed, found: Found) -> list[_Sound]:
        """Return the query with two senses of each word, in any order, as far as exactly one statement holds of it."""
        chance = random.Random(f"{self.turn.id}.{NAME}.senses.{query.query}")
        first, second = (combinations(range(len(point.meanings)), 2) for point in query.points)
        offers = [(query.offering(senses), found.offering(senses)) for senses in product(first, second)]
        sound = [_Sound(asked, shown, right) for asked, shown in offers if (right := shown.right) is not None]
        return chance.sample(sound, len(sound))

    def _off(self, one: _Sound) -> bool:
        """Return whether another word decides than was drawn for the turn, or another kind of claim is lacking: one
        about rows, or another.
        """
        target = target_of(self.turn.id)
        if one.right < 4:
            return one.right // 2 == 1 and one.right != target
        return bool(taken(one.query, self.claims)[one.right - 4].rows) != (target == 4)

    async def _found(self, query: Proposed, takes: Sequence[Claim]) -> Found | str:
        """Return what executing a query shows, or what is wrong with it."""
        run = await self.state.tried(f"{setup_of(query, takes, self.source)}\n{_FOUND}")
        told = told_in(run.output, "found") if run.ok else None
        if not told:
            return f"its code fails: {run.error}; {_CODE}"
        found = Found.model_validate_json(json.dumps(told))
        return unsound(found, takes, self.source.name) or found

    async def _judged(self, one: _Sound) -> Case:
        query, found = one.query, one.found
        chance = random.Random(f"{self.turn.id}.{NAME}.{query.query}")
        answers = _answers(found, chance)
        right = answers.index(found.named[0]) if one.right == 0 else one.right
        takes = taken(query, self.claims)
        choice = choice_of(query, takes, self.source, answers, right=right, chance=chance)
        entry = choice_entry(situation(self.office, self.table, self.earlier), choice, f"{self.turn.id}.{NAME}")
        return await judged(self.office, NAME, self.turn, entry, mode="action", action=NAME, choice=choice)


_CODE = "work on the variable `source` names alone, and leave a Series by group in `figures`"
_SEVERAL = (
    "more than one thing is wrong with it, whichever two meanings its words are given: of its two claims and its two "
    "vague words at most one may fail or decide the answer; take other claims, words or figures, or add meanings under "
    "which the same group is in front"
)
_NOT_DRAWN = (
    "it would do by itself, but other cases of its kind are there already, and of which kind none is yet is told to "
    "nobody, so that no word gives it away; take other claims, and meanings that lie further apart or closer together"
)


def _told(claim: Claim, source: Variable) -> dict[str, Any]:
    """Return a claim as its writer is told of it: in words, with what has to be named, and how it chooses rows."""
    rows = claim.where(source.name, dates_of(source))
    told = {"kind": claim.kind, "says": claim.said(source.name), "names": claim.named()}
    return (
        told | ({"column": claim.column} if claim.kind in ("known", "per") else {}) | ({"rows": rows} if rows else {})
    )


def _told_column(column: Column) -> dict[str, Any]:
    """Return a column that is spoken of, without values where it has so many that nobody compares its groups."""
    told = column_brief(column, 5, fields=_TOLD)
    return {key: value for key, value in told.items() if key not in _VALUES or column.distinct <= _GROUPED}


def _answers(found: Found, chance: random.Random) -> list[str]:
    """Return two answers to offer: those in front in some sense, as far as there are, and others, in any order."""
    others = [label for label in found.labels if label not in found.named]
    answers = [*found.named, *chance.sample(others, min(2, len(others)))][:2]
    chance.shuffle(answers)
    return answers


def _sources(turn: Turn, variables: Sequence[Variable]) -> list[Variable]:
    """Return the frames to ask about, the best first: what a turn's code reads, what was made last, the table."""
    frames = {each.name: each for each in variables if each.type == "dataframe" and each.name.isidentifier()}
    used = [node for node in nodes(turn.code or "") if isinstance(node, ast.Name)]
    used.sort(key=lambda node: (node.lineno, node.col_offset))
    read = [node.id for node in used if node.id in frames and node.id != VARIABLE]
    made = [name for name in reversed(frames) if name != VARIABLE]
    return [frames[name] for name in dict.fromkeys([*read, *made, VARIABLE]) if name in frames]


def _source(turn: Turn, variables: Sequence[Variable], table: Table) -> Variable | None:
    """Return the first of them on which there is enough to ask, with what people said of its table's columns.

    Where all have few rows, it is the first on which there is anything to ask.
    """
    known = [_as_told(each, loaded(table).get(each.name, table)) for each in _sources(turn, variables)]
    return next((each for rows in (ENOUGH_ROWS, FEWEST_ROWS) for each in known if worth_asking(each, rows)), None)


def _as_told(frame: Variable, table: Table) -> Variable:
    """Return a frame whose columns are of the kinds that people said of the table's."""
    told = {column.name: {"kind": column.kind, "told": True} for column in table.columns if column.told}
    columns = tuple(column.model_copy(update=told.get(column.name, {})) for column in frame.columns)
    return frame.model_copy(update={"columns": columns})


async def _make(office: Office, turn: Turn) -> AsyncIterator[Case]:
    table, earlier = table_of(office, turn), earlier_turns(office, turn)
    screened = screen(office, table, turn)
    async with state_before(office, table, earlier) as state:
        source = _source(turn, state.variables, table)
        twins = decided_by_one(await twins_in(state, source, turn.id), table) if source else []
        if source is None or len(twins) < 2:
            return
        work = _Work(office, table, turn, earlier, state, screened, source, offered(turn.id, twins))
        made = await drafted(office, "data_scientist", NAME, turn.id, work.brief, work.case)
    if made is not None:
        yield screened.marked(made)


def _may(turn: Turn) -> bool:
    """Return whether a turn has code: what it reads is what is asked about."""
    return turn.code is not None


STAGE = Stage(
    NAME,
    "turn",
    _make,
    prompts=(
        "data_scientist_role",
        "data_scientist_diagnose",
        "benchmark_case",
        "benchmark_case_setting",
        "benchmark_choice_request",
    ),
    wants=_may,
    serves=("fast_fail",),
)
