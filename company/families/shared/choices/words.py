"""Rules that choose an option by words alone: they see a case's text, its question and its options, and no data.

A rule says what it thinks of an option of a case; it takes the best, any of several equal ones.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Line = Mapping[str, Any]
Option = Mapping[str, Any]
Rule = Callable[[Line, Option], float]
_VAGUE = frozenset(
    str.split(
        "high low large small long short old young new recent early late typical usual common best worst cheap "
        "expensive strong weak many few top main good bad big light heavy rich poor rare frequent striking extreme "
        "kind certain suitable telling overall"
    )
)
"""Words that leave open where a line is drawn."""
_HEDGING = frozenset(
    str.split(
        "may might could perhaps possibly probably rather likely seems appears suggests about roughly slightly "
        "somewhat mostly often usually sometimes generally hardly barely only nearly almost"
    )
)
_ENDS = frozenset(
    str.split(
        "mean average median total sum highest lowest largest smallest maximum minimum most least ascending descending "
        "first last top bottom"
    )
)
"""Words that settle which of two things is meant."""
_SURE = frozenset(str.split("all always any ever every never no none nothing only must cannot certainly exactly"))
_NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?")
_QUOTED = re.compile(r"(?<!\w)['‘“\"`]([^'’”\"`\n]{1,80})['’”\"`](?!\w)")
_HALF = re.compile(r"\bhalf of them lie between (?P<low>-?[\d.,]*\d) and (?P<up>-?[\d.,]*\d)")
_ASSUMING = re.compile(r"assuming\((\S+), (\S+)\)")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|21\d\d)(?!\d)")

_DATED = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|21\d\d)(?=-\d\d)")
_EITHER = re.compile(r"\b(or|either|whether|as well as|rather than)\b")
_DENIED = re.compile(r"\b(no|not|nothing|none|wrong|never|contradicts?|false)\b")


def options_of(case: Line) -> Sequence[Option]:
    """Return the options of a case."""
    options: Sequence[Option] = case["choice"]["options"]
    return options


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text in small letters."""
    return frozenset(re.findall(r"[^\W_]+", text.casefold()))


def _beside(case: Line) -> str:
    """Return what a reader is told beside question and options: the table, what was said, and what is there by now."""
    text = str(case.get("prompt_with_hist_txt", ""))
    for part in (case["choice"]["question"], *(option["text"] for option in options_of(case))):
        text = text.replace(part, "")
    return text


def _overlap(case: Line, option: Option) -> float:
    words = words_of(option["text"])
    return len(words & words_of(case["choice"]["question"])) / len(words) if words else 0.0


def _likeness(case: Line, option: Option) -> float:
    """Return how many words an option shares with each of the others, as a share of its own, on average."""
    words = words_of(option["text"])
    others = [words_of(each["text"]) for each in options_of(case) if each["letter"] != option["letter"]]
    return sum(len(words & other) for other in others) / (len(words) * len(others) or 1)


def _numbers(option: Option) -> list[float]:
    return [float(found.replace(",", "")) for found in _NUMBER.findall(option["text"])]


def _first_number(option: Option, otherwise: float) -> float:
    return next(iter(_numbers(option)), otherwise)


def _middle(case: Line, option: Option) -> float:
    """Return how close an option's first number is to the middle of those of all options."""
    known = sorted(each[0] for each in map(_numbers, options_of(case)) if each)
    own = _first_number(option, float("inf"))
    return -abs(own - known[len(known) // 2]) if known else 0.0


def _quarter(case: Line, option: Option) -> float:
    """Return how near an option's limit is to where the outer quarter of its column begins, in the word's direction.

    Where the table's description tells that; a limit against the word is none.
    """
    guess = case.get("guess") or {}
    line = re.search(rf"^- `{re.escape(str(guess.get('column')))}` .*$", _beside(case), re.MULTILINE)
    told = _HALF.search(line.group()) if line else None
    limit = _limits(option).get(str(guess.get("side")))
    if told is None:
        return 0.0
    edge = float(told["up" if guess["side"] == "high" else "low"].replace(",", ""))
    return float("-inf") if limit is None else -abs(limit - edge)


def _limits(option: Option) -> dict[str, float]:
    """Return the limits of an assumption by the side of a column that they open."""
    found = _ASSUMING.fullmatch(option.get("code", ""))
    pairs = zip(("high", "low"), found.groups(), strict=True) if found else ()
    return {side: float(limit) for side, limit in pairs if limit != "None"}


def _unknown(case: Line, option: Option) -> float:
    """Return how many of the names that an option quotes stand nowhere beside the question."""
    beside = _beside(case)
    return sum(name not in beside for name in _QUOTED.findall(option["text"]))


def _outside(case: Line, option: Option) -> float:
    """Return how many years of an option lie outside the dates that are told beside the question."""
    known = [int(year) for year in _DATED.findall(_beside(case))]
    told = [int(year) for year in _YEAR.findall(option["text"])]
    return sum(not min(known) <= year <= max(known) for year in told) if known else 0.0


def _vague(case: Line, option: Option) -> float:
    """Return how many vague words of the question an option takes up."""
    return len(words_of(option["text"]) & words_of(case["choice"]["question"]) & _VAGUE)


def _by_form(case: Line, option: Option) -> float:
    """Return how likely an option is for a reader of forms.

    What names a thing that is not in the table is lacking; else, where the question has a vague word, two things are
    open of which it says neither; else it can be answered, with all the names that it has.
    """
    question, text = case["choice"]["question"], option["text"]
    if _unknown(case, option) or _outside(case, option):
        return 3.0
    if _EITHER.search(text):
        return 2.0 if words_of(question) & _VAGUE and not _settled(question, text) else 0.0
    if _DENIED.search(text):
        return 0.5
    names = set(_QUOTED.findall(text))
    return 1.0 + len(names & set(_QUOTED.findall(question))) / 100 - len(names - set(_QUOTED.findall(question)))


def _settled(question: str, text: str) -> bool:
    """Return whether a question says one of two things that an option puts beside each other."""
    bare = _QUOTED.sub("", text)
    numbers = set(_NUMBER.findall(bare))
    return bool(numbers & set(_NUMBER.findall(question)) if numbers else words_of(bare) & words_of(question) & _ENDS)


def _among(option: Option, known: frozenset[str]) -> int:
    return len(words_of(option["text"]) & known)


RULES: Mapping[str, Rule] = {
    "always A": lambda case, option: option["letter"] == "A",
    "the longest option": lambda case, option: len(option["text"]),
    "the shortest option": lambda case, option: -len(option["text"]),
    "the option closest by words": _overlap,
    "the option farthest by words": lambda case, option: -_overlap(case, option),
    "the odd one out": lambda case, option: -_likeness(case, option),
    "the option most like the others": _likeness,
    "the largest number": lambda case, option: _first_number(option, float("-inf")),
    "the smallest number": lambda case, option: -_first_number(option, float("inf")),
    "the middle number": _middle,
    "the number nearest the outer quarter": _quarter,
    "the most numbers": lambda case, option: len(_numbers(option)),
    "the fewest numbers": lambda case, option: -len(_numbers(option)),
    "the most hedging words": lambda case, option: _among(option, _HEDGING),
    "the fewest sure words": lambda case, option: -_among(option, _SURE),
    "a name that is not in the table": _unknown,
    "no name that is not in the table": lambda case, option: -_unknown(case, option),
    "a year outside those of the table": _outside,
    "a vague word of the question": _vague,
    "by the form of question and options": _by_form,
}


def shares(case: Line, scores: Sequence[float]) -> float:
    """Return which part of a case a rule gets right: where several options are the best, what guessing gives."""
    best = [option for option, each in zip(options_of(case), scores, strict=True) if each == max(scores)]
    return sum(not option["slip"] for option in best) / len(best)


def by_rule(cases: Sequence[Line], rule: Rule) -> list[float]:
    """Return which part of each case a rule gets right."""
    return [shares(case, [rule(case, option) for option in options_of(case)]) for case in cases]


def by_letter(cases: Sequence[Line]) -> list[float]:
    """Return the same of the letter that is right most often in all the other cases."""
    rights = [next((each["letter"] for each in options_of(case) if not each["slip"]), "") for case in cases]
    counts = Counter(rights)
    return [
        shares(case, [counts[each["letter"]] - (each["letter"] == own) for each in options_of(case)])
        for case, own in zip(cases, rights, strict=True)
    ]
