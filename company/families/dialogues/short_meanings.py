"""What a column means, in few words: what it is and how its values are to be read, and not that nobody said so."""

from __future__ import annotations

import re

from company.families.dialogues.excerpts import beginning

_ENDS = re.compile(
    r"(?:(?<=[\w)%]{3})|(?<=\b(?:at|by|in|is|it|of|on|to|up|cm|kg|km|mm)))\.\s+(?=[^\W\d_])(?![a-zß-öø-ÿ])|"
    r"[.;]\s*$|(?<=[\w)'\"%]);\s+"
)
"""Where a clause of a meaning ends: at no short form, which has one or two letters or small ones behind."""
_READING = re.compile(
    r"(?i)\b(?:likely|probabl[ey]|presumabl[ey]|perhaps|maybe|may be|might|unclear|not clear|unsure|"
    r"(?:measured|given) in|decimal|convert(?:ed|ing)?|(?<!no )(?<!an )(?<!any )order|ordered|ranked|"
    r"spell\w*|stands? for|(?:as|are|is) text|trim\w*|to be read)\b|(?<=\w) = (?=\w)|\Ain\s.{1,12}\Z"
)
"""What a clause says that tells how values are to be read: a likely reading, a unit, an order, what to convert."""
_LIKELY = re.compile(r"(?i)\b(?:likely|probabl[ey]|presumabl[ey]|perhaps|maybe|may be|might)\b")
"""What a clause says that takes something for likely."""
_OPEN, _ANY = re.compile(r"(?i)\bwhether\b"), re.compile(r"")
"""What a clause says that tells what is open, and any clause."""
_DUE = re.compile(r"(?i)(?<=\w)['\"]? = ['\"]?(?=\w)|\b(?:decimal|convert(?:ed|ing)?|(?:as|are|is) text)\b")
"""What a clause says that tells what codes stand for, or what to do before values can be used."""
_UNTOLD = re.compile(
    r"(?i)\b(?:(?:is|are|was|were)\s+(?:not|nowhere|never)|(?:is|are|was|were)n't|not)\s+(?:\w+ly\s+)?"
    r"(?:explained|stated|given|known|told|said|documented|described|recorded)\b|"
    r"\bno\s+(?:unit|explanation|key|legend)\b|\bunknown\b"
)
"""What a clause says that tells only that something is not told."""
_SAYS_MORE = re.compile(r"(?i)\b(?:order|whether)\b|\d")
"""What such a clause says beside that."""
_THEN = re.compile(r",\s+(?:and\s+|but\s+)?(?=(?:most\s+|very\s+)?(?:likely|probabl[ey]|presumabl[ey]|perhaps)\b)")
"""Where a clause goes on from what is not told to what is likely."""
_POINTS_BACK = re.compile(r"(?i)\A(?:such|these|those|this|that|both|it|they)\b")
"""How a clause begins that says nothing without the one before it."""
_LIKE_IT = re.compile(r"(?i)\A(?:\w+\s+){1,2}(?:that|those|the\s+same|this|these|such|it|they)\b")
"""How what is likely begins that says nothing without what is not told: "likely that of the price"."""
_OF_SOME = re.compile(r"(?i)\b(?:where|when|if|for (?!(?:is|are|was|were)\b))\b")
"""What a clause says that speaks of some rows alone."""
_FEW_WORDS = 100
"""Characters up to which a meaning says nothing of what is open."""
_WHOLE = 220
"""Characters up to which a meaning is told that says how values are to be read, and its first sentence."""


def short_meaning(meaning: str, length: int, *, is_whole: bool = False) -> str:
    """Return what a column is and how its values are to be read, in about so many characters; with all that says more
    and fits, where it `is_whole`. The first sentence is told whole, unless nobody would call it short.

    What codes stand for, and what to do before values can be used, is told where it makes it longer, too. That
    something is not told is left out, unless nothing else is said.
    """
    clauses = _clauses(meaning)
    told = [0]
    size = len(clauses[0])
    for which in (_READING, *([_OPEN] if length > _FEW_WORDS else []), *([_ANY] if is_whole else [])):
        for at, clause in enumerate(clauses):
            if at in told or not which.search(clause) or _points_beyond(clauses, at, told):
                continue
            is_due = which is _READING and _DUE.search(clause)
            if size + len(clause) + 2 <= (max(length, _WHOLE) if is_due else length):
                told.append(at)
                size += len(clause) + 2
    first = clauses[0] if len(clauses[0]) <= _WHOLE else beginning(clauses[0], length)
    return _joined([first, *(clauses[at] for at in sorted(told) if at)])


def _joined(clauses: list[str]) -> str:
    """Return clauses as they stood, each after a point or, where it begins with a small letter, a semicolon."""
    return clauses[0] + "".join(f"{'; ' if each[0].islower() else '. '}{each}" for each in clauses[1:])


def _points_beyond(clauses: list[str], at: int, told: list[int]) -> bool:
    """Return whether a clause speaks of the one before it, which is not told."""
    if not at or at - 1 in told:
        return False
    supposes = _LIKELY.match(clauses[at]) is not None and _OF_SOME.search(clauses[at - 1]) is not None
    return supposes or _POINTS_BACK.search(clauses[at]) is not None


def _clauses(meaning: str) -> list[str]:
    """Return the clauses of a meaning without those that tell only that something is not told; at least one."""
    ends = [at for at in _ENDS.finditer(meaning) if "(" not in meaning[: at.start()].rpartition(")")[2]]
    starts, stops = [0, *(at.end() for at in ends)], [*(at.start() for at in ends), len(meaning)]
    whole = [part for start, stop in zip(starts, stops, strict=True) if (part := meaning[start:stop].strip())]
    kept = [part for one in whole if (part := _without_untold(one))]
    return kept or whole or [meaning]


def _without_untold(clause: str) -> str:
    """Return a clause without a beginning that tells only that something is not told; nothing, where that is all.

    What is not told of some rows alone says which those are: what is likely of them is not to be read of all.
    """
    untold, *rest = _THEN.split(clause, maxsplit=1)
    if rest and _LIKE_IT.search(rest[0]):
        return clause
    if _UNTOLD.search(untold) and not (_OF_SOME.search(untold) or _SAYS_MORE.search(untold)):
        return rest[0] if rest else clause if _LIKELY.search(clause) else ""
    return clause
