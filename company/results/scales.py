"""Categories that have an order: known scales of words, ranges of numbers, ordinals."""

from __future__ import annotations

import re
from collections.abc import Sequence

SCALES: tuple[tuple[str, ...], ...] = tuple(
    tuple(scale.split("|"))
    for scale in (
        "none|very low|low|lower|medium low|medium|moderate|mid|normal|average|medium high|high|higher|very high",
        "very small|xxs|xs|extra small|tiny|small|s|medium|m|large|l|extra large|xl|xxl|very large|huge",
        "very poor|very bad|terrible|poor|bad|weak|fair|ok|average|good|very good|great|excellent|outstanding",
        "never|rarely|seldom|occasionally|sometimes|often|frequently|usually|always",
        "strongly disagree|disagree|somewhat disagree|neutral|somewhat agree|agree|strongly agree",
        "very dissatisfied|dissatisfied|neutral|satisfied|very satisfied",
        "very unlikely|unlikely|neutral|likely|very likely",
        "none|no schooling|preschool|primary|primary school|elementary|middle school|secondary|some high school|"
        "high school|hs-grad|some college|associate|associate's degree|college|bachelor|bachelors|bachelor's degree|"
        "graduate|master|masters|master's degree|doctorate|phd",
        "novice|beginner|basic|elementary|intermediate|upper intermediate|advanced|proficient|expert|master",
        "free|basic|standard|plus|premium|enterprise",
        "iron|bronze|silver|gold|platinum|diamond",
        "intern|trainee|junior|mid|mid-level|senior|lead|principal|executive",
        "freezing|cold|cool|mild|warm|hot",
        "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth",
        "monday|tuesday|wednesday|thursday|friday|saturday|sunday",
        "mon|tue|wed|thu|fri|sat|sun",
        "january|february|march|april|may|june|july|august|september|october|november|december",
        "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec",
        "night|early morning|morning|noon|afternoon|evening",
        "daily|weekly|biweekly|monthly|quarterly|yearly|annually",
        "child|infant|toddler|kid|teen|teenager|young|young adult|adult|middle-aged|senior|elderly",
        "round robin|qualifying|1st round|2nd round|3rd round|4th round|last 16|quarterfinals|quarterfinal|"
        "quarter-finals|semifinals|semifinal|semi-finals|third place|the final|final|finals",
        "minor|moderate|major|severe|critical|fatal",
        "trivial|minor|normal|major|critical|blocker",
        "q1|q2|q3|q4",
    )
)
"""Words from low to high; several spellings of one rank stand beside each other."""
FIGURE = r"[$€£]?\s*(-?\d[\d,]*(?:\.\d+)?)\s*[kK%]?"
BETWEEN = re.compile(rf"^[\[(]?\s*{FIGURE}\s*(?:-|–|to|,|<=?\s*[xX]\s*<=?)\s*{FIGURE}\s*[\])]?(?: [a-z ]+)?$")
BELOW = re.compile(rf"^(?:<=?|under|below|less than|up to)\s*{FIGURE}(?: [a-z ]+)?$", re.IGNORECASE)
ABOVE = re.compile(
    rf"^(?:>=?|over|above|more than|at least)\s*{FIGURE}(?: [a-z ]+)?$|^{FIGURE}\s*\+(?: [a-z ]+)?$", re.IGNORECASE
)
ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)\b", re.IGNORECASE)
LEVEL = re.compile(
    r"^(?:grade|level|stage|tier|class|phase|step|rank|priority|year|week|quarter)\s*[-#]?\s*(\d+)$", re.IGNORECASE
)
NONE_AT_ALL = re.compile(r"^(no|none|never|nothing|zero|unemployed)\b", re.IGNORECASE)


def order_of(values: Sequence[str]) -> tuple[str, ...]:
    """Return different values of a category from low to high; () where no order is known for all of them.

    Among ranges of numbers, one that says there is none at all ("no savings") stands lowest.
    """
    spelled = {value: " ".join(value.lower().replace("_", " ").split()) for value in values}
    if len(set(spelled.values())) != len(values) or not 2 <= len(values) <= 60:
        return ()
    for scale in SCALES:
        if all(word in scale for word in spelled.values()):
            return tuple(sorted(values, key=lambda value: scale.index(spelled[value])))
    for place in (range_start, ordinal_place):
        ranks = {value: place(spelled[value]) for value in values}
        unranked = [value for value in values if ranks[value] is None]
        lowest = unranked if len(unranked) == 1 and NONE_AT_ALL.match(unranked[0]) else []
        ranked = [value for value in values if ranks[value] is not None]
        if len(ranked) >= 2 and len(unranked) == len(lowest) and len(set(ranks.values())) == len(values):
            return (*lowest, *sorted(ranked, key=lambda value: ranks[value] or (0.0, 0)))
    return ()


def range_start(text: str) -> tuple[float, int] | None:
    """Return the start of a range of numbers, as a key to sort by; None for other texts."""
    for pattern, rank in ((BETWEEN, 1), (BELOW, 0), (ABOVE, 2)):
        match = pattern.match(text)
        if match is None:
            continue
        figures = [float(each.replace(",", "")) for each in match.groups() if each]
        if rank == 1 and figures[0] >= figures[-1]:
            return None
        return (figures[0] if rank else float("-inf"), rank)
    return None


def ordinal_place(text: str) -> tuple[float, int] | None:
    """Return the number that an ordinal ("2nd class") or a numbered level ("Grade 3") names; None for other texts."""
    match = ORDINAL.match(text) or LEVEL.match(text)
    return (float(match[1]), 0) if match else None
