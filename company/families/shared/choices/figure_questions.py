"""Whether a question about a figure can be answered by who sees it, and by nobody else.

The right option is a label or a value that the figure shows; it can be told from every other option by an eye that is
off by a little; and its number stands neither in the prompt nor as a number in the figure.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

from company.families.shared.choices.bodies import ChoiceBody

DRAWN = "drawn"
_CLOSE = "less than 3 % of their axis or 8 pixels apart"
_PLACES = frozenset({"index", "argmax", "argmin", "argsort", "nanargmax", "nanargmin", "searchsorted", "enumerate"})
"""Functions whose value is a place in a list."""
_NUMBER = re.compile(r"(?<![\w.,])-?\d[\d,]*(?:\.\d+)?(?![\w.]*\w)")
_SAID = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


def asks_about_figure(case: ChoiceBody) -> bool:
    """Return whether a case shows a figure with its question, or reads its options off one."""
    return bool(case.more.get("figure")) or any(mentions(option.code) for option in case.options)


def figure_faults(case: ChoiceBody, found: Mapping[str, Any]) -> list[str]:
    """Return what keeps somebody who sees the figure from the answer, or gives it to somebody who does not."""
    if "figure" not in found or "error" in found["answer"]:
        return []
    return [
        *_unread(case, found),
        *_alike(case, found),
        *_told(case, found),
    ]


def mentions(code: str) -> bool:
    """Return whether an expression reads what is drawn."""
    return any(isinstance(node, ast.Name) and node.id == DRAWN for node in _nodes(code))


def is_place(code: str) -> bool:
    """Return whether the value of an expression is a place in a list, which no figure shows."""
    nodes = _nodes(code)
    inside = {id(inner) for node in nodes if isinstance(node, ast.Subscript) for inner in ast.walk(node.slice)}
    called = (node.func for node in nodes if isinstance(node, ast.Call) and id(node) not in inside)
    return any(getattr(each, "attr", getattr(each, "id", "")) in _PLACES for each in called)


def _nodes(code: str) -> list[ast.AST]:
    try:
        return list(ast.walk(ast.parse(code.strip(), mode="eval")))
    except SyntaxError:
        return []


def _unread(case: ChoiceBody, found: Mapping[str, Any]) -> list[str]:
    """Return why the right option is nothing that a reader of the figure sees."""
    claims = _are_claims(case)
    codes = [option.code for option in case.options if option.code] if claims else [case.answer]
    if idle := [code for code in codes if not mentions(code)]:
        return [f"it is not answered from the figure: {idle[0][:80]} does not read `{DRAWN}`"]
    answer, labels = found["answer"], found["figure"]["labels"]
    if claims:
        return []
    if answer.get("number") is not None:
        if is_place(case.answer):
            return [f"its right option, {answer['said']}, is a place in a list, which no reader of the figure sees"]
    elif not _NUMBER.search(answer["said"]) and not any(_holds(answer["said"], label) for label in labels):
        return [f"its right option, {answer['said']}, is nothing that the figure shows"]
    return []


def _holds(text: str, label: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(label)}(?!\w)", text) is not None


def _alike(case: ChoiceBody, found: Mapping[str, Any]) -> list[str]:
    """Return which option cannot be told from the right one by eye."""
    close = blurred(found["answer"], found["figure"], found["options"])
    none = next((option.letter for option in case.options if not option.code), None)
    letters = [option.letter for option in case.options]
    faults = [
        f"options {letter} and {case.right} cannot be told apart in the figure: what decides between them lies {_CLOSE}"
        for letter, near in zip(letters, close, strict=True)
        if near and letter != case.right
    ]
    if not faults and _are_claims(case) and close[letters.index(case.right)]:
        faults = [f"that option {case.right} is true cannot be told in the figure: what decides lies {_CLOSE}"]
    if not faults and none is not None and _wavers(found["answer"], found["figure"]):
        faults = [f"whether none of the options is right cannot be told in the figure: what decides lies {_CLOSE}"]
    return faults


def blurred(answer: Mapping[str, Any], figure: Mapping[str, Any], options: Sequence[Any]) -> list[bool]:
    """Return of each option whether an eye that is off by a little takes it for the answer, or the answer for it.

    Numbers are told apart that differ by twice of what one reading, or all in one direction, can be off; labels and
    statements that stay the same where one reading is off in one direction and the others in the other. An answer
    that cannot be computed is taken for none.
    """
    if "error" in answer:
        return [False] * len(options)
    if any(each["options"] for each in figure["slight"]):
        return [_changes(place, option, figure) for place, option in enumerate(options)]
    others = {each["answer"].get("said") for kind in ("slight", "adverse") for each in figure[kind]}
    number, off = answer.get("number"), _off(answer, figure)
    return [
        option is not None
        and option.get("said") != answer["said"]
        and (
            abs(option["number"] - number) <= 2 * off
            if number is not None and option.get("number") is not None
            else number is None and option.get("said") in others
        )
        for option in options
    ]


def _changes(place: int, option: Mapping[str, Any] | None, figure: Mapping[str, Any]) -> bool:
    """Return whether a statement turns false or true where a reading is off."""
    if option is None:
        return False
    said = {(each["options"][place] or {}).get("said") for kind in ("slight", "adverse") for each in figure[kind]}
    return said != {option.get("said")}


def _off(answer: Mapping[str, Any], figure: Mapping[str, Any]) -> float:
    """Return by how much a number is off, at the most, that is read a little wrong; infinitely where it is none."""
    if answer.get("number") is None:
        return 0.0
    read = [each["answer"].get("number") for each in figure["slight"]]
    return max((float("inf") if each is None else abs(each - answer["number"]) for each in read), default=0.0)


def _wavers(answer: Mapping[str, Any], figure: Mapping[str, Any]) -> bool:
    """Return whether a label or a statement is another one for an eye that is off by a little."""
    if answer.get("number") is not None:
        return False
    return any(each["answer"].get("said") != answer["said"] for kind in ("slight", "adverse") for each in figure[kind])


def _told(case: ChoiceBody, found: Mapping[str, Any]) -> list[str]:
    """Return where the right option's number stands, so that nobody has to read it off the figure."""
    said = found["answer"]["said"]
    if found["answer"].get("number") is None or not telling(said):
        return []
    before = case.text.replace(case.query, "")
    if any(same_number(said, number) for number in numbers_told(before)):
        return [f"its number, {said}, is told before the question, so that nobody has to look at the figure"]
    if any(same_number(said, f"{number:.10g}") for number in found["figure"]["written"]):
        return [f"its number, {said}, is written into the figure, so that nothing has to be read off"]
    return []


def numbers_told(text: str) -> list[str]:
    """Return the numbers of a text that give an answer away which is one of them, each once."""
    found = (each.rstrip(",") for each in _NUMBER.findall(text))
    return list(dict.fromkeys(each for each in found if telling(each)))


def telling(said: str) -> bool:
    """Return whether a number has more than one digit that counts, so that it does not stand anywhere by chance."""
    digits = re.sub(r"[^\d.]", "", said)
    return len((digits if "." in digits else digits.rstrip("0")).replace(".", "").lstrip("0")) > 1


def same_number(said: str, other: str) -> bool:
    """Return whether a number is another one, rounded as it is said."""
    match = _SAID.fullmatch(said)
    if match is None:
        return False
    decimals = len(said.partition(".")[2])
    ours, theirs = (float(each.replace(",", "")) for each in (said, other))
    return abs(ours - theirs) <= 0.5 * 10.0**-decimals if decimals else round(theirs) == round(ours)


def _are_claims(case: ChoiceBody) -> bool:
    return case.answer.strip() == "True"
