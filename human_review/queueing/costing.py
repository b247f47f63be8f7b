"""What an edit or a rejection up in the run costs: what goes stale below it, and what making that again takes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from company.archive import Archive
from company.records import USABLE
from company.reviewing import Key, kind_of, kinds_of, whole
from company.reviewing.subjects import asked_under
from human_review.store import Item, ReviewStore, Stake


@dataclass(frozen=True)
class Cost:
    """What is made anew when a record changes."""

    stake: Stake
    records: int
    """In use, that were made of it or carry it."""
    cases: int
    """Of these, the cases."""
    calls: int
    """Model calls that made them: about as many make them again, less those whose prompts come out the same."""
    usd: float | None
    """What these calls cost; None where a price is not known."""


def cost(archive: Archive, store: ReviewStore, item: Item, reader: int) -> Cost:
    """Return what changing the record of an item would cost, as far as the reader may know of what was judged."""
    kinds = kinds_of(archive)
    kind = kind_of(kinds, item.kind)
    tops = [each.id for each in archive.records(kind.name, parent=item.record)] if kind.together else [item.record]
    carriers = [each for top in tops for each in kind.carriers(archive, archive.get(top))]
    below = [each for each in archive.offspring([*tops, *carriers]) if each.id not in tops]
    keys: set[Key] = set()
    for each in below:
        if whole(kinds, each.kind) is not None:
            keys.add((each.kind, asked_under(each, kinds)))
    used = [each for each in below if each.status in USABLE]
    stages = {archive.get(top).stage for top in tops[:1]}
    calls, usd = _calls(archive, {*tops, *carriers}, {each.id for each in below}, stages)
    return Cost(store.at_stake(keys, reader), len(used), sum(each.kind == "case" for each in used), calls, usd)


def _calls(
    archive: Archive, tops: Collection[str], below: Collection[str], made_by: Collection[str]
) -> tuple[int, float | None]:
    """Return the calls that made what is below, and their price: those of the tops' own making are not among them."""
    rows: Sequence[dict[str, object]] = [
        row
        for row in archive.usage("record", "stage")
        if row["record"] in below or (row["record"] in tops and row["stage"] not in made_by)
    ]
    prices = [row["usd"] for row in rows]
    usd = None if any(price is None for price in prices) else sum(float(str(price)) for price in prices)
    return sum(int(str(row["calls"])) for row in rows), usd
