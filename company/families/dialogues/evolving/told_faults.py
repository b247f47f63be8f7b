"""What is wrong with a case of an evolving dialogue, by the exported files alone: its words, and the other prompts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from company.families.dialogues.evolution import HANDBOOK, RuleChange
from company.families.dialogues.evolving.checking import says
from company.families.dialogues.evolving.enforcing import applied
from company.families.dialogues.evolving.standing import fitting
from company.families.dialogues.handbook.records import Scope

Line = Mapping[str, Any]


def told_faults(case: Line, dialogues: Sequence[Line]) -> list[str]:
    """Return what is wrong with the words of a case and its prompts, as far as its dialogue is told."""
    found = next((d for d in dialogues for turn in d["turns"] if case["data_id"] in turn["cases"]), None)
    if found is None or "terms" not in found:
        return ["its dialogue is not told with its terms, so that nobody can see what its words give away"]
    turns = {turn["turn"]: turn for turn in found["turns"]}
    return [
        *_words(_asked(case, turns[case["turn"]]), turns[case["turn"]], found["terms"]),
        *_report(case, turns[case["turn"]]),
        *_arms(case, turns),
        *_said_since(case, turns, found),
        *_rules(case, found),
        *_standing(case, turns[case["turn"]], found),
    ]


def _asked(case: Line, turn: Line) -> str:
    """Return the words that ask; of a case that shows a question back, those before it."""
    return str(turn["query"] if case.get("clarifications") else case["current_query"])


def _words(asked: str, turn: Line, terms: Sequence[Line]) -> Iterator[str]:
    """Yield the contents of terms that the words of a turn say, though it only uses them."""
    fresh = {one["slot"] for one in turn["sets"] if one["act"] in ("define", "change", "suppose", "correct")}
    used = {use["slot"] for use in turn["uses"]} - fresh
    for term in terms:
        for version in term["versions"] if term["slot"] in used else ():
            if says(asked, version["says"]):
                yield f"its words say what {term['name']} is, though it only uses it"


def _report(case: Line, turn: Line) -> Iterator[str]:
    """Yield what the words of a turn lack of the report that it begins with."""
    told = case.get("reconcile")
    if told is not None:
        for each in (told["shown"], told["at"]):
            if not says(turn["query"], each):
                yield f"its words do not say {each}, which the old report has"
        if any(told[each] != (turn.get("reconcile") or {}).get(each) for each in ("shown", "at")):
            yield "its dialogue tells another old report"


def _arms(case: Line, turns: Mapping[int, Line]) -> Iterator[str]:
    """Yield what the other prompts lack, or have too much."""
    query = _asked(case, turns[case["turn"]])
    for arm in ("explicit", "evidence"):
        if query not in case[arm]["prompt_with_hist_txt"]:
            yield f"its prompt {arm} lacks its own words"
    needed = {each["turn"] for each in case["depends_on"]} | {*(case.get("reconcile") or {}).get("turns", ())}
    for number, turn in turns.items():
        if number >= case["turn"]:
            break
        if turn["query"] not in case["prompt_with_hist_txt"]:
            yield f"its prompt lacks the words of turn {number}"
        if (turn["query"] in case["evidence"]["prompt_with_hist_txt"]) != (number in needed):
            yield f"its prompt evidence {'lacks' if number in needed else 'has'} the words of turn {number}"


def _rules(case: Line, dialogue: Line) -> Iterator[str]:
    """Yield rules of the handbook that a prompt lacks: every one shows all of them."""
    for rule in dialogue.get("handbook") or ():
        for prompt in (case, case["evidence"]):
            if rule["text"] not in prompt["prompt_with_hist_txt"]:
                yield f"a prompt lacks the rule {rule['rule']} of the handbook"


def _standing(case: Line, turn: Line, dialogue: Line) -> Iterator[str]:
    """Yield standing rules that hold by a turn's code and that its reference leaves out, or the other way round."""
    scopes = {
        term["slot"]: Scope.model_validate(rule["scope"])
        for term in dialogue["terms"]
        for rule in dialogue.get("handbook") or ()
        if rule["rule"] == term.get("rule") and "scope" in rule
    }
    terms = {term["slot"]: term for term in dialogue["terms"]}
    used = {use["slot"]: use["version"] for use in turn["uses"]}
    codes = {
        slot: terms[slot]["naive"] if version is None else terms[slot]["versions"][version]["code"]
        for slot, version in used.items()
    }
    changes = [
        RuleChange.model_validate(one)
        for each in dialogue["turns"]
        if each["turn"] <= turn["turn"]
        for one in each.get("changes") or ()
    ]
    fit = fitting(scopes, turn["ask"], codes)
    # An old report may have been made with any of those that fit.
    held = set(turn.get("standing") or ()) & fit if "reconcile" in turn else applied(fit, changes)
    for slot in sorted(set(held) ^ set(turn.get("standing") or ())):
        yield f"its code says otherwise than the dialogue whether {terms[slot]['rule']} of the handbook holds for it"
    needed = {each["term"] for each in case["depends_on"] if each["via"] == HANDBOOK} & scopes.keys()
    for slot in sorted(needed - set(turn.get("standing") or ())):
        yield f"it depends on {terms[slot]['rule']} of the handbook, which does not hold for it"


def _said_since(case: Line, turns: Mapping[int, Line], dialogue: Line) -> Iterator[str]:
    """Yield dependencies whose content somebody has said again since the turn that they name."""
    terms = {term["slot"]: term for term in dialogue["terms"]}
    for each in case["depends_on"]:
        if each["via"] != "words" or each["version"] is None:
            continue
        version = terms[each["term"]]["versions"][each["version"]]
        for number in range(each["turn"] + 1, case["turn"]):
            if says(turns[number]["query"] + " " + turns[number]["answer"], version["says"]):
                yield f"what turn {each['turn']} says of {each['term']} is said again in turn {number}"
