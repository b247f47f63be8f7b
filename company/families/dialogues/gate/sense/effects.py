"""Every step of a reference has an effect, every condition keeps some rows and not all, and no order is left to chance.

The reference is executed beside versions of it that leave one step out, on the table as it was loaded, and on a table
whose rows were shuffled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from company.families.dialogues.body.bodies import NEEDS_HISTORY, CodeBody
from company.families.dialogues.gate.sense.finding import Finding
from company.families.dialogues.gate.sense.slices import leading_to, names_read, sorted_names
from company.families.dialogues.gate.sense.ties import has_tie_rule, says_order
from company.families.dialogues.gate.sense.variants import Variant, Watched, variants, watched
from company.families.shared.place import Place

MOST = 40
"""Versions of one solution that are tried."""
_NONE = "a condition is true of no row, and that none is found cannot be told from not having looked"
UNJUDGED = "its steps cannot be judged"
_EVERY = "a condition is true of every row"
_EITHER = "either side of a condition can be left out, and nothing that is asked for changes"
_IDLE_STEP = "a step changes nothing that is asked for"
IDLE_CONDITION = "a condition changes nothing that is asked for"
OF_STEPS = (_NONE, _EVERY, _EITHER, _IDLE_STEP, IDLE_CONDITION)
"""How reasons begin that are about one step or condition of a solution."""
IN_VAIN = "in_vain"
"""What is measured of a case with such reasons: whether all that it asks for could be left out, and not these alone."""
_MEASURE = "company.families.dialogues.gate.sense.measuring:measure"


async def effects(case: CodeBody, place: Place) -> Finding:
    """Return the steps without effect, the conditions that tell nothing apart, and the results that hang on chance.

    Measured is whether the case needs its history: `NEEDS_HISTORY` is False where the loaded table gives the same.
    Raises SandboxError when the sandbox itself fails.
    """
    code, query = _code(case), _request(case)
    names = [name for name, _ in case.wanted]
    try:
        tried = variants(code, query, names)[:MOST]
        seen = watched(code, query, names)
        sorts = [number for number, each in enumerate(tried) if each.sorts]
        versions = {"watched": seen.code, "variants": [each.code for each in tried], "sorts": sorts}
        order = {**_order(case, code), **versions}
    except SyntaxError as error:
        return Finding((f"its solution is not Python: {error.msg}",))
    report = await _report(order, place)
    if isinstance(report, str):
        return Finding((report,))
    needs, vacuous = not report["raw"], _vacuous(seen, report)
    of_steps = (*vacuous.values(), *_dead(tried, report, vacuous))
    reasons = (*of_steps, *_by_chance(report), *_contradicted(case.more.get(NEEDS_HISTORY, needs), needs))
    measured = {NEEDS_HISTORY: needs, "sense": _measured(tried, report)}
    if of_steps:
        measured[IN_VAIN] = _in_vain(tried, report)
    return Finding(tuple(dict.fromkeys(reasons)), measured)


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
        "reads": reads,
        "ordered": [*sorted_names(code, names), *sorted_names(case.history, reads)],
        # A term that looks at rows in their order has said so when it was agreed, which may be many turns ago.
        "shuffled": not has_tie_rule(_request(case)) and not says_order(str(case.more.get("explicit", ""))),
    }


async def _report(order: Mapping[str, Any], place: Place) -> dict[str, Any] | str:
    """Return what was measured, or why nothing was."""
    report = await place.report(_MEASURE, order, begun=True)
    error = report if isinstance(report, str) else report["error"]
    return f"{UNJUDGED}: {error}" if error else dict(report)


def _vacuous(seen: Watched, report: Mapping[str, Any]) -> dict[str, str]:
    """Return what is wrong with the conditions that tell no rows apart, by their source."""
    found = {}
    for number, (kept, of) in sorted(report["kept"].items(), key=lambda each: int(each[0])):
        text, asked = seen.told[int(number)], seen.asked[int(number)]
        # That a method which drops rows drops none is found by leaving it out.
        if asked and of and kept in ((0,) if text.startswith(".") and not text.startswith(".query") else (0, of)):
            found[text] = f"{_EVERY}: `{text}`" if kept else f"{_NONE}: `{text}`"
    return found


def _dead(tried: Sequence[Variant], report: Mapping[str, Any], told: Collection[str]) -> Iterator[str]:
    """Yield the steps without effect, but for those that are told already, as parts of others or by themselves."""
    dead = [tried[number] for number in report["same"] if tried[number].asked]
    sides = Counter(each.whole for each in dead if each.whole)
    for each in dead:
        if each.told in told or any(each.told in other.told and each.told != other.told for other in dead):
            continue
        what = IDLE_CONDITION if each.condition else _IDLE_STEP
        if sides[each.whole] < 2:
            yield f"{what}: `{each.told}`"
        elif each.left_out:
            yield f"{_EITHER}: `{each.whole}`"
        else:  # both sides have names, and every row meets one of them
            yield f"{what}: `{each.whole}`"


def _by_chance(report: Mapping[str, Any]) -> Iterator[str]:
    if report["differs"]:
        names = ", ".join(f"`{name}`" for name in report["differs"])
        yield f"its result depends on the order of the rows, and the query has no rule for ties ({names})"


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
