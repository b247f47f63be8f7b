"""From a drafted question to a choice: every option is executed, and those are kept that differ from the right one."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from company.families.dialogues.body.entries import Situation
from company.families.dialogues.body.reference import open_history_code
from company.families.dialogues.stages.actions.blindness import number_in, worded
from company.families.dialogues.stages.actions.choice_replies import VALUE, ChoiceDraft, OptionDraft
from company.families.shared.choices.figure_questions import blurred
from company.families.shared.choices.gate import executed, refers
from company.families.shared.choices.records import Choice, Option
from company.families.shared.place import Place
from company.run.stage import Office

LEAST = 3
"""Wrong options of a case, at the fewest."""
MOST = (3, 3, 4, 4, 5)
"""Wrong options of a case, as they are drawn, where there are as many."""
ALIKE = 2
"""Wrong options with the same slip, at the most, where there are others."""
NONE_OFFERED, NONE_RIGHT = 1 / 8, 2 / 5
"""How often "none of the above" is offered, and how often it is then right."""
APART = 0.02
"""Numbers closer than this share of the right one are not told apart, where they are not read off a figure."""
_LONGEST = 90
"""Characters of a value that an option shows."""
_UNSAID = frozenset({"nothing", "not a number", "inf", "-inf", "", "nan", "NaN"})
_STRANGE = re.compile(r"[<>{}\n]|\.\.\.")
_BLURRED = (
    "{count} options were left out, as they cannot be told from the right one in the figure: what decides lies less "
    "than 3 % of its axis, or 8 pixels, apart"
)
Found = Mapping[str, Any] | None


async def chosen(
    office: Office, here: Situation, draft: ChoiceDraft, chance: random.Random, *, figure: bool = False
) -> Choice | str:
    """Return the choice of a draft, or in words for its writer what is wrong with it.

    Numbers that differ from the right one by less than the share `APART` are no near-misses, nor, in a question about
    a `figure`, what cannot be told from the right option there by eye. Raises SandboxError when the sandbox itself
    fails.
    """
    if idle := [option.code for option in draft.options if not refers(option.code)]:
        return f"this is no expression over the dialogue's variables: {idle[0]}"
    answer = _answer_of(draft)
    run = await tried(office, here, [option.code for option in draft.options], answer=answer, figure=figure)
    if isinstance(run, str):
        return run
    found = run["options"]
    close = blurred(run["answer"], run["figure"], found) if "figure" in run else [False] * len(found)
    build = _values if draft.form == "value" else _claims
    parts = build(draft, [None if near else each for near, each in zip(close, found, strict=True)], chance)
    choice = parts if isinstance(parts, str) else _choice(draft, *parts, chance)
    return f"{choice}; {_BLURRED.format(count=sum(close))}" if isinstance(choice, str) and any(close) else choice


def _answer_of(draft: ChoiceDraft) -> str:
    """Return the expression whose value the right option's code has."""
    return next((each.code for each in draft.options if not each.slip), "True") if draft.form == "value" else "True"


async def tried(
    office: Office,
    here: Situation,
    codes: Sequence[str],
    *,
    answer: str = "True",
    pages: bool = False,
    figure: bool = False,
) -> dict[str, Any] | str:
    """Return the values of expressions after a situation's history, as the gate's `options` reports them.

    With `pages`, what its open figure shows as well; with `figure`, what could be read off it instead of an answer. A
    text says why they cannot be executed. Raises SandboxError when the sandbox itself fails.
    """
    order = {"answer": answer, "options": [{"code": code} for code in codes], "pages": pages, "figure": figure}
    state = open_history_code(here.prelude, here.history)
    with Place.temporary(office.resource, office.sandbox) as place:
        return await executed(order, state, place, cold=False)


Parts = tuple[list[Option], list[list[Option]], str]
"""The wordings of the right option, those of each wrong one, and the answer expression."""


def _values(draft: ChoiceDraft, found: Sequence[Found], chance: random.Random) -> Parts | str:
    pairs = list(zip(draft.options, found, strict=True))
    gold, value = next((option, value) for option, value in pairs if not option.slip)
    if value is None or "error" in value:
        return f"the right option cannot be computed: {(value or {}).get('error')}"
    if not _sayable(value["said"]):
        return f"the right option's value cannot be shown in an option: {value['said'][:_LONGEST]!r}"
    wrong = [
        [_shown(option, other["said"])]
        for option, other in pairs
        if option.slip and other and "error" not in other and _differs(value, other)
    ]
    return [_shown(gold, value["said"])], wrong, gold.code


def _claims(draft: ChoiceDraft, found: Sequence[Found], chance: random.Random) -> Parts | str:
    said = [(option, (value or {}).get("said")) for option, value in zip(draft.options, found, strict=True)]
    true = [option for option, value in said if value == "yes"]
    if not true:
        problem = next((value["error"] for value in found if value and "error" in value), "none of them is true")
        return f"no option comes out true ({problem})"
    wrong = [_worded(each, each.slip) for each, value in said if value == "no"]
    return _worded(chance.choice(true), ""), wrong, "True"


def _worded(option: OptionDraft, slip: str) -> list[Option]:
    """Return a claim in each of its wordings."""
    code = f"bool({option.code})"
    return [Option(text=text, code=code, slip=slip) for text in (option.text, *option.wordings)]


def _shown(option: OptionDraft, said: str) -> Option:
    text = option.text.replace(VALUE, said)
    return Option(text=text, code=option.code, template=option.text, slip=option.slip)


def _sayable(said: str) -> bool:
    return said not in _UNSAID and len(said) <= _LONGEST and not _STRANGE.search(said)


def _differs(right: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether a value is another one for a reader, and of the same kind."""
    if right["digest"] == other["digest"] or right["said"] == other["said"] or not _sayable(other["said"]):
        return False
    ours, theirs = (_as_number(each) for each in (right, other))
    if ours is None or theirs is None or "number" in right:
        return (ours is None) == (theirs is None)
    return abs(ours - theirs) > APART * max(abs(ours), abs(theirs))


def _as_number(value: Mapping[str, Any]) -> float | None:
    """Return the number that a whole text is; of what is read off a figure, only where it is no label."""
    if "number" in value:
        return None if value["number"] is None else float(value["number"])
    said = value["said"]
    return number_in(said) if re.fullmatch(r"-?[\d,]+(?:\.\d+)?(?:e[-+]?\d+)?", said) else None


def _mixed(different: dict[str, list[Option]], chance: random.Random) -> dict[str, list[Option]]:
    """Return near-misses with few of each slip, as far as enough are left: the rarest kind must not stand out."""
    taken = Counter[str]()
    kept = {}
    for text, group in chance.sample(list(different.items()), len(different)):
        taken[group[0].slip] += 1
        if taken[group[0].slip] <= ALIKE:
            kept[text] = group
    return kept if len(kept) > LEAST else different


def _choice(
    draft: ChoiceDraft, right: list[Option], wrong: list[list[Option]], answer: str, chance: random.Random
) -> Choice | str:
    seen = {option.text.casefold() for option in right}
    different = {group[0].text.casefold(): group for group in wrong if group[0].text.casefold() not in seen}
    if len(different) < LEAST:
        return (
            f"only {len(different)} of the near-misses can be executed and read differently from the right option "
            f"({right[0].text}); at least {LEAST} are wanted"
        )
    different = _mixed(different, chance)
    offered = chance.random() < NONE_OFFERED and len(different) > LEAST
    alone = offered and chance.random() < NONE_RIGHT
    count = min(chance.choice(MOST) + alone, len(different))
    options = worded(right, list(different.values()), count, draft.question, chance)
    if alone:
        options = [option for option in options if option.slip]
    return Choice(question=draft.question, options=tuple(options), answer=answer, none=offered)
