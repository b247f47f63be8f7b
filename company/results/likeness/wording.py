"""When two texts on figures say the same."""

from __future__ import annotations

import difflib
import re
import unicodedata

ALIKE = 0.8
"""Of `difflib`'s ratio; texts that are less alike say something else."""
_COMMAND = re.compile(r"\\(?:mathrm|mathit|mathbf|mathsf|mathcal|text|textbf|textit|operatorname|left|right|,|;|!|:| )")
_NAMED = re.compile(r"\\([A-Za-z]+)")
_TURNED = {"−": "-", "–": "-", "—": "-", "×": "times", "·": "cdot", "°": "circ", "²": "2", "³": "3"}
_GREEK = dict(
    zip("αβγδλμσθπ", ["alpha", "beta", "gamma", "delta", "lambda", "mu", "sigma", "theta", "pi"], strict=True)
)


def plain_text(text: str) -> str:
    """Return a text without case, spaces, marks of mathtext and of the direction of writing."""
    words = _NAMED.sub(r"\1", _COMMAND.sub("", text))
    words = "".join(_TURNED.get(each, each) for each in words)
    letters = unicodedata.normalize("NFKC", words).casefold()
    kept = (each for each in letters if not each.isspace() and each not in "${}^_")
    return "".join(_GREEK.get(each, each) for each in kept if unicodedata.category(each) != "Cf")


def alike(one: str, other: str) -> float:
    """Return how far two texts say the same, from 0 to 1: below `ALIKE` they do not."""
    first, second = plain_text(one), plain_text(other)
    if first == second:
        return 1.0
    ratio = difflib.SequenceMatcher(None, first, second, autojunk=False).ratio()
    return ratio if ratio >= ALIKE else 0.0
