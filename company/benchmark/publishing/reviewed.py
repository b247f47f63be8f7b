"""What people did for a benchmark, as its card tells it: who judged how much, how far they agreed, what they took."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from company.showing.grids import counted

NOBODY = "**Nobody has reviewed it.** All of it is as the simulated company left it."
UNTOLD = "People judged it; how far they agreed is not told here, since their queue was not at hand."
_DECISIONS = ("accepted", "edited", "rejected", "answered")


@dataclass(frozen=True)
class Agreed:
    """One measure of how far reviewers agree, on one form of judging."""

    form: str
    measure: str
    items: int
    """Judged by at least two."""
    value: float | None
    low: float | None = None
    high: float | None = None
    """Of the 95 % interval."""
    undefined: str = ""
    """Why there is no value, or no interval."""
    kind: str = ""
    """Of the records; empty: of all kinds that are judged on the form together."""


@dataclass(frozen=True)
class SolvedCases:
    """How people solved cases of a category before they saw what is right; of all, where the category is empty."""

    category: str
    right: int
    answered: int
    """Right and wrong ones."""
    gave_up: int
    unread: int
    """Answers in words that no rule compares."""
    interval: tuple[float | None, float | None]
    """Of the share of right ones, at 95 %, by case."""
    against: tuple[int, int]
    """Cases that more people answered otherwise than the key than as it, and all with such answers."""


@dataclass(frozen=True)
class Reviewed:
    """What people did, over all runs of a benchmark. People are told by their roles alone."""

    people: Mapping[str, Sequence[int]]
    """Role → verdicts of each person who gave any, the most first."""
    decided: Mapping[str, Mapping[str, int]]
    """Kind of record → decision (accepted, edited, rejected, answered) → count."""
    waiting: Mapping[str, int]
    """Kind of record → questions to people without a decision."""
    adjudicated: int
    """Decisions that an adjudicator made, since reviews did not agree."""
    agreed: Sequence[Agreed]
    unedited: tuple[int, int]
    """Answers that people took as they were, and all that they decided on."""
    again: Mapping[str, int] = field(default_factory=dict)
    """Decision (accepted, edited, rejected, answered) → records that were judged anew and came to it, since models'
    answers cast doubt on them. All other figures are of what people said first."""
    solved: Sequence[SolvedCases] = ()
    """Human accuracy, category by category, and of all together at the end; empty where nobody solved anything."""

    @property
    def decisions(self) -> int:
        """The number of decisions on all kinds together."""
        return sum(sum(counts.values()) for counts in self.decided.values())


@dataclass(frozen=True)
class Verdicts:
    """On how many of a benchmark's cases people's verdicts stand."""

    judged: int = 0
    unreviewed: int = 0
    """In the benchmark, and waiting for a verdict."""
    left_out: int = 0
    """Not in the benchmark, since they wait for one."""

    def __add__(self, other: Verdicts) -> Verdicts:
        return Verdicts(self.judged + other.judged, self.unreviewed + other.unreviewed, self.left_out + other.left_out)


@dataclass(frozen=True)
class Comparison:
    """What a family puts beside the figures of a review."""

    agreement: str = ""
    """Said after the measures of agreement."""
    unedited: Callable[[int, int], str] | None = None
    """What is said of answers that were taken as they were, and of all that were decided on."""


def review_text(
    found: Reviewed | None,
    verdicts: Verdicts,
    cases: int,
    comparison: Comparison = Comparison(),
) -> str:
    """Return the card's part on review, of a benchmark with this number of cases."""
    parts = [UNTOLD if verdicts.judged else NOBODY] if found is None else _told(found, comparison)
    if found is not None or verdicts.judged:
        parts.append(f"Cases in it that people judged themselves: {verdicts.judged} of {cases}.")
    if verdicts.unreviewed:
        parts.append(f"Cases in it that still wait for a person's verdict: {verdicts.unreviewed}.")
    if verdicts.left_out:
        parts.append(f"Left out, since nobody has judged them yet: {counted(verdicts.left_out, 'case')}.")
    return "\n\n".join(parts)


def _told(found: Reviewed, comparison: Comparison) -> list[str]:
    people = "; ".join(_people(role, counts) for role, counts in found.people.items())
    parts = [f"People judged it, blind to one another's verdicts: {people}."]
    if not found.decisions:
        return [*parts, "Nothing is decided yet."]
    parts.append(_table(found))
    share = found.adjudicated / found.decisions
    parts.append(f"Decided by adjudication, since reviews did not agree: {found.adjudicated} ({share:.1%}).")
    parts.append(_agreement(found.agreed, comparison.agreement))
    if comparison.unedited is not None:
        parts.append(comparison.unedited(*found.unedited))
    if found.solved:
        parts.append(_solved(found.solved))
    if found.again:
        told = ", ".join(f"{count:,} {word}" for word in _DECISIONS if (count := found.again.get(word)))
        parts.append(
            f"Judged anew, since there was doubt about them: {sum(found.again.values()):,} ({told}). These decisions "
            "are in force; the figures above are of what people said first."
        )
    return parts


def _people(role: str, counts: Sequence[int]) -> str:
    numbers = ", ".join(f"{count:,}" for count in counts)
    return f"{counted(len(counts), role)} ({numbers} verdicts)"


def _table(found: Reviewed) -> str:
    kinds = [*found.decided, *(kind for kind in found.waiting if kind not in found.decided)]
    rows = [
        [kind, *(str(found.decided.get(kind, {}).get(word, 0)) for word in _DECISIONS), str(found.waiting.get(kind, 0))]
        for kind in kinds
    ]
    head = ["", *_DECISIONS, "not decided yet"]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def _agreement(agreed: Sequence[Agreed], beside: str) -> str:
    if not agreed:
        return f"No record was judged by two people, so there is no agreement to tell. {beside}".strip()
    rows = [
        f"| {each.kind or 'all kinds'} | {each.form} | {each.measure} | {_value(each)} | {_interval(each)} "
        f"| {each.items} | {each.undefined} |"
        for each in agreed
    ]
    head = ["| kind | form | agreement | value | 95 % interval | items | |", "|---|---|---|---|---|---|---|"]
    return "\n".join([*head, *rows, *(["", beside] if beside else [])])


def _solved(found: Sequence[SolvedCases]) -> str:
    """Return human accuracy as a table, and what it is of."""
    rows = [
        f"| {each.category or 'all'} | {_of(each.right, each.answered)} | {_range(each.interval)} | {each.gave_up} | "
        f"{each.unread} | {_of(*each.against)} |"
        for each in found
    ]
    head = [
        "| cases solved by people | right | 95 % interval, by case | gave up | in words, not compared "
        "| most answers against the key |",
        "|---|---|---|---|---|---|",
    ]
    told = (
        "Human accuracy: people solved cases from what a model is shown, before they saw the key and judged it. "
        "Rejected and edited cases, as they were then, are among them."
    )
    return "\n".join([told, "", *head, *rows])


def _of(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "none"


def _range(interval: tuple[float | None, float | None]) -> str:
    low, high = interval
    return "none" if low is None or high is None else f"{low:.1%} to {high:.1%}"


def _value(each: Agreed) -> str:
    if each.value is None:
        return "undefined"
    return f"{each.value:.2%}" if each.measure == "raw" else f"{each.value:.3f}"


def _interval(each: Agreed) -> str:
    if each.low is None or each.high is None:
        return "none"
    return f"{each.low:.1%} to {each.high:.1%}" if each.measure == "raw" else f"{each.low:.3f} to {each.high:.3f}"
