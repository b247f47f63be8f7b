"""Whether a name is another one misspelt, and not a name of its own."""

from __future__ import annotations

import re
from itertools import takewhile

_LONG = 7
"""Letters of a word from which on few words differ from others in a single letter."""
_SHORT = 5
"""Letters of a word from which on few words differ from others in two swapped letters or a doubled one."""


def is_misspelt(name: str, meant: str) -> bool:
    """Return whether a name is another one but for a slip of the hand in one of its words.

    Swapped neighbours and doubled letters count, and in long words a letter that is wrong, missing or too much. An
    ending ("genres"), a number ("sales_2") and capitals make a name of its own.
    """
    name, meant = name.casefold(), meant.casefold()
    begin = _shared(name, meant)
    end = _shared(name[len(begin) :][::-1], meant[len(begin) :][::-1])[::-1]
    said, right = (each[len(begin) : len(each) - len(end)] for each in (name, meant))
    if not (said + right).isalpha() or max(len(said), len(right)) > 2:
        return False
    before, after = re.search(r"[^\W\d_]*$", begin), re.match(r"[^\W\d_]*", end)
    assert before is not None and after is not None, "both patterns match nothing, too"
    if not before[0]:
        return False
    length = len(before[0]) + max(len(said), len(right)) + len(after[0])
    if (len(said) == 2 and said == right[::-1]) or said + right in (before[0][-1], after[0][:1]):
        return length >= _SHORT
    is_ending = not after[0] and len(said) != len(right)
    return length >= _LONG and max(len(said), len(right)) == 1 and not is_ending


def _shared(one: str, other: str) -> str:
    """Return what two texts begin with alike."""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(letter for letter, _ in alike)
