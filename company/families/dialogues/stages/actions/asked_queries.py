"""What is wrong with a query that takes two things for granted: by its words and code, and by what executing shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from company.families.dialogues.programs import names, program
from company.families.dialogues.stages.actions.claims import (
    Claim,
)
from company.families.dialogues.stages.actions.replies import Pair, Proposed
from company.families.dialogues.stages.actions.wording import says
from company.records import Frozen

Leaders = tuple[tuple[str | None, ...], ...]


class Found(Frozen):
    """What executing a query showed."""

    granted: tuple[bool, bool]
    leaders: Leaders
    """The group in front, by the sense of the first word and of the second."""
    again: Leaders
    """The same with the rows in another order."""
    labels: tuple[str, ...]
    """Groups that could be in front."""

    def offering(self, senses: tuple[Pair, Pair]) -> Found:
        """Return who is in front with two senses of each word: those at these places, from 0."""
        leaders = tuple(tuple(self.leaders[row][column] for column in senses[1]) for row in senses[0])
        return self.model_copy(update={"leaders": leaders})

    @property
    def named(self) -> list[str]:
        """The groups that are in front in some sense."""
        return list(dict.fromkeys(each for row in self.leaders for each in row if each is not None))

    @property
    def right(self) -> int | None:
        """Which of the six statements holds of two senses of each word, the answers taken as one; None where none or
        several do.
        """
        known = [each for row in self.leaders for each in row if each is not None]
        hinging = [place for place, rows in enumerate((self.leaders, tuple(zip(*self.leaders, strict=True))))
                   if len({*rows}) > 1]  # fmt: skip
        if sum(self.granted) == 1:
            return 4 + self.granted.index(False) if not known or (len(known) == 4 and not hinging) else None
        if not all(self.granted) or len(known) < 4 or len(hinging) > 1:
            return None
        return 2 + hinging[0] if hinging else 0


def are_claims(numbers: Sequence[int], claims: Sequence[Claim]) -> bool:
    """Return whether these are numbers of different claims, from 1."""
    return len({*numbers}) == len(numbers) and all(1 <= number <= len(claims) for number in numbers)


def taken(query: Proposed, claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims that a query takes for granted."""
    return [claims[number - 1] for number in query.takes]


def unsound(found: Found, takes: Sequence[Claim], source: str) -> str | None:
    """Return why a query cannot be judged by what executing it showed; None where it can."""
    if found.again != found.leaders:
        return "another order of the rows leads to another answer; say in the code which of equal ones comes first"
    if len({*found.named, *found.labels}) < 2:
        return "`figures` has fewer than two groups, or its index is not named after the column that they are from"
    for claim, holds in zip(takes, found.granted, strict=True):
        if not holds and claim.kind != "ahead" and found.named:
            return f"its code does not keep to the rows of the claim {claim.said(source)!r}; use its `rows`"
    return None


def fault(said: Proposed, claims: Sequence[Claim], source: str) -> str | None:
    """Return what is wrong with a query by its words and code alone, for its writer; None where nothing is."""
    return next(_faults(said, claims, source), None)


def _faults(said: Proposed, claims: Sequence[Claim], source: str) -> Iterator[str]:
    numbers = said.takes
    if not are_claims(numbers, claims):
        yield f"takes: give the numbers of two different claims, from 1 to {len(claims)}, not {list(numbers)}"
        return
    yield from _unsaid(said, taken(said, claims), source)
    for code in (said.code, *(meaning.value for point in said.points for meaning in point.meanings)):
        if not code.strip():
            yield "code: it is empty"
            return
        if program(code.strip()) is None:
            yield f"code: {code.strip().splitlines()[0]!r} … is not Python"
            return
    missing = {"figures", "first", "second"} - names(said.code)
    if missing:
        yield f"code: it does not use {', '.join(f'`{name}`' for name in sorted(missing))}"


def _unsaid(said: Proposed, takes: Sequence[Claim], source: str) -> Iterator[str]:
    """Yield what is not in the words of a query and should be, and what is and should not."""
    if not says(said.query, source):
        yield f"query: it does not say that it is about `{source}`"
    for claim in takes:
        unsaid = [name for name in claim.named() if not says(said.query, name)]
        if unsaid:
            yield f"query: it does not say {unsaid[0]!r}, which belongs to the claim {claim.said(source)!r}"
    for point in said.points:
        if not says(said.query, point.word):
            yield f"points: the word {point.word!r} does not stand in the query; quote it as it stands"
        for meaning in point.meanings:
            if says(said.query, meaning.text):
                yield f"query: it says {meaning.text!r} itself, so that {point.word!r} is settled; leave it out"
