"""What a judge replies, read: the number from 0 to 100 behind the last `[FINAL SCORE]`."""

from __future__ import annotations

import re

LOWEST, HIGHEST = 0.0, 100.0
_MARKS = re.compile(r"__|[*`\\${}]+|\bboxed\b|\btext\b(?=\[)")
"""Bold, code and the marks of formulas, which say nothing."""
_TOKEN = re.compile(r"[\[【]\s*final[\s_]+score\s*(?P<end>[\]】])?", re.I)
_SIGN = re.compile(r"(?:\s*[:：=]\s*|\s+[-–—]\s+|\s*)[\[【(]?\s*")
_NUMBER = re.compile(r"(\d{1,3}(?:\.\d+)?)(?![\d]|[.,]\d)")
_OF_HUNDRED = re.compile(r"\s*(?:%|(?:/|out\s+of|of)\s*100(?:\.0+)?(?!\d|[.,]\d))", re.I)
_MORE = re.compile(r"\s*(?:/|out\s+of\b|of\b|-|–|—|\bto\b|\bor\b|±|\+|\d)\s*\d?", re.I)
"""What makes the number part of something else: a range, or so many out of another number."""


def score_in(reply: str) -> float | None:
    """Return the score in a reply, from 0 to 100; None where there is none, or none that can be meant.

    The last `[FINAL SCORE]` counts. Its number may be bold, a decimal, in brackets, or out of 100.
    """
    text = _MARKS.sub("", reply)
    tokens = list(_TOKEN.finditer(text))
    if not tokens:
        return None
    rest = text[tokens[-1].end() :]
    sign = _SIGN.match(rest)
    number = _NUMBER.match(rest, sign.end() if sign else 0)
    if number is None or _is_part(rest[number.end() :]):
        return None
    value = float(number[1])
    return value if LOWEST <= value <= HIGHEST else None


def _is_part(rest: str) -> bool:
    rest = rest.lstrip("]】)")
    if (whole := _OF_HUNDRED.match(rest)) is not None:
        rest = rest[whole.end() :]
    line = rest.partition("\n")[0]
    more = _MORE.match(line)
    return more is not None and any(sign.isdigit() for sign in more[0])
