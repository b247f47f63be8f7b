"""What the chatbot says about results: what they hold, by the steps that were asked for and by their form."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from grammar.nouns import in_words, quoted_name
from grammar.outcomes import Outcome, small, with_facts
from grammar.remarks import FIGURE, numbered
from grammar.slots import LAST
from grammar.steps.catalogue import KINDS
from grammar.understanding import mentioned
from grammar.voices import agreeing, fitting, lower, sentence
from grammar.words import words

_SAID = words("remarks")
_ANSWERS = words("answers")
_ROWS = "rows"


def finding_on(query: str, results: Sequence[Mapping[str, Any]], chance: random.Random) -> str:
    """The chatbot's sentence about each of the results of a query; of several, each says which it is about."""
    steps = _outcomes(query, results) if results else []
    texts = [_finding(step, chance, alone=len(steps) == 1) for step in steps]
    figures = [{*FIGURE.findall(text.split(", ", 1)[-1])} for text in texts]
    for at, step in enumerate(steps):
        if at and step.result["type"] == "plot" and figures[at] and figures[at] <= figures[at - 1]:
            texts[at] = sentence(_SAID["same_in_chart"], chance)
    if len(texts) > 1:
        texts = [_named(text, step.result) for text, step in zip(texts, steps, strict=True)]
    return " ".join(texts) or sentence(_SAID["findings"][-1], chance)


def _outcomes(query: str, results: Sequence[Mapping[str, Any]]) -> list[Outcome]:
    """The steps that a query asks for, with their results and, as far as it says so, what made their figures."""
    named = [*[("", {"source": ""})] * (len(results) + 1), *mentioned(query)]
    kind, slots = named[-len(results) - 1]
    leads = kind in KINDS and KINDS[kind].gives[0] not in ("dataframe", "plot")
    made = {LAST: Outcome(kind, slots, "", {"type": "value", "facts": {}})} if leads else {}
    steps = [
        Outcome(kind, slots, slots["source"], with_facts(result), made.get(slots["source"]))
        for (kind, slots), result in zip(named[-len(results) :], results, strict=True)
    ]
    made_by = {slots["new"]: slots["columns"] for kind, slots in named if kind == "cluster_column"}
    return [step.of_clusters(made_by) for step in steps]


def _finding(step: Outcome, chance: random.Random, *, alone: bool) -> str:
    """A sentence about a result, from what was asked for or else from what it is."""
    known = step.known(in_words, _ROWS)
    name, plotted = quoted_name(str(step.result["name"])), step.result["type"] == "plot"
    known["what"] = known.get("what") or _what(step)
    known |= _with_column(known, step) | ({} if plotted else {"it": name})
    if step.kind in _SAID["keeping"]:
        known["met"] = "The conditions" if step.kind == "filter" else "Your limits"
    nouns = [word for gap, word in known.items() if gap in _ANSWERS["nouns"]] + [known["what"].split(" ", 2)[-1]]
    nouns.append(in_words(str(step.slot.get("by", "")).rpartition("_")[0]))
    if step.result["facts"] and (text := step.says(known, chance)):
        said = text + small(known) if alone else f"as for {'the chart' if plotted else name}, {text}{small(known)}"
        return agreeing(sentence(_SAID["leads"] if alone else ["{said}."], chance, {"said": said}), nouns)
    known["what"] = known["what"] or ("" if plotted else f"the figure in {name}")
    forms = next(forms for group in _SAID["findings"] if (forms := fitting(group, known)))
    return agreeing(sentence(forms, chance, known), nouns)


def _what(step: Outcome) -> str:
    """What the figures of a result are, by its name or by that of what it was made of; else nothing."""
    for text in (str(step.result["name"]), step.source if step.kind in _ANSWERS["passing_on"] else ""):
        for name, what in _ANSWERS["names"].items():
            if found := re.fullmatch(name, text):
                return str(what.format(*map(in_words, found.groups())))
    return ""


def _with_column(known: Mapping[str, str], step: Outcome) -> dict[str, str]:
    """The names of groups that say too little alone, with the column that they are groups of."""
    index = step.result["facts"].get("index_name")
    by = in_words(index) if index else known.get("by", "")
    ends: dict[str, str] = {}
    for end in ("label", "last", "second", "share_of"):
        word, of = known.get(end, ""), known.get("other", "") if end == "share_of" else by
        of = "" if of.startswith("number of ") and word[:1].isdigit() else of
        if word.isdigit() and end != "share_of" and by and "period" not in step.slot:
            ends[end] = numbered(word, by)
        elif "_" in word and " " not in word:
            ends[end] = in_words(word)
        elif word.islower() and of and of not in word and word.split(" ")[0] not in ("the", _ROWS, *of.split(" ")):
            ends[end] = f"{word} ({of})"
    return ends


def _named(text: str, result: Mapping[str, Any]) -> str:
    """A sentence about one of several results, with its name where it does not have it."""
    name = quoted_name(str(result["name"]))
    return text if result["type"] == "plot" or name in text else f"As for {name}: {lower(text)}"
