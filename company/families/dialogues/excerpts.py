"""Parts of a text that is too long to be told in full: its beginning, its end, its first clauses or sentences, or those
that tell most to whoever speaks of something.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise

_SENTENCE = re.compile(r"(?:[?!]|(?<=[\w)%]{3})\.)\s+(?![a-z\d(\"'`])")
"""Where a sentence ends: at no point of a short form, and at none before a small letter, a number or a quoted name: a
header may end with a question mark.
"""
_CLAUSE = re.compile(r"(?:(?<=\w)[;:]|(?<=[\w)%]{3})\.)(?=\s)")
"""Where a clause ends: at no point of a short form."""
CUT = " […]"
"""What stands at the end of a text that is not told in full."""
_MARK = CUT.lstrip()
_PIECE = re.compile(r"(?:(?<=[\w)\]'`])[;:,]|(?<=[\w)%]{3})\.)\s+")
"""Where a sentence that is too long may be divided, outside brackets."""
_SHORTEST = 60
"""Characters of a clause: shorter ones, such as the members of a list, are told with what follows."""
_NAMED = re.compile(r"`[^`]+`|\b\w+_\w+\b|'[^']+'")
"""A variable, or a column as people write it."""
_LIMIT = re.compile(r"(?i)\d|\b(?:above|at (?:least|most)|below|between|less|more|only|than|ties?|without)\b")
"""What a sentence holds that sets a limit or a rule."""
_FORM = re.compile(r"(?i)\b(?:not round(?:ed)?|round(?:ed)? (?:both|each|it|the|them|to)|show (?:all|both|it))\b")
"""What a sentence holds that says how a result looks: whoever sees the result sees that."""
_VERBS = "add|build|compute|draw|from|give|keep|make|take|test"
_REQUEST = re.compile(rf"(?i)\bplease\b|(?:\A|[;:,] )(?:and |then )?(?:{_VERBS})\b")
"""What a sentence holds that asks for something."""
_WORD = re.compile(r"\w{3,}")
_FEW_LINES = 4
"""Lines below which all that was shown is told."""
_STEM = 5
"""Letters by which words are held together: "tested" and "tests"."""
_SHARED = 3
"""What a word that is spoken of counts, where a name and a limit count 1 each; not in a question, which says why
something is asked for, and which the plan says as well.
"""
_WORTHWHILE = 80
"""Characters that are left for a part of a sentence: of fewer, nobody learns anything."""
_ASKED = 4
"""What it counts that something is asked for."""


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


def telling(text: str, length: int, about: Iterable[str] = ()) -> str:
    """Return a text, or where it is longer than that, those of its sentences that tell most to whoever speaks of
    `about`, in their order, with a mark wherever some are left out.

    These share words with it, ask for something, name variables and columns, or set limits; of those that tell as much,
    the later ones say what is wanted. Of a sentence that does not fit, clauses are told that follow each other, from
    its beginning on where there is room for that: torn from each other, they cannot be read.
    """
    if len(text) <= length:
        return text
    wanted = _stems(" ".join(about))
    clauses = _clauses_of(text) or [(text, 0)]
    pieces = [clause for clause, _ in clauses]
    sentences = {number: [at for at, (_, own) in enumerate(clauses) if own == number] for _, number in clauses}
    worth = {number: _worth(" ".join(pieces[at] for at in places), wanted) for number, places in sentences.items()}
    kept: set[int] = set()

    def fits(more: Iterable[int]) -> bool:
        return len(_joined(pieces, {*kept, *more})) <= length

    ranked = sorted(sentences, key=lambda number: (worth[number], number), reverse=True)
    for places in [sentences[number] for number in ranked if worth[number] > 0]:
        if fits(places):
            kept.update(places)
        elif length - len(_joined(pieces, kept)) >= _WORTHWHILE:
            kept.update(_run(places, lambda at: _worth(pieces[at], wanted), fits))
    if not kept:
        first = sentences[ranked[0]][0]
        pieces[first], kept = beginning(pieces[first], length - 2 * len(CUT)), {first}
    return _joined(pieces, kept)


def _run(places: Sequence[int], worth: Callable[[int], int], fits: Callable[[Iterable[int]], bool]) -> Sequence[int]:
    """Return the first clauses of a sentence that fit; where none does, those from the one on that tells most."""
    best = max(places, key=lambda at: (worth(at), at))
    for first in (places[0], best):
        run = [at for at in places if at >= first]
        while run and not fits(run):
            run = run[:-1]
        if run:
            return run
    return ()


def telling_lines(text: str, length: int, about: Iterable[str]) -> str:
    """Return what a notebook showed, or where it is longer than that, its first line, which may name columns, and those
    that share most with `about`, in their order, with a mark wherever some are left out.
    """
    lines = text.splitlines()
    if len(text) <= length or len(lines) < _FEW_LINES:
        return text
    wanted = _stems(" ".join(about))
    kept = {0}
    for at in sorted(range(len(lines)), key=lambda at: len(_stems(lines[at]) & wanted), reverse=True):
        if len(_joined(lines, {*kept, at}, "\n")) <= length:
            kept.add(at)
    return _joined(lines, kept, "\n")


def _clauses_of(text: str) -> list[tuple[str, int]]:
    """Return the clauses of a text's sentences, each sentence once, with the number of the sentence. Where something
    was left out before, the mark stands.
    """
    found: list[tuple[str, int]] = []
    known: list[str] = []
    for part in text.split(_MARK):
        for sentence in _split(part, [end.end() for end in _SENTENCE.finditer(part)]):
            if sentence not in known:
                found += [(clause, len(known)) for clause in _clauses(sentence)]
                known.append(sentence)
        found.append((_MARK, len(known)))
        known.append(_MARK)
    return [piece for piece in found[:-1] if piece[0] == _MARK or _WORD.search(piece[0])]


def _clauses(sentence: str) -> list[str]:
    """Return a sentence by its clauses: none is short, and none ends within brackets."""
    ends, begin = [], 0
    for found in _PIECE.finditer(sentence):
        part = sentence[begin : found.end()]
        if len(part) >= _SHORTEST and all(part.count(opened) <= part.count(closed) for opened, closed in ("()", "[]")):
            ends.append(found.end())
            begin = found.end()
    return _split(sentence, ends)


def _split(text: str, ends: Iterable[int]) -> list[str]:
    """Return the parts of a text that end at these places."""
    places = [0, *ends, len(text)]
    return [part for begin, end in pairwise(places) if (part := text[begin:end].strip())]


def _worth(piece: str, wanted: Collection[str]) -> int:
    """Return how much a part of a text tells to whoever speaks of words with these stems."""
    if piece == _MARK:
        return -_SHARED
    shared = 0 if piece.endswith("?") else len(_stems(piece) & {*wanted})
    worth = _SHARED * (shared - bool(_FORM.search(piece))) + _ASKED * bool(_REQUEST.search(piece))
    return worth + bool(_NAMED.search(piece)) + bool(_LIMIT.search(piece))


def _stems(text: str) -> set[str]:
    return {word[:_STEM].lower() for word in _WORD.findall(text.replace("_", " "))}


def _joined(pieces: list[str], kept: Collection[int], between: str = " ") -> str:
    """Return some parts of a text in their order, with a mark for those that are left out."""
    told: list[str] = []
    for at, piece in enumerate(pieces):
        if at in kept:
            told.append(piece)
        elif not told or not told[-1].endswith(_MARK):
            told.append(_MARK)
    return between.join(told)
