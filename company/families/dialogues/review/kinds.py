"""The kinds of records that people are asked about in a run of dialogues."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

from company.archive import Archive, natural
from company.families.dialogues.evolution import Terms
from company.families.dialogues.handbook.records import Rule
from company.families.dialogues.history import history
from company.families.dialogues.ids import turn_of
from company.families.dialogues.records import (
    Case,
    Library,
    Persona,
    Plan,
    Rewording,
    Rewrite,
    Scenario,
    Turn,
    category_of,
)
from company.families.dialogues.review import editing
from company.families.dialogues.review.beside import above, figures, of_case, of_rewrite, of_turn
from company.families.dialogues.review.code import FOLLOWS, RewriteCode, TurnCode
from company.families.dialogues.review.elsewhere import (
    beside_elsewhere,
    case_elsewhere,
    rewording_elsewhere,
    table_elsewhere,
    turn_elsewhere,
)
from company.families.dialogues.review.reexecuting import TurnsAgain
from company.families.dialogues.review.solving import CaseSolving
from company.records import USABLE, Record
from company.reviewing import undecided
from company.reviewing.kinds import COMMON, Body, Kinds, Page, Published, ReviewKind, Signal
from company.tables.record import Table
from human_review.web.posted import texts

_FOLDER = Path(__file__).parent / "templates"
_ASKED = ("current_query", "reference_answer", "eval_metrics")
"""What of a case models answered; histories may be told in another way at every export."""
PUBLISHED = Published(0.235, "in the paper")
"""Of raw answers."""


def _uncertain(record: Record) -> bool:
    return isinstance(record, Turn) and (
        len(record.attempts) > 1 or any(not attempt.execution.ok for attempt in record.attempts)
    )


def _turns_before(archive: Archive, record: Record, kinds: Collection[str]) -> Iterable[Record]:
    return history(archive, record.parent or "", record.position, record.position) if "turn" in kinds else ()


def _library_before(archive: Archive, record: Record, kinds: Collection[str]) -> Iterable[Record]:
    """Yield the rewrites before one, and the libraries that its code may call."""
    own = record.parent or ""
    if "rewrite" in kinds:
        rewrites: list[Rewrite] = archive.records("rewrite", USABLE, parent=own)
        yield from (each for each in rewrites if each.position < record.position)
    if "library" in kinds:
        libraries: list[Library] = archive.records("library", USABLE)
        yield from (each for each in libraries if natural(each.id) <= natural(own))


def _dialogues(archive: Archive, record: Record) -> list[str]:
    """Return the dialogues that were held by a plan, which are not called after it."""
    return [each.id for each in archive.records("dialogue", parent=record.id)]


def _of_rule(archive: Archive, record: Record) -> list[str]:
    """Return the terms of evolving dialogues that a rule may be among, and these dialogues."""
    terms = [each for each in archive.records("terms") if isinstance(each, Terms) and record.id in each.rules]
    held = [one.id for each in terms for one in archive.records("dialogue", parent=each.parent)]
    return [*(each.id for each in terms), *held]


def _later_siblings(archive: Archive, record: Record) -> list[str]:
    """Return the turns, or rewrites, after one: their cases carry its code."""
    siblings = archive.records(record.kind, parent=record.parent)
    return [each.id for each in siblings if each.position > record.position]


def _later_rewrites(archive: Archive, record: Record) -> list[str]:
    """Return the rewrites that private functions are shown in."""
    rewrites = archive.records("rewrite")
    return [each.id for each in rewrites if natural(each.parent or "") >= natural(record.id)]


def _parts(*names: str) -> Callable[[Body], Any]:
    return lambda body: [body.get(name) for name in names]


def _asked(body: Body) -> Any:
    """Return what is asked and what is right; the history may be told in another way."""
    return [[body["entry"].get(name) for name in _ASKED], body.get("mode"), body.get("action"), body.get("choice")]


def _same_case(record: Record, line: Body) -> bool:
    assert isinstance(record, Case), "cases are compared with their lines"
    return all(line.get(name) == record.entry.get(name) for name in _ASKED)


def _page(name: str, **more: Any) -> Page:
    """Return the page of a kind whose templates are called as the kind."""
    told = {"template": f"kinds/{name}.html", "edit": f"edits/{name}.html", "guidance": f"guidance/{name}.html"}
    return Page(folder=_FOLDER, **{**told, **more})


def _parent(body: Body) -> str:
    return str(body.get("parent") or "")


def _dialogue(body: Body) -> str:
    """Return the dialogue of what was made of one of its turns."""
    return _parent(body).rpartition(".")[0]


def _names(*names: str) -> Any:
    return lambda body: ", ".join(str(body.get(name, "")) for name in names)


_TABLE = ReviewKind(
    "table",
    "judge",
    "Does the description fit what stands in the columns?",
    Table,
    (
        "the description is wrong",
        "a column's meaning is wrong",
        "a column is not of its kind",
        "a row is not what it says",
        "too vague to help",
    ),
    editable=("description", "row_meaning", "meanings", "columns"),
    words=("description", "row_meaning", "meanings"),
    upstream=True,
    page=_page(
        "table", elsewhere=table_elsewhere, read=editing.table, excerpt=lambda body: str(body.get("description", ""))
    ),
)
_RULE = ReviewKind(
    "rule",
    "judge",
    "Does the code do what the rule says, and can the rule be read in one way only?",
    Rule,
    (
        "the code does not do what the rule says",
        "the rule can be read in several ways",
        "the exception is missing or wrong",
        "nobody would take its plain word so",
        "no company would have such a rule",
    ),
    editable=("text", "code", "bare", "plain"),
    upstream=True,
    carriers=_of_rule,
    page=_page("rule", edit="edits/record.html", excerpt=_names("rule", "name")),
)
_PERSONA = ReviewKind(
    "persona",
    "judge",
    "Could this person exist, and would they look at this table?",
    Persona,
    ("has no use for this table", "job and background do not fit", "a stereotype", "like another persona"),
    editable=("name", "location", "job_title", "background"),
    words=("name", "location", "job_title", "background"),
    upstream=True,
    groups="name",
    page=_page(
        "persona",
        elsewhere=beside_elsewhere,
        beside=above(Table),
        read=texts("name", "location", "job_title", "background"),
        excerpt=_names("name", "job_title", "location"),
    ),
)
_SCENARIO = ReviewKind(
    "scenario",
    "choose",
    "Which of these would this client most reasonably want to find out from the table?",
    Scenario,
    ("the table cannot answer any", "none fits the client", "all are too vague", "all are the same"),
    one="the scenarios of 1 client",
    many="the scenarios of {} clients",
    plural=True,
    upstream=True,
    together=True,
    page=_page(
        "scenario",
        elsewhere=beside_elsewhere,
        option="kinds/scenario_option.html",
        context="kinds/context.html",
        beside=above(Persona, Table),
        read=texts(),
        excerpt=lambda body: "; ".join(str(each.get("name", each["id"])) for each in body.get("options", [])),
    ),
)
_PLAN = ReviewKind(
    "plan",
    "judge",
    "Do these questions, in this order, serve the scenario, and can the table answer them?",
    Plan,
    (
        "cannot be answered from the table",
        "misses the scenario's goal",
        "questions repeat each other",
        "conditions make no sense",
        "wrong kinds of result",
    ),
    editable=("questions",),
    upstream=True,
    carriers=_dialogues,
    page=_page(
        "plan",
        elsewhere=beside_elsewhere,
        beside=above(Scenario, Persona, Table),
        read=editing.plan,
        excerpt=lambda body: next((str(each["text"]) for each in body.get("questions", [])), ""),
    ),
)
_TURN = ReviewKind(
    "turn",
    "judge",
    "Does the code do what the query asks, and does the query say all that the result depends on?",
    Turn,
    (
        "the code does not do what was asked",
        "the query can be read in several ways",
        "the query gives the code away",
        "the result is trivial or empty",
        "the answer says something else than the result",
        "nobody would ask this",
    ),
    editable=("query", "answer", *FOLLOWS),
    executed=FOLLOWS,
    measured=("attempts", "results", "operations"),
    not_shown=("attempts",),
    rests_on=_parts("query", "code", "answer", "intents", "results"),
    lies_in=_parent,
    builds_on=_turns_before,
    carriers=_later_siblings,
    signals=COMMON | {"uncertain": Signal("the first code was not the last", _uncertain)},
    case=lambda case: turn_of(str(case.entry["data_id"])) if isinstance(case, Case) else "",
    same_case=_same_case,
    unedited=lambda body: body.get("code") is not None,
    published=PUBLISHED,
    page=_page("turn", elsewhere=turn_elsewhere, beside=of_turn, read=editing.turn, figures=figures),
    code=TurnCode(),
    rerun=TurnsAgain(),
)
_LIBRARY = ReviewKind(
    "library",
    "judge",
    "Are these private functions plausible, well named, and told well enough by their docstrings?",
    Library,
    ("a name misleads", "a docstring leaves out what matters", "a wrapper without any sense", "works wrongly"),
    one="1 dialogue's private functions",
    many="the private functions of {} dialogues",
    editable=("functions",),
    here_only=("functions",),
    rests_on=_parts("functions"),
    in_order=True,
    carriers=_later_rewrites,
    page=_page(
        "library",
        read=editing.library,
        excerpt=lambda body: ", ".join(str(each["name"]) for each in body.get("functions", [])),
    ),
)
_REWRITE = ReviewKind(
    "rewrite",
    "judge",
    "Does the code on the private library do the same as the original, in a way that someone would write?",
    Rewrite,
    ("does something else", "goes around the library", "calls functions wrongly", "hard to read"),
    editable=("code", "functions"),
    executed=("code",),
    here_only=("code", "functions"),
    rests_on=_parts("code", "functions"),
    lies_in=_parent,
    builds_on=_library_before,
    carriers=_later_siblings,
    page=_page(
        "rewrite",
        beside=of_rewrite,
        read=texts("code"),
        excerpt=lambda body: str(body.get("code", "")),
        figures=figures,
    ),
    code=RewriteCode(),
)
_REWORDING = ReviewKind(
    "rewording",
    "judge",
    "Does the query in its other words ask for exactly the same?",
    Rewording,
    ("asks for something else", "lost a condition", "added a hint", "nobody talks like this"),
    editable=("query",),
    rests_on=_parts("speech", "query"),
    lies_in=_dialogue,
    built_on=False,
    page=_page(
        "rewording",
        elsewhere=rewording_elsewhere,
        beside=above(Turn, Persona),
        read=texts("query"),
        excerpt=lambda body: str(body.get("query", "")),
        figures=figures,
    ),
)
_CASE = ReviewKind(
    "case",
    "judge",
    "Can this be solved from what it shows, with exactly one right answer, the one given?",
    Case,
    (
        "the reference is wrong",
        "several answers are right",
        "cannot be solved from what is shown",
        "gives its answer away",
        "not worth asking",
    ),
    editable=("entry", "choice"),
    here_only=("entry", "choice"),
    rests_on=_asked,
    lies_in=_dialogue,
    category=lambda body: category_of(body["mode"], body["action"]),
    built_on=False,
    signals=COMMON | {"uncertain": Signal("the company could not decide on it", undecided)},
    same_case=_same_case,
    page=_page(
        "case",
        elsewhere=case_elsewhere,
        beside=of_case,
        read=editing.case,
        excerpt=lambda body: str(body.get("entry", {}).get("current_query", "")),
        figures=figures,
    ),
    solving=CaseSolving(),
)
KINDS: Kinds = {
    kind.name: kind
    for kind in (_TABLE, _RULE, _PERSONA, _SCENARIO, _PLAN, _TURN, _LIBRARY, _REWRITE, _REWORDING, _CASE)
}
"""Each is called as the records that it is about, in the order of a record's life."""
