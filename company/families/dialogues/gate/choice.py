"""The release gate of a case that is answered by choosing: exactly one option is right, by executing each of them."""

from __future__ import annotations

import ast
import builtins
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from company.families.dialogues.body.choices import CHECK, FEWEST, LETTERS, MOST, letter_in, options_text
from company.families.dialogues.gate.place import Place, fault

_ROOT = Path(__file__).resolve().parents[4]
_JUDGE = """

import sys as _sys
_sys.path.insert(0, {root!r})
from pathlib import Path as _Path
from company.families.dialogues.gate.options import judge as _judge
_judge({{name: value for name, value in globals().items() if not name.startswith("_")}}, _Path("order.json"), \
_Path("report.json"))
"""


async def choice_findings(entry: Mapping[str, Any], place: Place, *, cold: bool) -> tuple[list[str], dict[str, Any]]:
    """What is wrong with a choice case, a line each, and what was measured.

    Every option is executed twice on the state that the case is about, once in a fork of a warm interpreter and,
    with `cold`, once in a cold one. Raises SandboxError when the sandbox itself fails.
    """
    reasons = form_faults(entry)
    if reasons:
        return reasons, {}
    found = await executed(entry, place, cold=False)
    if isinstance(found, str):
        return [found], {}
    if cold:
        again = await executed(entry, place.beside("cold"), cold=True)
        if isinstance(again, str):
            return [again], {}
        if again != found:
            return ["unstable: the options come out differently in two runs"], {"options": found}
    return right_faults(entry, found), {"options": found, "controls": _controls(entry)}


async def executed(entry: Mapping[str, Any], place: Place, *, cold: bool) -> dict[str, Any] | str:
    """What `company.families.dialogues.gate.options` reports of a line; why it cannot be run, as a text."""
    place.write("order.json", json.dumps(entry["choice"]))
    place.write("report.json", "")
    code = entry["ref_code_all"] + _JUDGE.format(root=str(_ROOT))
    run = await place.run("options.py", code, cold=cold, readable=[_ROOT / "company"])
    content = place.read("report.json")
    if run.exit_code != 0 or not content:
        return f"its options cannot be executed: {fault(run)}"
    return dict(json.loads(content))


def form_faults(entry: Mapping[str, Any]) -> list[str]:
    """What is wrong with the words and the letters, without running anything."""
    field = entry["choice"]
    options: Sequence[Mapping[str, Any]] = field["options"]
    if not FEWEST <= len(options) <= MOST:
        return [f"it has {len(options)} options; {FEWEST} to {MOST} are wanted"]
    faults = []
    if [each["letter"] for each in options] != list(LETTERS[: len(options)]):
        faults.append("its letters are not in order")
    texts = [" ".join(each["text"].split()).casefold() for each in options]
    if len(set(texts)) < len(texts):
        faults.append("two options read the same")
    if options_text([each["text"] for each in options]) not in entry["prompt_with_hist_txt"]:
        faults.append("its prompt does not show its options")
    if gold_letter(entry) not in [each["letter"] for each in options]:
        faults.append("its reference answer is none of its letters")
    for each in options:
        if each["code"] and not refers(each["code"]):
            faults.append(f"option {each['letter']} is not executed: its code refers to nothing in the dialogue")
    if entry["eval_metrics"] != CHECK:
        faults.append("its check is not the one that choice cases have")
    return faults


def gold_letter(entry: Mapping[str, Any]) -> str:
    """The letter in the reference answer, which is JSON or holds it somewhere; empty where there is none."""
    try:
        return str(json.loads(entry["reference_answer"])["correct_answer"])
    except (ValueError, KeyError, TypeError):
        return letter_in(entry["reference_answer"]) or ""


def right_faults(entry: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    """What the executed options say against the reference answer."""
    field, answer = entry["choice"], found["answer"]
    if "error" in answer:
        return [f"its answer cannot be computed: {answer['error']}"]
    faults = []
    right: list[str] = []
    none = next((each["letter"] for each in field["options"] if not each["code"]), None)
    for each, result in zip(field["options"], found["options"], strict=True):
        if result is None:
            continue
        if "error" in result:
            faults.append(f"option {each['letter']} cannot be executed: {result['error']}")
            continue
        if result["digest"] == answer["digest"]:
            right.append(each["letter"])
        elif result["said"] == answer["said"]:
            faults.append(f"option {each['letter']} is wrong by less than is shown")
        if each["template"] and each["template"].replace("{value}", result["said"]) != each["text"]:
            faults.append(f"option {each['letter']} does not say the value that its code has: {result['said']}")
    right = right or ([none] if none else [])
    if len(right) != 1:
        faults.append(f"{len(right)} options are right ({', '.join(right) or 'none'}); exactly one must be")
    elif right[0] != gold_letter(entry):
        faults.append(f"option {right[0]} is right, and the reference answer says {gold_letter(entry)}")
    return faults


def _controls(entry: Mapping[str, Any]) -> dict[str, list[str]]:
    """An empty answer and each other letter, judged as a scorer would: by the letter that is read from the answer."""
    gold = gold_letter(entry)
    wrong = {f"letter {each['letter']}": f"Answer: {each['letter']}" for each in entry["choice"]["options"]}
    del wrong[f"letter {gold}"]
    return {label: [str(letter_in(answer) == gold)] for label, answer in {"empty answer": "", **wrong}.items()}


def refers(code: str) -> bool:
    """Whether an expression reads some name of the dialogue."""
    try:
        tree = ast.parse(code.strip(), mode="eval")
    except SyntaxError:
        return False
    return any(
        isinstance(node, ast.Name) and not hasattr(builtins, node.id) and node.id not in ("pd", "np")
        for node in ast.walk(tree)
    )
