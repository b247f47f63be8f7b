"""What the built-in company replies to briefs about figures."""

from __future__ import annotations

import random
import re
from typing import Any

from grammar.colour_names import named_colour
from grammar.drawing.catalogue import KINDS, read
from grammar.drawing.columns import CannotDraw, Columns
from grammar.drawing.kind import FACETS, WORDS
from grammar.retelling import quoting, telling
from grammar.retelling.drawing import code_of

_SENTENCE = re.compile(r"(?:`[^`]*`|“[^”]*”|\.(?=\S)|[^.`“])+\.(?=\s|$)")
"""Names of columns and texts in quotes may have full stops of their own."""


def list_types(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `list_types` brief: what cannot be drawn, and why."""
    unfit = []
    for name in brief["types"]:
        reason = _unfit(name, brief["table"], chance)
        if reason:
            unfit.append({"type": name, "reason": reason})
    return {"unfit": unfit}


def _unfit(name: str, table: dict[str, Any], chance: random.Random) -> str:
    """Return why a type cannot be drawn over a table, neither easy nor hard; empty where one of the two can."""
    if name not in KINDS:
        return "the built-in company does not draw it"
    reasons = []
    for hard in (False, True):
        try:
            KINDS[name].choose(Columns.of(table, (), chance), hard, chance)
        except CannotDraw as lacking:
            reasons.append(str(lacking))
    return reasons[-1] if len(reasons) == 2 else ""


def draw_original(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `draw_original` brief: a script that says at its beginning what it draws."""
    kind, table = KINDS[brief["type"]], Columns.of(brief["table"], brief["first"], chance)
    wanted = brief["difficulty"] == "hard"
    try:
        slots = kind.choose(table, wanted, chance)
    except CannotDraw as lacking:
        return {"code": f"raise SystemExit({str(lacking)!r})\n"}
    return {"code": f'"""{kind.say("expert", slots, chance)}"""\n\n{kind.code(slots, table.file)}'}


def write_queries(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `write_queries` brief: what the code says of itself, in the words of both queries."""
    if "drawn" in brief:
        return _retold(brief["drawn"])
    found = read(brief["code"])
    if found is None:
        return {"simple": "Draw what the code draws.", "expert": "Draw what the code draws."}
    kind, slots = found
    return {level: kind.say(level, slots, chance) for level in ("simple", "expert")}


def _retold(drawn: dict[str, Any]) -> dict[str, Any]:
    """Return what a figure shows of files in the words of both queries, or why there are no words for it."""
    try:
        return {level: telling.told(drawn, level) for level in ("simple", "expert")}
    except telling.CannotTell as lacking:
        return dict.fromkeys(("simple", "expert"), f"{telling.CANNOT}{lacking}")


def revise_query(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `revise_query` brief: nothing is to be changed in words that can be read back."""
    return {"changes": []}


def draw_figure(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `draw_figure` brief: a script that is made of the query's words and the file's name alone."""
    if (page := telling.read(brief["query"])) is not None:
        return {"code": code_of(page)}
    found = read(brief["query"])
    if found is None:
        why = telling.cannot(brief["query"]) or "the query asks for no type of plot that is known"
        return {"code": f"raise ValueError({why!r})\n"}
    kind, slots = found
    return {"code": kind.code(slots, brief["files"][0]["file"])}


def align_query(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to an `align_query` brief: the sentence that asks for each element."""
    if (page := telling.read(brief["query"])) is not None:
        return {"quotes": quoting.quoted(page, brief["query"], brief["elements"])}
    sentences = [each.strip() for each in _SENTENCE.findall(brief["query"])]
    return {"quotes": [{"element": each["element"], "quote": _quote(each, sentences)} for each in brief["elements"]]}


def _quote(element: dict[str, str], sentences: list[str]) -> str:
    """Return the sentence that asks for an element; empty where none does."""
    part, value = element["element"].rpartition(".")[2], element["value"]
    if part == "type":
        return sentences[0]
    if part == "data":
        shown = (
            each
            for each in reversed(sentences)
            if "`" in each and not any(form.read(each) for form in (FACETS, *WORDS))
        )
        return next(shown, sentences[0])
    if part == "colour":
        colour = named_colour(value)
        return next((each for each in sentences if colour and re.search(rf"\b{colour}\b", each)), "")
    if part in ("xorder", "yorder"):
        return next((each for each in sentences if " order" in each and "panel" not in each), "")
    said = next((each for each in sentences if f"“{value}”" in each), "")
    if said or part != "title":
        return said
    titled = (each for each in sentences if "titled with" in each)
    return next((each for each in titled if element["element"] != "title"), "")
