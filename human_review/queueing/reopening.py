"""What people decided is opened again, for a reason: any item of any kind, by who runs the review.

The decision stands until the next round's, and nothing that was said is touched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from company.archive import Archive
from company.errors import ArchiveError, ReviewError
from company.reviewing import AGAIN, Fingerprints, Grounds, settings_of, subject_of
from company.reviewing.grounds import MOST_WORDS, bounded
from human_review.queueing.placing import front
from human_review.store import Item, Proposal, Return, ReviewStore

_SAID: Mapping[Return, str] = {
    "opened": "opened again",
    "moved": "undecided already, moved to the front",
    "added": "never asked about before",
    "waits": "opened again before, and waiting",
    "judged": "judged again on these grounds already",
    "unwritten": "decided just now, and not in the run yet: ask again in a minute",
}


@dataclass
class Reopened:
    """What became of each item, by its record."""

    came_to: dict[Return, list[str]] = field(default_factory=dict)
    items: list[str] = field(default_factory=list)
    """Ids of the items that people are asked about now."""

    @property
    def unfinished(self) -> bool:
        """Whether the same can be asked again in a minute."""
        return bool(self.came_to.get("unwritten"))

    def sentence(self) -> str:
        """Describe it in words."""
        return "\n".join(f"{len(found):,} {_SAID[each]}: {', '.join(found)}" for each, found in self.came_to.items())

    def as_json(self) -> dict[str, Any]:
        """Return the same by outcome."""
        return {each: self.came_to.get(each, []) for each in _SAID}


def reopen(archive: Archive, store: ReviewStore, items: Sequence[Item], because: str, by: int | None) -> Reopened:
    """Put items before people once more, with the reason; `by` is who asks for it, None at the command line.

    Raises ReviewError, before anything is opened, without a reason and for what has changed since or is gone.
    """
    if not because.strip():
        raise ReviewError("what is opened again needs a reason, which its reviewers are told; say why")
    for item in items:
        if store.kinds[item.kind].opinion:
            raise ReviewError(f"what people said of {item.record} are opinions, of which none is wrong; they all stand")
        if item.state == "stale":
            raise ReviewError(f"{item.record} has changed ({item.reason}); open its new version again")
    prints, told = Fingerprints(archive), settings_of(archive)
    proposals = [_proposal(archive, store, prints, item, because, told.overlap_of(item.kind)) for item in items]
    done = Reopened()
    for item, outcome in zip(items, store.send_back(proposals, by), strict=True):
        done.came_to.setdefault(outcome, []).append(item.record)
        if outcome in ("opened", "moved"):
            done.items.append(store.latest_round(item).id)
    return done


def named(store: ReviewStore, names: Sequence[str]) -> list[Item]:
    """Return the items with these ids, or on these records. Raises ReviewError for one that names none, or several."""
    live = store.live()
    found: list[Item] = []
    for name in dict.fromkeys(names):
        latest: dict[str, Item] = {}
        for item in store.of_record(name):
            if item.id in live:
                latest[item.kind] = item
        if name in live:
            found.append(live[name])
        elif len(latest) > 1:
            told = ", ".join(f"{each.id} ({kind})" for kind, each in latest.items())
            raise ReviewError(f"people are asked about {name} more than once; give one of {told}")
        elif not latest:
            raise ReviewError(f"there is nothing about {name} in the queue; look for it by its record's id")
        else:
            found += latest.values()
    return found


def _proposal(
    archive: Archive, store: ReviewStore, prints: Fingerprints, item: Item, because: str, overlap: int
) -> Proposal:
    try:
        subject = subject_of(archive, item.kind, item.record, prints)
    except ArchiveError:
        raise ReviewError(f"the run has no {item.record} any more; nothing can be asked about it") from None
    grounds = Grounds(data_id=item.record, named=True, because=bounded(because.strip(), MOST_WORDS))
    return Proposal(
        record=item.record,
        kind=item.kind,
        form=item.form,
        hash=subject.hash,
        why=AGAIN,
        place=front(store.kinds, item.kind, item.record),
        overlap=overlap,
        body=subject.body,
        grounds=(grounds,),
        category=item.category,
    )
