"""The words of turns: what is set is said in full, what is only used is called by its name."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from grammar.evolving.forms import turning
from grammar.language import listed
from grammar.voices import capital
from grammar.words import words

_SAID = words("evolving")
_ACTS, _ASKS, _INTO = _SAID["acts"], _SAID["asks"]["plain"], _SAID["into"]
_MOMENTS = {"right": _ACTS["as_corrected"], "first": _ACTS["as_first"], "before": _ACTS["as_before"]}


def word_turns(brief: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `word_turns` brief: what is said in each of its turns."""
    name = str(brief.get("persona", {}).get("name", ""))
    offset = int(hashlib.sha256(name.encode()).hexdigest(), 16)
    return {
        "queries": [
            {"turn": turn["turn"], "query": _query(turn, int(turn["turn"]) + offset, chance)} for turn in brief["turns"]
        ]
    }


def _query(turn: Mapping[str, Any], place: int, chance: random.Random) -> str:
    """The words of a turn; places of neighbours differ, so that their words do."""
    sets = turn.get("sets", ())
    said = [_setting(each, place + at, chance) for at, each in enumerate(sets)]
    for at, each in enumerate(sets[1:], start=1):
        # Who agrees on two things at once says so once.
        told = capital(str(each["says"]).strip()) if each["act"] == "define" else said[at]
        said[at] = turning(_ACTS["also"], place + at, {}, chance) + " " + told
    for at, each in enumerate(turn.get("in_force") or ()):
        said.insert(at, turning(_ACTS[str(each["act"])], place + at, {"to": "", **each}, chance))
    if turn.get("remade"):
        results = listed([f"`{each}`" for each in turn["remade"]])
        it = "them" if len(turn["remade"]) > 1 else "it"
        text = turning(_ACTS["remade"], place, {"results": results, "it": it}, chance)
        said.append(re.sub(r" needs? redoing", " need redoing" if it == "them" else " needs redoing", text))
    own = {str(each["name"]) for each in sets}
    lifted = [str(each) for each in turn.get("lifted", ())]
    about = str(turn["about"]).strip().rstrip(".")
    for each in lifted:
        about = without(about, each)
        if each not in own:
            said.append(turning(_ACTS["lifted"], place, {"name": each}, chance))
    asked = turning(_ASKS, place, {"about": about}, chance)
    if report := turn.get("old_report"):
        said += _report(report, about, place, chance)
    else:
        said.append(asked)
    for at, each in enumerate(turn.get("not_explained") or ()):
        said.append(turning(_ACTS["not_explained"], place + at, {"name": each, "short": _short(each)}, chance))
    said.append(_into(turn["result"], place, chance))
    missing = [name for name in turn.get("uses", ()) if name not in lifted and _bare(name) not in _bare(" ".join(said))]
    said[-2:-2] = [turning(_ACTS["lifted"], place + 1, {"name": each}, chance) for each in missing]
    return " ".join(map(capital, said))


def _report(told: Mapping[str, Any], about: str, place: int, chance: random.Random) -> list[str]:
    """What an old report has, how it may have been made, and what is asked of it."""
    known = {
        "number": str(told["number"]),
        "of": str(told["of"]),
        "about": about,
        "names": listed([str(each) for each in told["as_at_any_time"]]),
        "loose": listed([str(each) for each in told["or_not_applied"]]) if told["or_not_applied"] else "",
    }
    occasions = ["report", "report_terms"]
    loose = len(told["or_not_applied"])
    occasions += [] if not loose else ["report_left_out_one" if loose == 1 else "report_left_out"]
    occasions += ["report_rules"] if told["standing_rules"] else []
    return [turning(_ACTS[each], place, known, chance) for each in (*occasions, "report_asked")]


def _setting(told: Mapping[str, Any], place: int, chance: random.Random) -> str:
    """What a turn does to one term."""
    act, name = str(told["act"]), str(told["name"])
    occasion = f"{act}_{told['reach']}" if act in ("change", "restore") else act
    moment = str(told.get("moment", ""))
    known = {
        "name": name,
        "short": _short(name),
        "says": capital(str(told.get("says", "")).strip()),
        "moment": next((said for sign, said in _MOMENTS.items() if sign in moment), moment),
    }
    return capital(turning(_ACTS[occasion if occasion in _ACTS else f"{act}_on"], place, known, chance))


def _short(name: str) -> str:
    """A name as it stands for the notion: "a high price" → "‘a high price’"; with "the" or "our" as it is."""
    return f"“{name}”" if name.startswith(("a ", "an ")) else name


def without(about: str, name: str) -> str:
    """What is asked for without the part that a term is called in, or without the term alone in percentages."""
    first, *others = about.split(", ")
    kept = []
    for part in others:
        if name in part and "percentage" in part:
            part = re.sub(rf",? (?:rounded )?by {re.escape(name)}$", "", part)
        if name not in part:
            kept.append(part)
    return ", ".join([first, *kept])


def _into(result: Mapping[str, Any], place: int, chance: random.Random) -> str:
    """Where the result goes."""
    columns: Sequence[str] = [f"'{each}'" for each in result.get("columns") or ()]
    kind = "columns" if columns and result["type"] == "dataframe" else str(result["type"])
    form = turning(_INTO[kind], place, {"columns": listed(list(columns))} if columns else {}, chance)
    return turning(_INTO["leads"], place, {"result": str(result["name"]), "form": form}, chance)


def _bare(text: str) -> str:
    return re.sub(r"^(?:an?|the|our) ", "", re.sub(r"[‘’“”\"'`]", "", text.casefold()))
