"""How the data scientist comes to a question with options: why it is asked, in the client's terms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from grammar.steps.base import plain
from grammar.words import words

_GOALS, _QUESTIONS = (words("speech")[kind] for kind in ("goals", "questions"))
_LONGEST = 110
"""Characters of the client's words that an opener repeats."""
_QUOTED = re.compile(r"'([^']+)'")
_SHORT = 2
"""Characters of a name that may stand in other words by accident."""
_MINE = re.compile(r"\b(I|me|my|mine|we|us|our|ours)\b")
_TAIL = re.compile(r"(, (restricted to|among|looking only at|counting only|in order to|so that|separately for)\b|;).*")


def opened(brief: Mapping[str, Any], question: str, own: Sequence[str]) -> str:
    """A question behind an opener: one of `own`, or the client's goal or the plan's question if it is about the same.

    The turn's position in its dialogue says which, so that a client's cases near each other begin differently.
    """
    goal, asked = _goal(brief["scenario"]["goal"]), _asked(brief["question"])
    told = {kind: text if about(text, question, brief) else "" for kind, text in (("goal", goal), ("question", asked))}
    turn = sum(map(ord, brief["persona"]["name"])) + brief["turn"]
    fitting = [forms for forms, text in ((_GOALS, told["goal"]), (_QUESTIONS, told["question"])) if text]
    forms = own if turn % 3 == 0 or not fitting else fitting[turn % len(fitting)]
    opener = forms[(turn if forms is own else turn // 3) % len(forms)]
    opener = opener.format(first=brief["persona"]["name"].split()[0], **told)
    starts_anew = not opener or opener[-1] in ".!?”"
    return f"{opener} {question[0].upper() + question[1:] if starts_anew else question}".strip()


def decided(brief: Mapping[str, Any], question: str, own: Sequence[str]) -> str:
    """A question behind what the client has to decide: the goal or the plan's question, else one of `own`."""
    goal, asked = _goal(brief["scenario"]["goal"]), _asked(brief["question"])
    turn = sum(map(ord, brief["persona"]["name"])) + brief["turn"]
    fitting = [ways for ways, text in ((_GOALS, goal), (_QUESTIONS, asked)) if text and _of_all(text, question, brief)]
    forms = fitting[turn % len(fitting)] if fitting else own
    opener = forms[turn // 3 % len(forms)]
    opener = opener.format(first=brief["persona"]["name"].split()[0], goal=goal, question=asked)
    return f"{opener} {question[0].upper() + question[1:] if opener[-1] in '.!?”' else question}"


def _of_all(text: str, question: str, brief: Mapping[str, Any]) -> bool:
    """Whether a text speaks of every column that a question names, and of one at least."""
    names = [each["name"] for each in brief["table"]["columns"] if len(plain(each["name"])) > _SHORT]
    named = [name for name in names if speaks_of(question, name)]
    return bool(named) and all(speaks_of(text, name) for name in named)


def about(text: str, question: str, brief: Mapping[str, Any]) -> bool:
    """Whether a text and a question speak of the same thing, out of those that the query names in quotes."""
    names = {name for name in _QUOTED.findall(brief["query"]) if len(plain(name)) > _SHORT}
    return any(speaks_of(text, name) and speaks_of(question, name) for name in names)


def speaks_of(text: str, name: str) -> bool:
    """Whether a text names a column, perhaps with its words in full: "saturated fat" for "sat_fat"."""
    words = [re.escape(word) for word in plain(name).split()]
    form = rf"{words[0]}s?" if len(words) == 1 else r"\w* ".join(words) + r"\w*"
    return name in text or re.search(rf"\b{form}\b", text.lower()) is not None


def _goal(goal: str) -> str:
    """What the client wants, as it stands after "wants to"; empty where it cannot be said so."""
    text = _TAIL.sub("", goal).rstrip(". ")
    return "" if not text or _MINE.search(text) or len(text) > _LONGEST else text[0].lower() + text[1:]


def _asked(question: str) -> str:
    """A question of the plan without its conditions; empty where it is too long to be repeated."""
    text = _TAIL.sub("", question).rstrip(".? ")
    return "" if not text or len(text) > _LONGEST else f"{text}?"
