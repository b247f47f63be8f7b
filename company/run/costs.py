"""What an accepted case has cost, and what was paid for candidates that came to nothing.

Each model call belongs to the cases that came of its work: a case's own stage to that case, a dialogue to all the cases
below it, in equal parts. Where none was accepted, what was paid is lost.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.archive import Archive
from company.records import USABLE, Case
from company.run.stage import Stage

LOST = "lost"
"""In the place of a category: what no accepted case came of."""


@dataclass(frozen=True)
class Spent:
    """Tokens and money. Not whole numbers, since calls are shared."""

    prompt_tokens: float | None = 0.0
    completion_tokens: float | None = 0.0
    """Both None where a server did not tell them."""
    usd: float | None = 0.0
    """None where a price is not known."""

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            summed((self.prompt_tokens, other.prompt_tokens)),
            summed((self.completion_tokens, other.completion_tokens)),
            summed((self.usd, other.usd)),
        )

    def over(self, number: int) -> Spent:
        """Return one of that many equal parts."""
        return Spent(*(None if each is None else each / number for each in vars(self).values()))

    def as_json(self) -> dict[str, float | None]:
        """Return tokens as whole numbers, and dollars."""
        tokens = {
            name: None if (each := getattr(self, name)) is None else round(each)
            for name in ("prompt_tokens", "completion_tokens")
        }
        return {**tokens, "usd": self.usd}


def summed(parts: Iterable[float | None]) -> float | None:
    """Return the sum; None where a part is not known."""
    known = list(parts)
    return None if None in known else math.fsum(part for part in known if part is not None)


def costs(archive: Archive) -> dict[str, Any]:
    """Return, as JSON, what an accepted case has cost in all and by category, and what was lost.

    `each` is by accepted case: of the whole run all that was paid, of a category what came to its cases. `stages` tells
    where it went: stage → category of the cases that came of it, or "lost" → what was paid.
    """
    cases: list[Case] = archive.records("case", USABLE)
    branches = _Branches(archive, cases)
    paid: dict[str, dict[str, Spent]] = defaultdict(lambda: defaultdict(Spent))
    for row in archive.usage("stage", "record"):
        spent = Spent(row["prompt_tokens"], row["completion_tokens"], row["usd"])
        came_of = branches.cases_of(row["stage"], row["record"])
        for case in came_of:
            paid[row["stage"]][case.category] += spent.over(len(came_of))
        if not came_of:
            paid[row["stage"]][LOST] += spent
    categories = [each for each in archive.family.categories if any(case.category == each for case in cases)]
    counts = {each: sum(case.category == each for case in cases) for each in categories}
    whole = _total(spent for by in paid.values() for spent in by.values())
    return {
        "cases": len(cases),
        "each": whole.over(len(cases)).as_json() if cases else None,
        "categories": {
            each: {
                "cases": count,
                "each": _total(by[each] for by in paid.values() if each in by).over(count).as_json(),
            }
            for each, count in counts.items()
        },
        "lost": _total(by[LOST] for by in paid.values() if LOST in by).as_json(),
        "stages": {stage: {to: spent.as_json() for to, spent in by.items()} for stage, by in paid.items()},
    }


def _total(parts: Iterable[Spent]) -> Spent:
    return sum(parts, Spent())


class _Branches:
    """Which of the given cases came of the work of a stage at a record."""

    def __init__(self, archive: Archive, cases: Sequence[Case]) -> None:
        stages: Sequence[Stage] = archive.family.making.stages
        self._stages: Mapping[str, Stage] = {stage.name: stage for stage in stages}
        self._made_of = {stage.takes for stage in stages if stage.serves}
        """Kinds of record that cases are made of."""
        self._records: Mapping[str, Any] = {record.id: record for record in archive.lineage()}
        self._cases = cases
        self._below: dict[str, list[Case]] = defaultdict(list)
        """By the beginning of their ids."""
        self._made: dict[str, list[Case]] = defaultdict(list)
        """By each record that they were made of."""
        for case in cases:
            parts = case.id.split(".")
            for end in range(1, len(parts) + 1):
                self._below[".".join(parts[:end])].append(case)
            for record in self._line(case.id):
                self._made[record].append(case)

    def _line(self, record: str | None) -> Iterator[str]:
        """Yield a record's id and those of all that it was made of."""
        while record is not None:
            yield record
            found = self._records.get(record)
            record = found.parent if found is not None else None

    def cases_of(self, stage: str, record: str) -> Sequence[Case]:
        """Return the cases that came of it."""
        worked = self._stages.get(stage)
        if worked is None:  # what a run needs before any stage, such as the trial of a model's sight
            return self._cases
        branch = self._branch(worked, record)
        below = self._below.get(branch) or self._made.get(branch, [])
        return [case for case in below if worked.serves is None or case.category in worked.serves]

    def _branch(self, stage: Stage, record: str) -> str:
        """Return the id below which all is that builds on what the stage made here."""
        found = self._records.get(record)
        if found is None and (whole := self._records.get(record.rpartition(".")[0])) is not None:
            # One of several conversations about what was made: its id is that of the record, and a word more.
            return str(whole.id) if whole.stage == stage.name else record
        if found is None or found.stage == stage.name:
            return record
        while found is not None and found.kind != stage.takes:
            found = self._records.get(found.parent or "")
        if found is None:
            return record
        # What comes beside one that cases are made of is in the history of those that follow it.
        return found.parent or record if stage.serves is None and stage.takes in self._made_of else stage.below(found)
