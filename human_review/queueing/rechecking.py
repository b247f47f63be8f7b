"""Cases that models' answers cast doubt on are put before people again, in the run that they are of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from company.archive import Archive
from company.errors import ReviewError
from company.records import USABLE, Case, Record
from company.reviewing import (
    AGAIN,
    NOT_STALE,
    WAITS,
    Fingerprints,
    Grounds,
    Key,
    Kinds,
    ReviewKind,
    Subject,
    asked_of,
    case_kind,
    settings_of,
    subject_of,
    whole,
)
from company.reviewing.grounds import MOST_CASES
from company.reviewing.subjects import asked_under
from human_review.queueing.placing import front
from human_review.queueing.tending import tend
from human_review.store import Proposal, Return, ReviewStore

Lines = Mapping[str, Mapping[str, Any]]
"""The cases of a benchmark by their data_ids."""
_DONE: Mapping[Return, str] = {
    "opened": "decided before, opened again",
    "moved": "open already, moved to the front",
    "added": "never asked about before",
}
_LEFT: Mapping[Return, str] = {
    "waits": "waiting already",
    "judged": "judged again on these grounds already; `--case` asks once more",
    "unwritten": "decided just now, and not in the run yet; run this again in a minute",
}


@dataclass
class Rechecked:
    """What became of each case, by its data_id."""

    came_to: dict[Return, list[str]] = field(default_factory=dict)
    elsewhere: list[str] = field(default_factory=list)
    """Suspicious cases of the benchmark that other runs made."""
    changed: list[str] = field(default_factory=list)
    """Not what models answered any more."""
    gone: list[str] = field(default_factory=list)
    """Rejected or stale since, or what they are judged by is."""
    waiting: int = 0
    """Items that were sent back and wait, of all that ever were."""

    @property
    def sent_back(self) -> int:
        """The number of cases that wait because of this."""
        return sum(len(self.came_to.get(each, ())) for each in _DONE)

    @property
    def unfinished(self) -> bool:
        """Whether the same command has more to do in a minute."""
        return bool(self.came_to.get("unwritten"))

    def sentence(self) -> str:
        """Describe it in words."""
        lines = [f"sent back: {_cases(self.sent_back)}"]
        told = {words: self.came_to.get(each, []) for each, words in (*_DONE.items(), *_LEFT.items())}
        told |= {
            "of other runs, left alone": self.elsewhere,
            "changed since the benchmark was written; export and evaluate again": self.changed,
            "rejected or out of date in the run, left alone": self.gone,
        }
        lines += [f"  {len(found):,} {words}" for words, found in told.items() if found]
        return "\n".join([*lines, f"waiting to be judged again: {self.waiting:,} in all"])

    def as_json(self) -> dict[str, Any]:
        """Return the same with every data_id."""
        came_to: dict[str, Any] = {each: self.came_to.get(each, []) for each in (*_DONE, *_LEFT)}
        told = {"elsewhere": self.elsewhere, "changed": self.changed, "gone": self.gone}
        return {"sent_back": self.sent_back} | came_to | told | {"waiting": self.waiting}


def recheck(run: Path, store: ReviewStore, doubted: Sequence[Grounds], lines: Lines) -> Rechecked:
    """Send cases back to a run's reviewers, with the grounds for it; done again, nothing is sent back twice.

    The queue is brought up to the run first, as `tend` does. `lines` are the cases as the benchmark has them, as far as
    there is one. Where people are asked about turns and not about cases, a case's turn is sent back. What somebody
    named may also be a record, such as a turn, and a case that people rejected.

    Raises ReviewError, before anything is sent back, where somebody named what is not the run's; else as `tend`.
    """
    done = Rechecked()
    with Archive.open(run) as archive:
        told = settings_of(archive)
        _check_named(archive, run, doubted, store.kinds)
        tend(run, store, told)
        asked = asked_of(told, store.kinds)
        kind = case_kind(store.kinds, asked) or case_kind(store.kinds, tuple(store.kinds))
        together = _records(archive, store.kinds, doubted)
        if kind is None and store.kinds and all(each.opinion for each in store.kinds.values()):
            raise ReviewError(f"people are asked for opinions on {run}, of which none is wrong: nothing is judged anew")
        if kind is not None:
            _add_cases(archive, kind, doubted, lines, done, together)
        prints = Fingerprints(archive)
        wanted = {key: subject_of(archive, *key, prints) for key in together}
        found = store.send_back(
            _proposal(store.kinds, subject, together[key], told.overlap_of(subject.kind))
            for key, subject in wanted.items()
        )
    for key, outcome in zip(wanted, found, strict=True):
        done.came_to.setdefault(outcome, []).extend(each.data_id for each in together[key])
    done.waiting = sum(store.again().waiting.values())
    return done


def _records(archive: Archive, kinds: Kinds, doubted: Sequence[Grounds]) -> dict[Key, list[Grounds]]:
    """Return the grounds of records that somebody named by their ids, and not by those of cases."""
    cases = _cases_of(archive)
    found: dict[Key, list[Grounds]] = {}
    for grounds in doubted:
        if grounds.named and grounds.data_id not in cases:
            record = archive.get(grounds.data_id)
            found.setdefault((record.kind, asked_under(record, kinds)), []).append(grounds)
    return found


def _add_cases(
    archive: Archive,
    kind: ReviewKind,
    doubted: Sequence[Grounds],
    lines: Lines,
    done: Rechecked,
    found: dict[Key, list[Grounds]],
) -> None:
    """Add grounds by what people are asked about to judge a case; the others are noted as left out."""
    cases = _cases_of(archive)
    for grounds in doubted:
        case = cases.get(grounds.data_id)
        if case is None:
            done.elsewhere += [] if grounds.named else [grounds.data_id]
            continue
        assert kind.case is not None, "people judge cases by this kind"
        record = archive.get(kind.case(case))
        line = lines.get(grounds.data_id)
        if not all(_in_use(each) or (grounds.named and _rejected_by_people(each)) for each in (case, record)):
            done.gone.append(grounds.data_id)
        elif line is not None and not kind.same_case(case, line):
            done.changed.append(grounds.data_id)
        else:
            found.setdefault((kind.name, record.id), []).append(grounds)


def _check_named(archive: Archive, run: Path, doubted: Sequence[Grounds], kinds: Kinds) -> None:
    known = _cases_of(archive)
    unknown = [each.data_id for each in doubted if each.named and each.data_id not in known]
    if unknown := [
        each for each in unknown if archive.status(each) is None or whole(kinds, archive.get(each).kind) is None
    ]:
        raise ReviewError(
            f"{run} has no case {', '.join(unknown)}; give data_ids of the benchmark, and the run they are from"
        )


def _cases_of(archive: Archive) -> dict[str, Case]:
    """Return cases by their data_ids; those in use, where a data_id was given twice."""
    found = cast(list[Case], archive.records("case", NOT_STALE))
    return {str(each.entry.get("data_id", "")): each for each in sorted(found, key=_in_use)}


def _rejected_by_people(record: Record) -> bool:
    return record.status == "rejected" and (record.reason or "").startswith("reviewers: ")


def _in_use(record: Record) -> bool:
    return record.status in USABLE or record.reason == WAITS


def _proposal(kinds: Kinds, subject: Subject, grounds: Sequence[Grounds], overlap: int) -> Proposal:
    return Proposal(
        record=subject.record,
        kind=subject.kind,
        form=kinds[subject.kind].form,
        hash=subject.hash,
        why=AGAIN,
        place=front(kinds, subject.kind, subject.record),
        overlap=overlap,
        body=subject.body,
        grounds=tuple(grounds[:MOST_CASES]),
    )


def _cases(count: int) -> str:
    return f"{count:,} case{'' if count == 1 else 's'}"
