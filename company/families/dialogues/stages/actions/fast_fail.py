"""Stage: can the next question be answered from the data as it is? (paper, appendix G.2)

A turn's query is changed so that it can be answered, leaves something open, or cannot be answered, each for a third of
the turns, by a hash of their ids. What it needs and what it could leave open is said in all three; that nothing but
executing the statements tells which of them holds is the point of it.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import json
import random
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from company.families.dialogues.body.entries import choice_entry
from company.families.dialogues.briefs import column_brief, history_brief, table_brief, variables_brief
from company.families.dialogues.judging import judged
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.records import Action, Case, Turn
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.situations import asked_for, client_id, earlier_turns, recent, situation, table_of
from company.families.dialogues.stages.actions.diagnoses import choice_of
from company.families.dialogues.stages.actions.drafting import drafted
from company.families.dialogues.stages.actions.replies import Diagnosed, Needed
from company.families.dialogues.stages.actions.wording import says, spoken
from company.families.dialogues.states import State, state_before
from company.records import Variable
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask
from company.tables.record import Table

NAME: Action = "fast_fail"
Outcome = Literal["answerable", "open", "unanswerable"]
_OUTCOMES: tuple[Outcome, ...] = ("answerable", "open", "unanswerable")
KINDS = ("value", "period", "unit", "premise", "column")
_NEAR = 0.84
_LONG = 4
"""Letters from which on a word that two names share makes them one thing."""
_CONVERTIBLE = frozenset(
    str.split("""
    gram grams kilogram kilograms kg pound pounds ounce ounces metre metres meter meters kilometre kilometres km mile
    miles foot feet inch inches litre litres liter liters gallon gallons minute minutes hour hours day days week weeks
    celsius fahrenheit kilojoule kilojoules kcal percent
    """)
)
"""Units between which a constant converts, so that the data need not say how."""
_LEADING = """
import json
found = []
for by in {groups}:
    for column in {measures}:
        figures = {source}.groupby(by, observed=True)[column].mean().dropna()
        if len(figures) > 1 and figures.nunique() == len(figures):
            labels = [str(label)[:60] for label in figures.sort_values(ascending=False).index][:6]
            found.append({{"by": by, "column": column, "labels": labels}})
print("leading:", json.dumps(found))
"""


def outcome_of(turn_id: str) -> Outcome:
    """Return which of the three outcomes a turn gets; it depends on the turn's id alone."""
    return _OUTCOMES[int(hashlib.sha256(f"{turn_id}.{NAME}".encode()).hexdigest(), 16) % 3]


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
    leading: list[dict[str, Any]]
    chance: random.Random

    @property
    def outcome(self) -> Outcome:
        """The outcome of the query."""
        return outcome_of(self.turn.id)

    def brief(self, wrong: tuple[str, ...]) -> Ask:
        """Return the prompt for the changed query."""
        names = asked_for(self.earlier)
        kinds = list(KINDS)
        random.Random(self.turn.id).shuffle(kinds)
        brief = {
            "task": "diagnose",
            "table": table_brief(self.table, VARIABLE),
            "variables": variables_brief(self.state.variables, VARIABLE, names),
            "results_so_far": names,
            "history": history_brief(recent(self.office, self.earlier)),
            "query": self.turn.query,
            "code": self.turn.code,
            "outcome": self.outcome,
            "kinds": kinds,
            "source": self.source.name,
            "source_columns": [column_brief(column, 30) for column in self.source.columns[:60]],
            "leading": self.leading,
            "wrong": wrong,
        }
        return self.screened.asked(composed("data_scientist_diagnose", Diagnosed, brief))

    async def case(self, said: Diagnosed) -> Case | str | None:
        """Return the case of a draft, what is wrong with it in words, or None where the query cannot be changed so."""
        if not said.query.strip():
            return None
        wrong = fault(said, self.outcome, self.source, self.table)
        if wrong is not None:
            return wrong
        others = [column.name for column in self.source.columns if column.name.strip() and "'" not in column.name]
        choice = choice_of(said, self.source.name, VARIABLE, others, self.chance)
        if choice is None:
            return f"`{self.source.name}` has no further column, or the readings are none of the open points"
        entry = choice_entry(situation(self.office, self.table, self.earlier), choice, f"{self.turn.id}.{NAME}")
        return await judged(self.office, NAME, self.turn, entry, mode="action", action=NAME, choice=choice)


def fault(said: Diagnosed, outcome: Outcome, source: Variable, table: Table) -> str | None:
    """Return what the data shows to be wrong with a changed query, for its writer; None where nothing is."""
    lacking = said.needs[said.lacking - 1] if 0 < said.lacking <= len(said.needs) else None
    return (
        _misshapen(said, outcome, lacking)
        or _unknown(said, source, lacking)
        or next((wrong for need in said.needs if (wrong := _unsaid(need, said.query))), None)
        or (_told(said) if outcome == "open" else None)
        or (near(lacking, source, table) if lacking else None)
    )


def _misshapen(said: Diagnosed, outcome: Outcome, lacking: Needed | None) -> str | None:
    """Return what is wrong with the number of things in a reply."""
    if len(said.open_points) != 2 or len(said.needs) != 2:
        return "open_points and needs: give two of each"
    if (lacking is not None) != (outcome == "unanswerable") or said.lacking > len(said.needs):
        return f"lacking: the query is to be {outcome}; something is lacking exactly where it is unanswerable"
    if len(said.readings) != (2 if outcome == "open" else 1):
        return f"readings: give {'two' if outcome == 'open' else 'one'}, since the query is to be {outcome}"
    if len({frozenset(pair) for pair in said.open_points}) < 2 or any(one == two for one, two in said.open_points):
        return "open_points: name two different points, each by two different alternatives"
    return None


def _unknown(said: Diagnosed, source: Variable, lacking: Needed | None) -> str | None:
    """Return a complaint about a column that is not there, or code that makes nothing."""
    known = {column.name for column in source.columns}
    if lacking is not None and lacking.kind == "column":
        known.add(lacking.column)
    for name in said.columns:
        if name not in known:
            return f"columns: `{source.name}` has no column {name!r}"
    for reading in said.readings:
        if not _parses(reading.code):
            return f"readings: the code for {reading.text!r} is not Python, or leaves nothing in `result`"
    return None


def _told(said: Diagnosed) -> str | None:
    """Return a complaint about a reading that the words of an open query name."""
    named = next((_bare(each.text) for each in said.readings if says(said.query, _bare(each.text))), None)
    return None if named is None else f"query: it says {named!r} still, so nothing is left open"


def near(lacking: Needed, source: Variable, table: Table) -> str | None:
    """Return why what is said to be lacking may be there after all, by similar names; None where there are none."""
    columns = [*table.columns, *source.columns]
    match lacking.kind:
        case "column":
            close = [f"the column {each.name!r}" for each in columns if _alike(lacking.column, each.name)]
            meant = says(" ".join(table.meanings.values()), " ".join(_words(lacking.column)))
            close += ["the meaning of a column"] if meant else []
            return f"needs: {lacking.column!r} comes close to {close[0]}; name another thing" if close else None
        case "value":
            values = [value for each in columns for value, _ in each.values]
            alike = [value for value in values if _alike(lacking.name, value, numbers=True)]
            return f"needs: {lacking.name!r} comes close to the value {alike[0]!r}; name another" if alike else None
        case "unit" if set(spoken(lacking.name)) & _CONVERTIBLE:
            return f"needs: into {lacking.name!r} a constant converts, so it is not lacking; name another unit"
        case "period" if re.search(r"\d", lacking.name) is None:
            return "needs: name a period by its digits, as the data would write it"
    return None


def _alike(one: str, other: str, *, numbers: bool = False) -> bool:
    first, second = " ".join(_words(one)), " ".join(_words(other))
    if first == second:
        return True
    if numbers and re.sub(r"\d", "", first) == re.sub(r"\d", "", second) != first:
        return False  # of a numbered series, another number is another thing
    shared = set(_words(one)) & set(_words(other))
    return any(len(word) >= _LONG for word in shared) or difflib.SequenceMatcher(None, first, second).ratio() > _NEAR


def _words(name: str) -> list[str]:
    """Return the words of a name, in the singular."""
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return [word.removesuffix("s") if len(word) > _LONG else word for word in re.findall(r"[^\W_]+", parts.casefold())]


def _bare(label: str) -> str:
    return re.sub(r"^(?:the|a|an) ", "", label)


def _unsaid(need: Needed, query: str) -> str | None:
    """Return what a query does not say of a thing that it is said to need."""
    if need.kind == "premise":
        return None if need.code.strip() and need.name.strip() else "needs: a premise has a name and a code"
    wanted = need.column if need.kind == "column" else need.name
    return None if says(query, wanted) else f"query: it does not name {wanted!r}, which it is said to need"


def _parses(code: str) -> bool:
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(isinstance(node, ast.Name) and node.id == "result" for node in ast.walk(tree))


def _source(turn: Turn, variables: Sequence[Variable]) -> Variable | None:
    """Return the data frame of the state that a turn's code reads first."""
    frames = {each.name: each for each in variables if each.type == "dataframe" and each.name.isidentifier()}
    names = [node for node in ast.walk(ast.parse(turn.code or "")) if isinstance(node, ast.Name)]
    names.sort(key=lambda node: (node.lineno, node.col_offset))
    return next((frames[node.id] for node in names if node.id in frames), None)


async def _known_leading(state: State, source: Variable) -> list[dict[str, Any]]:
    """Return, for a few groups and measures of the source, the groups by their mean, the highest first."""
    groups = [each.name for each in source.columns if each.role in ("category", "flag") and 2 <= each.distinct <= 14]
    measures = [each.name for each in source.columns if each.numeric and each.role == "measure"]
    code = _LEADING.format(groups=repr(groups[:4]), measures=repr(measures[:6]), source=source.name)
    run = await state.tried(code)
    line = next((each for each in run.output.splitlines() if each.startswith("leading: ")), "leading: []")
    try:
        found = json.loads(line.removeprefix("leading: "))
    except ValueError:
        return []
    return found if isinstance(found, list) else []


async def _make(office: Office, turn: Turn) -> AsyncIterator[Case]:
    table, earlier = table_of(office, turn), earlier_turns(office, turn)
    screened = screen(office, table, client_id(turn))
    async with state_before(office, table, earlier) as state:
        source = _source(turn, state.variables)
        if source is None:
            return
        leading = await _known_leading(state, source)
        chance = random.Random(f"{turn.id}.{NAME}")
        work = _Work(office, table, turn, earlier, state, screened, source, leading, chance)
        made = await drafted(office, "data_scientist", NAME, turn.id, work.brief, work.case)
    if made is not None:
        yield screened.marked(made)


def _may(turn: Turn) -> bool:
    """Return whether a turn has one result with values, so that two readings of its query can be compared."""
    return turn.code is not None and len(turn.intents) == 1 and turn.intents[0].type not in ("plot", "model")


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
