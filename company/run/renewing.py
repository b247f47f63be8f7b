"""What is made anew where the record that all else is made of becomes another one, told before it is done."""

from __future__ import annotations

from company.archive import Archive
from company.records import USABLE, Record
from company.reviewing import REVIEWED


def renewal_text(archive: Archive, new: Record) -> str | None:
    """Return a line on what is made anew once a record is written as it is now; None where nothing is."""
    if archive.status(new.id) not in USABLE:
        return None
    before = archive.get(new.id)
    if before.status == "edited" or before.fingerprint() == new.fingerprint():
        return None
    below = archive.below(new.id, USABLE)
    if not below:
        return None
    cases = below.get("case", 0)
    said = sum(record.startswith(f"{new.id}.") for _, record in archive.facts(REVIEWED))
    made, are = _many(sum(below.values()), "record"), "is" if sum(below.values()) == 1 else "are"
    among = f", {_many(cases, 'case')} among them" if cases else ""
    stands = f"; what people said of {_many(said, 'record')} holds where the same comes again" if said else ""
    return f"{new.kind} {new.id} is another than before: {made} made of it {are} made anew{among}{stands}"


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
