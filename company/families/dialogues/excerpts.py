"""Parts of a text that is too long to be told in full: its beginning, its end, its first clauses or sentences."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"(?:[?!]|(?<=[\w)%]{3})\.)\s+(?![a-z\d(])")
"""Where a sentence ends: at no point of a short form, and at none before a small letter or a number."""
_CLAUSE = re.compile(r"(?:(?<=\w)[;:]|(?<=[\w)%]{3})\.)(?=\s)")
"""Where a clause ends: at no point of a short form."""
CUT = " […]"
"""What stands at the end of a text that is not told in full."""


def beginning(text: str, length: int) -> str:
    """Return a text, or where it is longer than that, its first words and a mark that some are left out."""
    if len(text) <= length:
        return text
    kept = text[: length - len(CUT)]
    return (kept.rpartition(" ")[0] or kept).rstrip() + CUT


def clause(text: str, length: int) -> str:
    """Return a text, or where it is longer than that, its first clauses that fit; where none does, its beginning."""
    if len(text) <= length:
        return text
    ends = [found.start() for found in _CLAUSE.finditer(text, 0, length + 1)]
    return text[: ends[-1]] if ends else beginning(text, length)


def sentences(text: str, length: int) -> str:
    """Return the first sentences of a text that fit into that length, and a mark where some are left out; where the
    first one does not fit, its beginning.
    """
    if len(text) <= length:
        return text
    ends = [found.start() for found in _SENTENCE.finditer(text, 0, length - len(CUT))]
    return f"{text[: ends[-1] + 1]}{CUT}" if ends else beginning(text, length)


def ending(text: str, length: int) -> str:
    """Return a text, or where it is longer than that, a mark that some is left out and its last sentences: they say
    what is wanted.

    Of a last sentence that is longer itself, the first words are told.
    """
    if len(text) <= length:
        return text
    begins = [found.end() for found in _SENTENCE.finditer(text)]
    mark = CUT.lstrip() + " "
    fits = [at for at in begins if len(mark) + len(text) - at <= length]
    if fits:
        return mark + text[fits[0] :]
    last = text[begins[-1] :] if begins else text
    return beginning(last, length) if last is text else mark + beginning(last, length - len(mark))
