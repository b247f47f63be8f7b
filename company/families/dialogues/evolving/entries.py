"""The case of a turn in an evolving dialogue: its prompt, those of the other arms, and what forgetting comes to."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from company.families.dialogues.analysts import SLIPS
from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.body.entries import Situation, code_entry, code_prompts
from company.families.dialogues.body.histories import Shown, worded
from company.families.dialogues.body.reference import answer_code
from company.families.dialogues.evolution import HANDBOOK, Evolution, Reconciled, Term, Terms
from company.families.dialogues.evolving.difficulty import Features, level_of
from company.families.dialogues.prelude import VARIABLE, loaded, prelude
from company.families.dialogues.records import Turn
from company.tables.record import Table

MOST_TOKENS = 6_000
"""Of the words of all turns: a dialogue that would be longer ends, and nothing is cut from a prompt."""
_CHARACTERS = 4
"""Characters of a token, about."""
QUESTION = "What do you mean by {name}?"
"""How one asks for what is left open."""
FIELDS = (
    *("pattern", "turn", "depends_on", "distance", "breadth", "chain", "versions", "forgetful", "readings"),
    *("explicit", "evidence", "features", "level", "subset"),
)
"""The fields of a line beside those that all have; none is told in a release whose gold is held back."""


def evolving_entry(
    table: Table, terms: Terms, earlier: Sequence[Turn], turn: Turn, code_shown: int, handbook: str = ""
) -> CodeBody:
    """Return the case of a turn, with all words of all turns before it, and the handbook, in its prompt."""
    told = turn.evolution
    assert told is not None and turn.code is not None, "only turns of evolving dialogues come here"
    shown = [
        Shown(each.query, worded(each.answer, each.code if len(earlier) - place <= code_shown else None))
        for place, each in enumerate(earlier)
    ]
    here = _situation(table, earlier, shown, handbook)
    if told.opens:
        return _open_entry(here, table, terms, turn, told, earlier)
    return code_entry(
        here, turn.query, turn.code, turn.intents, turn.id, **_fields(here, table, terms, turn, told, earlier)
    )


def _open_entry(
    here: Situation, table: Table, terms: Terms, turn: Turn, told: Evolution, earlier: Sequence[Turn]
) -> CodeBody:
    """Return the case of a turn that leaves something open: the question back is shown, and its answer is the query."""
    (opened,) = (term for term in terms.terms if term.slot in told.opens)
    question, answer = QUESTION.format(name=opened.name), opened.versions[0].says
    fields = _fields(here, table, terms, turn, told, earlier)
    fields |= {
        "clarifications": [{"question": question, "answer": answer}],
        "readings": [{"text": each} for each in (answer, *opened.readings)],
    }
    asked = replace(here, shown=(*here.shown, Shown(turn.query, question)))
    return code_entry(asked, answer, turn.code or "", turn.intents, turn.id, **fields)


def _fields(
    here: Situation, table: Table, terms: Terms, turn: Turn, told: Evolution, earlier: Sequence[Turn]
) -> dict[str, Any]:
    """Return the fields of a line beside those that all have."""
    features = features_of(told, terms, turn, table)
    return {
        "pattern": list(told.patterns),
        "turn": turn.position,
        "depends_on": [each.model_dump() for each in told.depends_on],
        "distance": features.distance,
        "breadth": features.breadth,
        "chain": features.chain,
        "versions": features.versions,
        "forgetful": forgetful(turn, told, table),
        "readings": [],
        "explicit": _explicit(here, turn, told, terms),
        "evidence": _evidence(here, turn, told, earlier),
        "features": features.as_json(),
        "level": level_of(features),
        "subset": None,
        **({"reconcile": report_line(told.reconcile, turn, told)} if told.reconcile else {}),
    }


def report_line(report: Reconciled, turn: Turn, told: Evolution) -> dict[str, Any]:
    """Return the number of an old report, with all that is needed to prove that it settles the question."""
    return {
        **report.model_dump(exclude={"left_out"}),
        "terms": [each.model_dump() for each in report.terms],
        "ask": told.ask,
        "name": turn.intents[0].name,
        "type": turn.intents[0].type,
    }


def lending_entry(table: Table, earlier: Sequence[Turn], turn: Turn) -> CodeBody:
    """Return a turn as a case that lends its answer as a wrong one to another: what nobody is asked is not in it."""
    return code_entry(_situation(table, earlier, (), ""), turn.query, turn.code or "", turn.intents, turn.id)


def _situation(table: Table, earlier: Sequence[Turn], shown: Sequence[Shown], handbook: str) -> Situation:
    return Situation(table, prelude(table), VARIABLE, earlier, shown, agreements=True, handbook=handbook)


def tokens_of(query: str, answer: str) -> int:
    """Return about how many tokens the words of a turn are."""
    return (len(query) + len(answer)) // _CHARACTERS


def features_of(told: Evolution, terms: Terms, turn: Turn, table: Table) -> Features:
    """Return what a turn takes; of its terms, the versions that were said by then count."""
    used = {use.slot for use in told.uses}
    versions = [sum(one.turn <= turn.position for one in term.versions) for term in terms.terms if term.slot in used]
    return Features(
        distance=max((each.distance for each in told.depends_on), default=0),
        breadth=len({each.turn for each in told.depends_on if each.via != HANDBOOK}),
        versions=max(versions, default=0),
        chain=told.chain,
        tables=len(tables_read(turn.code or "", table)),
        rules=sum(each.via == HANDBOOK and each.term not in told.standing for each in told.depends_on),
        computed=len({each.term for each in told.controls if each.label in SLIPS}),
        standing=sum(each.via == HANDBOOK and each.term in told.standing for each in told.depends_on),
        views=told.reconcile.views if told.reconcile else 0,
        left_open=len(told.opens),
        lazy=len(told.lazy),
    )


def tables_read(code: str, table: Table) -> set[str]:
    """Return the variables of the tables that code reads, what its terms look up included; the main one at least."""
    names = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
    return (names & {*loaded(table)}) | {VARIABLE}


def forgetful(turn: Turn, told: Evolution, table: Table) -> dict[str, dict[str, str]]:
    """Return the forgetful analysts of a turn by their labels, those who come to the same once, but for one of each
    term: by that one it is proved.
    """
    found: dict[str, dict[str, str]] = {}
    outcomes: set[str] = set()
    proved: set[tuple[str, str]] = set()
    for control in told.controls:
        since = f", since turn {control.since}" if control.since is not None else ""
        label = f"{control.label}: {control.term}{since}"
        is_new = control.digest not in outcomes or (control.term, control.how) not in proved
        if is_new and label not in found:
            outcomes.add(control.digest)
            proved.add((control.term, control.how))
            script = answer_code(prelude(table), control.code, turn.intents)
            found[label] = {"term": control.term, "how": control.how, "script": script, "outcome": control.digest}
    return found


def _explicit(here: Situation, turn: Turn, told: Evolution, terms: Terms) -> dict[str, Any]:
    """Return the prompt that says what each term is, and holds no history."""
    known = {term.slot: term for term in terms.terms}
    lines = [
        f"- {_spelled_out(known[use.slot], use.version, is_report=told.reconcile is not None)}" for use in told.uses
    ]
    lines += [f"- {known[slot].rule} of the handbook fits it: {known[slot].versions[0].says}" for slot in told.standing]
    if any(term.standing for term in terms.terms):
        lines.append(f"- No {'other ' if told.standing else ''}standing rule of the handbook holds for it.")
    lines += _remade(told, known)
    query = f"{turn.query}\n\nFor this question:\n\n" + "\n".join(lines) if lines else turn.query
    return code_prompts(replace(here, shown=(), unseen=0), query, turn.intents)


def _spelled_out(term: Term, version: int | None, *, is_report: bool) -> str:
    if version is None and is_report:
        return f"{term.name} was not applied: the expression is `{term.naive}`."
    if version is None:
        return f"Nothing is agreed on {term.name} any more: the expression is `{term.naive}`."
    return f"{term.name}: {term.versions[version].says}"


def _remade(told: Evolution, known: Mapping[str, Term]) -> list[str]:
    changed = [known[one.slot].name for one in told.sets if one.reach == "all"]
    return [
        f"- What rests on {name} is made anew with it first, all else as it was." for name in changed if told.remade
    ]


def _evidence(here: Situation, turn: Turn, told: Evolution, earlier: Sequence[Turn]) -> dict[str, Any]:
    """Return the prompt that holds the turns that this one depends on, word for word, and no others."""
    needed = {each.turn for each in told.depends_on} | {*(told.reconcile.turns if told.reconcile else ())}
    shown = [one for each, one in zip(earlier, here.shown, strict=True) if each.position in needed]
    return code_prompts(replace(here, shown=shown, unseen=len(earlier) - len(shown)), turn.query, turn.intents)
