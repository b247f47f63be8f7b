"""The release gate of a case that is answered by choosing: exactly one option is right, by executing each of them."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from typing import Any

from company.families.shared.choices.assumptions import promise_faults, tried_faults
from company.families.shared.choices.bodies import ChoiceBody, Needs
from company.families.shared.choices.figure_questions import asks_about_figure, figure_faults
from company.families.shared.choices.lettered import (
    CHECK,
    FEWEST,
    LETTERS,
    MOST,
    letter_of_reference,
    options_text,
)
from company.families.shared.choices.letters import letter_in
from company.families.shared.place import Place

_JUDGE = "company.families.shared.choices.options:judge"


async def choice_findings(case: ChoiceBody, place: Place, *, cold: bool) -> tuple[list[str], dict[str, Any]]:
    """Return what is wrong with a choice case, a line each, and the measured values.

    Every option is executed twice on the state that the case is about, once in a fork of a warm interpreter and,
    with `cold`, once in a cold one. Raises SandboxError when the sandbox itself fails.
    """
    reasons = [*form_faults(case), *promise_faults(case)]
    if reasons:
        return reasons, {}
    order = order_of(case)
    found = await executed(order, case.whole, place, cold=False)
    if isinstance(found, str):
        return [found], {}
    if cold:
        again = await executed(order, case.whole, place.beside("cold"), cold=True)
        if isinstance(again, str):
            return [again], {}
        if again != found:
            return ["unstable: the options come out differently in two runs"], {"options": found}
    needs: Needs = "reading" if found.pop("shown") else "execution"
    reasons = [*right_faults(case, found), *tried_faults(case, found), *needs_faults(case, needs)]
    reasons = reasons or figure_faults(case, found)
    return reasons, {"options": found, "needs": needs, "controls": _controls(case)}


def order_of(case: ChoiceBody) -> dict[str, Any]:
    """Return what is executed of a case, as JSON for `gate.options`."""
    more: dict[str, Any] = {} if case.guess is None else {"guess": case.guess}
    if asks_about_figure(case):
        more["figure"] = True
    return {**case.order, **more, "right": case.right, "text": told(case)}


def told(case: ChoiceBody) -> str:
    """Return what a prompt tells whoever answers, without the question and its options: the setting and the results."""
    asked = case.messages[-1]["content"].replace(case.query, "") if case.messages else ""
    return "\n".join([*(each["content"] for each in case.messages if each["role"] == "system"), asked])


def needs_faults(case: ChoiceBody, needs: Needs) -> list[str]:
    """Return what a case says wrongly about what its answer needs; one that does not say is not wrong."""
    if case.needs in (None, needs):
        return []
    if needs == "reading":
        return ["it says that its answer needs execution, and all that decides it stands in the prompt"]
    return ["it says that its answer can be read, and what decides it does not stand in the prompt"]


async def executed(order: Mapping[str, Any], state: str, place: Place, *, cold: bool) -> dict[str, Any] | str:
    """Return the output of `gate.options` for an order on the state after code, or as a text why it cannot be run."""
    report = await place.report(_JUDGE, order, behind=state, cold=cold)
    return f"its options cannot be executed: {report}" if isinstance(report, str) else dict(report)


def form_faults(case: ChoiceBody) -> list[str]:
    """Return what is wrong with the words and the letters, without running anything."""
    options = case.options
    if not FEWEST <= len(options) <= MOST:
        return [f"it has {len(options)} options; {FEWEST} to {MOST} are wanted"]
    faults = []
    letters = [option.letter for option in options]
    if letters != list(LETTERS[: len(options)]):
        faults.append("its letters are not in order")
    texts = [" ".join(option.text.split()).casefold() for option in options]
    if len(set(texts)) < len(texts):
        faults.append("two options read the same")
    if options_text([option.text for option in options]) not in case.text:
        faults.append("its prompt does not show its options")
    if case.right not in letters:
        faults.append("its reference answer is none of its letters")
    for option in options:
        if option.code and not refers(option.code):
            faults.append(f"option {option.letter} is not executed: its code refers to nothing in the dialogue")
    if case.check != CHECK:
        faults.append("its check is not the one that choice cases have")
    return faults


def gold_letter(entry: Mapping[str, Any]) -> str:
    """Return the letter in the reference answer of a line; empty where there is none."""
    return letter_of_reference(entry["reference_answer"])


def right_faults(case: ChoiceBody, found: Mapping[str, Any]) -> list[str]:
    """Return contradictions between the executed options and the reference answer."""
    answer = found["answer"]
    if "error" in answer:
        return [f"its answer cannot be computed: {answer['error']}"]
    faults = []
    right: list[str] = []
    none = next((option.letter for option in case.options if not option.code), None)
    for option, result in zip(case.options, found["options"], strict=True):
        if result is None:
            continue
        if "error" in result:
            faults.append(f"option {option.letter} cannot be executed: {result['error']}")
            continue
        if result["digest"] == answer["digest"]:
            right.append(option.letter)
        elif result["said"] == answer["said"]:
            faults.append(f"option {option.letter} is wrong by less than is shown")
        if option.template and option.template.replace("{value}", result["said"]) != option.text:
            faults.append(f"option {option.letter} does not say the value that its code has: {result['said']}")
    right = right or ([none] if none else [])
    if len(right) != 1:
        faults.append(f"{len(right)} options are right ({', '.join(right) or 'none'}); exactly one must be")
    elif right[0] != case.right:
        faults.append(f"option {right[0]} is right, and the reference answer says {case.right}")
    return faults


def _controls(case: ChoiceBody) -> dict[str, list[str]]:
    """Judge an empty answer and each other letter as a scorer would: by the letter that is read from the answer."""
    gold = case.right
    wrong = {f"letter {option.letter}": f"Answer: {option.letter}" for option in case.options}
    del wrong[f"letter {gold}"]
    return {label: [str(letter_in(answer) == gold)] for label, answer in {"empty answer": "", **wrong}.items()}


def refers(code: str) -> bool:
    """Return whether an expression reads some name of the dialogue."""
    try:
        tree = ast.parse(code.strip(), mode="eval")
    except SyntaxError:
        return False
    return any(
        isinstance(node, ast.Name) and not hasattr(builtins, node.id) and node.id not in ("pd", "np")
        for node in ast.walk(tree)
    )
