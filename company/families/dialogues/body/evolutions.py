"""What an exported dialogue tells of its terms, and of what each turn does to them."""

from __future__ import annotations

from typing import Any

from company.families.dialogues.evolution import Evolution, Reconciled, Term
from company.families.dialogues.handbook.records import Rule

_ASKED = (
    "What do you mean by {name}?",
    "What exactly is {name}?",
    "How do you define {name}?",
    "What did we agree on for {name}?",
    "Which definition of {name} holds now?",
    "Could you say again what {name} stands for?",
    "What counts as {name} here?",
)
"""Ways to ask for a term, whatever it is."""


def term_line(term: Term) -> dict[str, Any]:
    """Return a term as its dialogue's line tells it, with ways in which people ask for it."""
    versions = [one.model_dump(include={"turn", "says", "code", "void"}) for one in term.versions]
    phrasings = [each.format(name=term.name) for each in _ASKED]
    told = term.model_dump(include={"slot", "name", "kind", "naive", "rule", "standing", "readings"})
    return {**told, "versions": versions, "phrasings": phrasings}


def evolution_line(told: Evolution) -> dict[str, Any]:
    """Return what a turn does to terms and which it uses, as its dialogue's line tells it."""
    return {
        "sets": [one.model_dump() for one in told.sets],
        "uses": [use.model_dump() for use in told.uses],
        "items": list(told.opens),
        "ask": told.ask,
        **({"standing": list(told.standing)} if told.standing else {}),
        **({"reconcile": report_of(told.reconcile)} if told.reconcile else {}),
        **({"changes": [one.model_dump() for one in told.changes]} if told.changes else {}),
    }


def report_of(told: Reconciled) -> dict[str, Any]:
    """Return the number of an old report with the turns that say what may have been otherwise when it was made."""
    return told.model_dump(include={"shown", "unit", "at", "by", "turns"})


def rule_line(rule: Rule) -> dict[str, Any]:
    """Return a rule of the handbook as the line of a dialogue tells it."""
    told: dict[str, Any] = {"rule": rule.rule, "name": rule.name, "text": rule.text, "overrides": rule.overrides}
    scope = {} if rule.scope is None else {"scope": rule.scope.model_dump()}
    return {**told, "called": rule.called, **scope}
