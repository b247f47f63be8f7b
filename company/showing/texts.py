"""Text as a reader sees all of it: no character hides, turns the line around or comes without end."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

LONGEST = 20_000
"""Characters of one text."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that look like nothing."""


MOST_KNOWN = 20_000


class _Marks(dict[int, int | str]):
    """What each character is shown as, looked up once."""

    def __missing__(self, number: int) -> int | str:
        self[number] = f"⟨U+{number:04X}⟩" if _hides(chr(number)) else number
        return self[number]


_MARKS = _Marks()


@dataclass(frozen=True)
class Shown:
    """A text as it is shown."""

    text: str
    left_out: int = 0
    """Characters that were cut off."""

    def __str__(self) -> str:
        return f"{self.text}{self.note}"

    @property
    def note(self) -> str:
        """A note of what was left out; empty where all is there."""
        return f" … ({self.left_out:,} more characters)" if self.left_out else ""


def shown(text: str, most: int = LONGEST) -> Shown:
    """Return the first `most` characters of a text, those that cannot be seen as marks such as ⟨U+202E⟩."""
    return Shown(marked(text[:most]), max(0, len(text) - most))


def marked(text: str) -> str:
    """Return the text with characters that cannot be seen as marks such as ⟨U+202E⟩."""
    if text.isascii() and text.isprintable():
        return text
    if len(_MARKS) > MOST_KNOWN:
        _MARKS.clear()
    return text.translate(_MARKS)


def hidden_in(code: str) -> tuple[str, ...]:
    """Return the characters in code that cannot be seen, such as "U+202E in line 3": at most ten of them."""
    found: list[str] = []
    for number, line in enumerate(code.split("\n"), start=1):
        for mark in dict.fromkeys(each for each in line if _hides(each)):
            found.append(f"U+{ord(mark):04X} in line {number}")
            if len(found) == 10:
                return tuple(found)
    return tuple(found)


def _hides(mark: str) -> bool:
    """Return whether a character is a control, a direction, a joiner, a line separator, half a character or unseen."""
    if mark in "\n\t":
        return False
    return mark in _BLANK or unicodedata.category(mark) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
