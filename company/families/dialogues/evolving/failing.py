"""Why turns of a dialogue give no case, for whoever writes them anew."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from company.families.dialogues.evolving.binding import Draft, Values
from company.families.dialogues.evolving.outcomes import DIFFERS
from company.families.dialogues.evolving.standing import Holding
from company.families.dialogues.evolving.timetable import Drawn
from company.families.dialogues.gate.sense.steps import IDLE_CONDITION

_MISSED = {"same": "the same", "near": "nearly the same", "raises": "an error"}


def failed(draft: Draft, report: Mapping[str, Any]) -> dict[int, str]:
    """Return why turns give no case, by position."""
    found = {}
    values = Values(draft, report["chosen"])
    for turn in draft.table.turns:
        told = report["turns"][str(turn.position)]
        forgettings = draft.forgettings(turn)
        pairs = list(zip(forgettings, told["outcomes"], strict=True))
        main = [(each, one) for each, one in pairs if each.is_main]
        missed = [(each, one) for each, one in pairs if one["how"] == "near" and not each.is_spare]
        missed += [(each, one) for each, one in pairs if each.is_needed and one["how"] in ("same", "raises")]
        missed += main if main and all(one["how"] != DIFFERS for _, one in main) else []
        lines = [f"{each.label} ({draft.terms[each.term].name}) comes to {_MISSED[one['how']]}" for each, one in missed]
        if why := _named(values, turn, told["problem"]) or _left_open(draft, turn) or "; ".join(lines[:3]):
            found[turn.position] = why
        elif turn.sources and not any(one["how"] == DIFFERS and each.term in draft.terms for each, one in pairs):
            found[turn.position] = "forgetting what it depends on comes to the same"
    return found


def _named(values: Values, turn: Drawn, problem: str | None) -> str | None:
    """Return what is wrong with a turn, with a condition that is a term's called by the term's name.

    Who writes the ask sees neither what standing rules there are nor which value a term has come to have.
    """
    start, _, condition = (problem or "").partition(": `")
    if start != IDLE_CONDITION:
        return problem
    for _, bound in values.draft.pieces.own(turn).bound:
        if condition.removesuffix("`") in ast.unparse(ast.parse(values.expression(bound), mode="eval")):
            name = values.draft.terms[bound[0]].name
            return f"what {name} says of rows changes nothing that is asked for; let it matter, or ask without it"
    return problem


def _left_open(draft: Draft, turn: Drawn) -> str:
    """Return why nobody can tell which standing rules a turn's result takes; "" where everybody can."""
    resting = {turn.position}
    for each in reversed(draft.table.turns[: turn.position]):
        if each.position in resting:
            resting |= {*each.of_results, *each.remade}
    for position in sorted(resting, reverse=True):
        if rules := draft.holding.get(position, Holding()).open:
            names = ", ".join(draft.terms[slot].name for slot in rules)
            which = "its code" if position == turn.position else f"the code of turn {position}, on which it rests,"
            return f"{which} does not tell whether {names} holds: group by columns, and put them together, as they are"
    return ""
