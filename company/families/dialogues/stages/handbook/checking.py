"""What is wrong with rules that staff have written or drafted as code, in words for their writer."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from company.families.dialogues.expressions import expression_fault
from company.families.dialogues.handbook.reading import MOST_CHARACTERS, STANDING, RuleText, handbook_text, rules_fault
from company.families.dialogues.stages.handbook.replies import DraftedRule, HandbookReply, RulesReply


def texts_of(reply: HandbookReply) -> list[RuleText]:
    """Return the rules of a reply."""
    return [RuleText(each.rule, each.name.strip(), each.text.strip(), each.overrides.strip()) for each in reply.rules]


def handbook_fault(reply: HandbookReply, number: int, standing: int = 0) -> str | None:
    """Return what is wrong with a handbook that is to have a number of rules, some of which are to be standing."""
    rules = texts_of(reply)
    if len(rules) != number:
        return f"`rules` has {len(rules)}; give {number}."
    found = sum(each.is_standing for each in rules)
    if found != standing:
        return f"`rules` has {found} that begin with {STANDING.strip()!r}; give {standing}."
    if odd := next((each.rule for each in rules if not _is_id(each.rule)), None):
        return f"`rule` is {odd!r}; call the rules R1, R2 and so on."
    if len(handbook_text(rules)) > MOST_CHARACTERS:
        return f"`rules` is longer than {MOST_CHARACTERS:,} characters; say each rule in fewer words."
    fault = rules_fault(rules)
    return f"`rules`: {fault}." if fault else None


def anew_fault(reply: HandbookReply, every: Sequence[RuleText], idle: Collection[str]) -> str | None:
    """Return what is wrong with rules that are written anew, within the handbook that has all others."""
    before, anew = {each.rule: each for each in every}, texts_of(reply)
    if sorted(each.rule for each in anew) != sorted(idle):
        return f"`rules` has {', '.join(each.rule for each in anew)}; give one entry for each of {', '.join(idle)}."
    for each in anew:
        was = before[each.rule]
        if (each.name, each.overrides, each.is_standing) != (was.name, was.overrides, was.is_standing):
            return f"`rules`, {each.rule}: only its `text` may be another one, and it begins as it did."
        if each.text == was.text:
            return f"`rules`, {each.rule}: its `text` is what it was."
    fault = rules_fault(with_anew(every, anew))
    return f"`rules`: {fault}." if fault else None


def with_anew(every: Sequence[RuleText], anew: Sequence[RuleText]) -> list[RuleText]:
    """Return a handbook in which some rules are others."""
    known = {each.rule: each for each in anew}
    return [known.get(each.rule, each) for each in every]


def _is_id(rule: str) -> bool:
    return rule[:1] == "R" and rule[1:].isdigit() and len(rule) <= len("R9999")


def drafts_fault(
    reply: RulesReply, wanted: Sequence[RuleText], beside: Collection[str], columns: Collection[str] = ()
) -> str | None:
    """Return what is wrong with rules as code, as far as it can be seen without running them.

    `beside` are the variables of the tables beside the main one, in which a rule may look something up; `columns` are
    those of the main one, and of the others as "table.column".
    """
    rules = [each.rule for each in reply.rules]
    if sorted(rules) != sorted(each.rule for each in wanted):
        names = ", ".join(each.rule for each in wanted)
        return f"`rules` has {', '.join(rules) or 'none'}; give one entry for each of {names}."
    texts = {each.rule: each for each in wanted}
    for each in reply.rules:
        if fault := None if each.why else _scope_fault(each, texts[each.rule], columns):
            return f"`rules`, {each.rule}: {fault}"
        for field in ("code", "plain", *(("bare",) if each.bare.strip() else ())):
            if fault := _function_fault(getattr(each, field), beside):
                return f"`rules`, {each.rule}: `{field}` {fault}"
    return None


def _scope_fault(draft: DraftedRule, text: RuleText, columns: Collection[str]) -> str | None:
    """Return what is wrong with when a rule holds."""
    if not text.is_standing:
        return f"`how` is {draft.how!r}, but it holds only where it is named; leave it empty." if draft.how else None
    if not draft.how:
        return f"it begins with {STANDING.strip()!r}; say with `how` and `column` when it holds."
    if draft.column not in columns:
        return f'`column` is {draft.column!r}; give a column of the table, or one of another table as "table.column".'
    return "`sort` is 'measure'; a standing rule says which rows count." if draft.sort == "measure" else None


def _function_fault(code: str, beside: Collection[str]) -> str | None:
    if fault := expression_fault(code, beside):
        return fault
    tree = ast.parse(code.strip(), mode="eval").body
    if not isinstance(tree, ast.Lambda) or len(tree.args.args) != 1:
        return "is no function of the table; write `lambda t: …`."
    return None
