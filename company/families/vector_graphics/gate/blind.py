"""How far two rules come that read no drawing: what is right most often elsewhere, and what words of the code say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from company.families.shared.choices.blind import LEVEL, lucky
from company.families.shared.choices.words import by_rule, shares
from company.families.vector_graphics.body import options_of_line

Line = Mapping[str, Any]
ELSEWHERE, IN_CODE = "the option that is right most often elsewhere", "the option whose words the code holds most"
FEWEST = 10
"""Questions of a type below which nothing can be told of such a rule."""
_WORD = re.compile(r"[^\W\d_]{3,}")


def right_elsewhere(lines: Sequence[Line]) -> list[float]:
    """Return which part of each question the option gets that is right most often in all others."""
    rights = [next(str(each["text"]) for each in options_of_line(line) if not each["slip"]) for line in lines]
    counts = Counter(rights)
    return [
        shares(line, [counts[str(each["text"])] - (str(each["text"]) == own) for each in options_of_line(line)])
        for line, own in zip(lines, rights, strict=True)
    ]


def in_code(lines: Sequence[Line]) -> list[float]:
    """Return which part of each question the option gets of whose words the most stand in its code."""
    return by_rule(lines, _held)


def _held(line: Line, option: Mapping[str, Any]) -> float:
    code = {word.casefold() for word in _WORD.findall(_code(line))}
    words = [word.casefold() for word in _WORD.findall(str(option["text"]))]
    return sum(word in code for word in words) / len(words) if words else 0.0


def _code(line: Line) -> str:
    """Return the code in a prompt: what stands there before the question."""
    return str(line["prompt_with_hist_txt"]).partition(str(line["choice"]["question"]))[0]


def remarks_on(cases: Mapping[str, Sequence[Line]]) -> list[str]:
    """Return the categories that one of the two rules solves clearly better than luck, a line each."""
    found = []
    for category, lines in cases.items():
        asked = [line for line in lines if "choice" in line]
        if len(asked) < FEWEST:
            continue
        chances = [1 / len(options_of_line(line)) for line in asked]
        most = lucky(chances, 1 - (1 - LEVEL) / 2)
        for rule, right in ((ELSEWHERE, sum(right_elsewhere(asked))), (IN_CODE, sum(in_code(asked)))):
            if right > most:
                found.append(
                    f"{category}: {rule} is right in {right:.3g} of {len(asked)}, by luck in up to {most}; look at "
                    "these options beside one another"
                )
    return found
