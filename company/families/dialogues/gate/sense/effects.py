"""Every step of a reference has an effect, every condition keeps some rows and not all, and no order is left to chance.

The reference is executed beside versions of it that leave one step out, on the table as it was loaded, and on a table
whose rows were shuffled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from company.families.dialogues.body.bodies import NEEDS_HISTORY, CodeBody
from company.families.dialogues.gate.sense.finding import Finding
from company.families.dialogues.gate.sense.remembered import report_of
from company.families.dialogues.gate.sense.slices import bound, leading_to, names_read, sorted_names
from company.families.dialogues.gate.sense.steps import by_chance, step_faults
from company.families.dialogues.gate.sense.ties import has_tie_rule, says_order
from company.families.dialogues.gate.sense.variants import Variant, variants, watched
from company.families.shared.place import Place

DEPENDS_ON = "depends_on"
"""The field of lines that tell which earlier turns they depend on."""
MOST = 40
"""Versions of one solution that are tried."""
UNJUDGED = "its steps cannot be judged"
IN_VAIN = "in_vain"
"""What is measured of a case with such reasons: whether all that it asks for could be left out, and not these alone."""
_MEASURE = "company.families.dialogues.gate.sense.measuring:measure"


async def effects(case: CodeBody, place: Place) -> Finding:
    """Return the steps without effect, the conditions that tell nothing apart, and the results that hang on chance.

    Measured is whether the case needs its history: `NEEDS_HISTORY` is False where the loaded table gives the same.
    Raises SandboxError when the sandbox itself fails.
    """
    code, query = _code(case), _request(case)
    names = [*(name for name, _ in case.wanted), *_made_anew(case)]
    try:
        is_evolving = DEPENDS_ON in case.more
        tried = variants(code, query, names, is_whole=is_evolving)[:MOST]
        seen = watched(code, query, names, is_whole=is_evolving)
        sorts = [number for number, each in enumerate(tried) if each.sorts]
        versions = {"watched": seen.code, "variants": [each.code for each in tried], "sorts": sorts}
        order = {**_order(case, code), **versions}
    except SyntaxError as error:
        return Finding((f"its solution is not Python: {error.msg}",))
    report = await _report(order, place)
    if isinstance(report, str):
        return Finding((report,))
    needs, of_steps = not report["raw"], step_faults(tried, seen, report)
    reasons = (*of_steps, *by_chance(report["differs"]), *_contradicted(case.more.get(NEEDS_HISTORY, needs), needs))
    measured = {NEEDS_HISTORY: needs, "sense": _measured(tried, report)}
    if of_steps:
        measured[IN_VAIN] = _in_vain(tried, report)
    return Finding(tuple(dict.fromkeys(reasons)), measured)


def _made_anew(case: CodeBody) -> tuple[str, ...]:
    """Return the earlier results that a case has made anew: where definitions change, its query asks for them, too."""
    if DEPENDS_ON not in case.more:
        return ()
    kept, before = bound(case.solution), set(bound(case.history))
    wanted = {name for name, _ in case.wanted}
    return tuple(name for name in kept if name in before - wanted)


def _code(case: CodeBody) -> str:
    """Return the solution in pandas' own words: on the private library, a step cannot be told from a call."""
    return case.solution if case.prototype is None else case.prototype.strip()


def _request(case: CodeBody) -> str:
    """Return all words that ask for what the solution does; feedback and answers go on from an earlier query."""
    if not {"wrong", "clarifications"} & set(case.more):
        return case.query
    users = [message["content"] for message in case.messages if message["role"] == "user"]
    return "\n".join([*users[-2:-1], case.query])


def _order(case: CodeBody, code: str) -> dict[str, Any]:
    names = [name for name, _ in case.wanted]
    reads = names_read(code)
    return {
        "history": case.history,
        "leading": leading_to(case.history, reads),
        "solution": code,
        "wanted": case.wanted,
        "anew": _made_anew(case),
        "reads": reads,
        "ordered": [*sorted_names(code, names), *sorted_names(case.history, reads)],
        # A term that looks at rows in their order has said so when it was agreed, which may be many turns ago.
        "shuffled": not has_tie_rule(_request(case)) and not says_order(str(case.more.get("explicit", ""))),
    }


async def _report(order: Mapping[str, Any], place: Place) -> dict[str, Any] | str:
    """Return what was measured, or why nothing was."""
    report = await report_of(_MEASURE, order, place)
    error = report if isinstance(report, str) else report["error"]
    return f"{UNJUDGED}: {error}" if error else dict(report)


def _contradicted(said: object, needs: bool) -> Iterator[str]:
    if said != needs:
        yield (
            "it says that it needs its history, and the loaded table gives the same results"
            if said
            else "it says that it does not need its history, and the loaded table gives other results"
        )


def _in_vain(tried: Sequence[Variant], report: Mapping[str, Any]) -> bool:
    """Return whether each step and condition that is asked for can be left out; of what was not tried, nobody knows."""
    asked = {number for number, each in enumerate(tried) if each.asked}
    return bool(asked) and asked <= {*report["same"]}


def _measured(tried: Sequence[Variant], report: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "tried": len(tried),
        "untried": [tried[number].told for number in report["untried"]],
        "idle": [tried[number].told for number in report["same"] if not tried[number].asked],
    }
