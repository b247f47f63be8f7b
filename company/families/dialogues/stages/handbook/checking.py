"""What is wrong with rules that staff have written or drafted as code, in words for their writer."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from company.families.dialogues.expressions import expression_fault
from company.families.dialogues.handbook.reading import MOST_CHARACTERS, RuleText, handbook_text, rules_fault
from company.families.dialogues.stages.handbook.replies import HandbookReply, RulesReply


def texts_of(reply: HandbookReply) -> list[RuleText]:
    """Return the rules of a reply."""
    return [RuleText(each.rule, each.name.strip(), each.text.strip(), each.overrides.strip()) for each in reply.rules]


def handbook_fault(reply: HandbookReply, number: int) -> str | None:
    """Return what is wrong with a handbook that is to have a number of rules."""
    rules = texts_of(reply)
    if len(rules) != number:
        return f"`rules` has {len(rules)}; give {number}."
    if odd := next((each.rule for each in rules if not _is_id(each.rule)), None):
        return f"`rule` is {odd!r}; call the rules R1, R2 and so on."
    if len(handbook_text(rules)) > MOST_CHARACTERS:
        return f"`rules` is longer than {MOST_CHARACTERS:,} characters; say each rule in fewer words."
    fault = rules_fault(rules)
    return f"`rules`: {fault}." if fault else None


def _is_id(rule: str) -> bool:
    return rule[:1] == "R" and rule[1:].isdigit() and len(rule) <= len("R9999")


def drafts_fault(reply: RulesReply, wanted: Sequence[RuleText], beside: Collection[str]) -> str | None:
    """Return what is wrong with rules as code, as far as it can be seen without running them.

    `beside` are the variables of the tables beside the main one, in which a rule may look something up.
    """
    rules = [each.rule for each in reply.rules]
    if sorted(rules) != sorted(each.rule for each in wanted):
        names = ", ".join(each.rule for each in wanted)
        return f"`rules` has {', '.join(rules) or 'none'}; give one entry for each of {names}."
    for each in reply.rules:
        for field in ("code", "plain", *(("bare",) if each.bare.strip() else ())):
            if fault := _function_fault(getattr(each, field), beside):
                return f"`rules`, {each.rule}: `{field}` {fault}"
    return None


def _function_fault(code: str, beside: Collection[str]) -> str | None:
    if fault := expression_fault(code, beside):
        return fault
    tree = ast.parse(code.strip(), mode="eval").body
    if not isinstance(tree, ast.Lambda) or len(tree.args.args) != 1:
        return "is no function of the table; write `lambda t: …`."
    return None
