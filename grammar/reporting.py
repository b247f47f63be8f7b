"""What the chatbot says about results: what they hold, by the steps that were asked for and by their form."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from grammar.insights.result_words import words_for
from grammar.nouns import in_words, quoted_name
from grammar.outcomes import Outcome, of_made
from grammar.slots import LAST
from grammar.steps import KINDS
from grammar.understanding import mentioned
from grammar.voices import agreeing, fitting, lower, sentence
from grammar.words import words

_SAID = words("remarks")
_PASSING_ON = frozenset(words("answers")["passing_on"])
_ROWS = "rows"
_OTHER = re.compile(r"\d|_(shares?|z|change|against|smoothed|links?|scaled)(_|$)")
"""In the name of a variable whose figures are not those that its first words say, or which is not said in words."""
_AVERAGE = re.compile(r"(?<=^mean )(.+)|(?<=^average )(.+)|(?<=^median )(.+)|(?<=^total )(.+)")


def finding_on(query: str, results: Sequence[Mapping[str, Any]], chance: random.Random) -> str:
    """The chatbot's sentence about each of the results of a query; of several, each says which it is about."""
    steps = _outcomes(query, results) if results else []
    texts = [_finding(step, query, chance, alone=len(steps) == 1) for step in steps]
    if len(texts) > 1:
        texts = [_named(text, step.result) for text, step in zip(texts, steps, strict=True)]
    return " ".join(texts) or sentence(_SAID["findings"][-1], chance)


def _outcomes(query: str, results: Sequence[Mapping[str, Any]]) -> list[Outcome]:
    """The steps that a query asks for, with their results and, as far as it says so, what made their figures."""
    named = [*[("", {"source": ""})] * (len(results) + 1), *mentioned(query)]
    kind, slots = named[-len(results) - 1]
    leads = kind in KINDS and KINDS[kind].gives[0] not in ("dataframe", "plot")
    made = {LAST: Outcome(kind, slots, "", {"type": "value", "facts": {}})} if leads else {}
    return [
        Outcome(kind, slots, slots["source"], {**result, "facts": result.get("facts") or {}}, made.get(slots["source"]))
        for (kind, slots), result in zip(named[-len(results) :], results, strict=True)
    ]


def _finding(step: Outcome, query: str, chance: random.Random, *, alone: bool) -> str:
    """A sentence about a result, from what was asked for or else from what it is."""
    known = step.known(in_words, _ROWS)
    name, plotted = quoted_name(str(step.result["name"])), step.result["type"] == "plot"
    names = [
        text
        for text in (str(step.result["name"]), step.source if step.kind in _PASSING_ON else "")
        if not _OTHER.search(text)
    ]
    brief = {"query": query, "table": {"columns": (), "row_meaning": "row"}}
    whats = [what for text in names if (what := words_for(text, brief, counted=True))]
    known["what"] = known.get("what") or (f"the {_AVERAGE.sub(_in_words, whats[0])}" if whats else "")
    by = in_words(index) if (index := step.result["facts"].get("index_name")) else known.get("by", "")
    for end in ("label", "last", "second", "share_of"):
        if (word := known.get(end, "")).split(" ")[-1].lower() in ("true", "false"):
            known |= {end: of_made(str(step.slot.get("by")), word, _ROWS), "by": ""}
        elif word.isdigit() and end != "share_of" and by and "period" not in step.slot:
            known[end] = f"{by} {word}"
        elif "_" in word and " " not in word:
            known[end] = in_words(word)
        elif word.islower() and (of := known.get("other", "") if end == "share_of" else by) and of not in word:
            known[end] = f"{word} ({of})"
    known |= {} if plotted else {"it": name}
    known |= (
        {"met": "The conditions" if step.kind == "filter" else "Your limits"} if step.kind in _SAID["keeping"] else {}
    )
    nouns = [word for gap, word in known.items() if gap in ("column", "other", "by", "x", "y", "first_column")]
    if step.result["facts"] and (text := step.says(known, chance)):
        said, leads = (
            (text, _SAID["leads"]) if alone else (f"as for {'the chart' if plotted else name}, {text}", ["{said}."])
        )
        return agreeing(sentence(leads, chance, {"said": said}), nouns)
    known["what"] = known["what"] or ("" if plotted else f"the figure in {name}")
    forms = next(forms for group in _SAID["findings"] if (forms := fitting(group, known)))
    return agreeing(sentence(forms, chance, known), nouns)


def _in_words(name: re.Match[str]) -> str:
    return in_words(name[0])


def _named(text: str, result: Mapping[str, Any]) -> str:
    """A sentence about one of several results, with its name where it does not have it."""
    name = quoted_name(str(result["name"]))
    return text if result["type"] == "plot" or name in text else f"As for {name}: {lower(text)}"
