"""What raters reply, read: a rating from 1 to 6, questions, whether a caption answers them."""

from __future__ import annotations

import re

LOWEST, HIGHEST = 1.0, 6.0
"""Of ratings; what cannot be read counts as the lowest, as in the seed."""
QUESTIONS = 5
"""Questions on a figure, at the most."""
_NUMBER = r"(?<![\d.,])(\d+(?:\.\d+)?)(?![\d%]|[.,]\d)"
_OF_SIX = r"\s*(?:/|out\s+of)\s*6(?:\.0)?(?!\d|[.,/]\d)"
_NO_OTHER = r"(?!\s*(?:/|out\s+of|-|to\b|or\b)\s*\d)"
"""What is out of another number, or a range, is no rating."""
_SCALE = re.compile(r"(?:\b(?:from|of|between)\s+)?\b1\s*(?:to|-|and|through)\s*6\b", re.I)
_NAMED = re.compile(r"\b(?:captions?|figures?|fig\.?|paragraphs?|questions?|panels?|tables?)\s*#?\d+(?:\.\d+)*", re.I)
_LAST = re.compile(rf"^\W*(?:\w+\s+){{0,2}}(?:rating|score)\W*{_NUMBER}(?:{_OF_SIX}|{_NO_OTHER})\W*$", re.I | re.M)
_AFTER = re.compile(
    rf"\b(?:rat(?:ing|e[ds]?)|scor(?:e[ds]?|ing))\b[^\d\n]{{0,60}}?{_NUMBER}(?:{_OF_SIX}|{_NO_OTHER})", re.I
)
_OUT_OF = re.compile(rf"{_NUMBER}{_OF_SIX}", re.I)
_ALONE = re.compile(rf"^\W*{_NUMBER}\W*$", re.M)
_MARKS = re.compile(r"[*_`#]+")
_NUMBERED = re.compile(r"^\W*(?:Q(?:uestion)?\s*)?(\d{1,2})\b[^\w\n]*(?:answer\b\W*)?(.*)$", re.I | re.M)
_YES = re.compile(r"\b(yes|no)\b", re.I)
_OPENING = re.compile(r"^\W*(yes|no)\b", re.I | re.M)
_LISTED = re.compile(r"^\W*(?:Q(?:uestion)?\s*)?(?:\d{1,2}\s*[.):]|[-•*])\s*(.+)$", re.I)


def rating_in(response: str) -> float | None:
    """Return the rating in a response, from 1 to 6; None where there is none.

    It is the number after "rating" or "score", else "n/6" or "n out of 6", else a number that stands alone. Of lines
    that say nothing but a rating the last one counts, of all else the first. A scale ("from 1 to 6") is none.
    """
    text = _NAMED.sub(" ", _SCALE.sub(" ", _MARKS.sub("", response).replace("–", "-").replace("—", "-")))
    for pattern, place in ((_LAST, -1), (_AFTER, 0), (_OUT_OF, 0), (_ALONE, -1)):
        found = [float(number) for number in pattern.findall(text)]
        if found:
            return found[place] if LOWEST <= found[place] <= HIGHEST else None
    return None


def questions_in(response: str) -> tuple[str, ...]:
    """Return the questions in a response, one a line, at most five; numbers and bullets before them are left out."""
    lines = [_MARKS.sub("", line).strip() for line in response.splitlines()]
    asked = [(match[1] if (match := _LISTED.match(line)) else line).strip() for line in lines]
    return tuple(line for line in asked if line.endswith("?"))[:QUESTIONS]


def share_answered(response: str, asked: int) -> float | None:
    """Return the share of questions that are answered by yes; None where not each of them is answered by yes or no.

    Answers are numbered as their questions are; where none is, each line that begins with yes or no is the next one.
    """
    text = _MARKS.sub("", response)
    numbered = {
        int(number): said[1].lower() == "yes"
        for number, rest in _NUMBERED.findall(text)
        if (said := _YES.search(rest)) is not None
    }
    answers = [numbered[number] for number in range(1, asked + 1) if number in numbered]
    if not numbered:
        answers = [word.lower() == "yes" for word in _OPENING.findall(text)]
    return sum(answers) / asked if asked and len(answers) == asked else None


def rating_by_share(share: float) -> float:
    """Return the rating of a caption by the share of questions that it answers."""
    return LOWEST + (HIGHEST - LOWEST) * share
