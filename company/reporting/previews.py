"""What `company simulate --preview` prints: what was made, what it took, and what the whole run would cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TextIO

from company.archive import Archive, family_of_run
from company.console.commands import command_line, say
from company.console.tally import dollars
from company.reporting.pictures import Picture
from company.reporting.telling import telling_of

if TYPE_CHECKING:
    from company.run.estimate import Estimate
    from company.run.preview import Preview


def print_preview(found: Preview, again: str, stream: TextIO) -> None:
    """Print a preview; `again` is the command that goes on with it."""

    def place(name: str, drawn: Picture) -> str:
        return f"`{command_line('show', found.run, name, '--figures', 'DIR')}` writes it"

    with Archive.open(found.run) as archive:
        telling_of(archive.family).print_preview(archive, place, stream)
    say("\n".join(["", *_lines(found, again)]), stream)


def _lines(found: Preview, again: str) -> Iterator[str]:
    if not found.whole:
        yield f"not all of it was made: {found.stopped or 'what came of it is no use'}"
        yield from (f"  {count:,} × {reason}" for reason, count in found.lost.items())
    yield "the preview, by stage:"
    yield from (f"  {stage + ':':<16} {told}" for stage, told in _by_stage(found))
    stored = f", {found.replayed:,} more answered from the archive" if found.replayed else ""
    yield f"cost: {dollars(found.cost)} in all ({found.calls:,} replies now{stored})"
    yield from _whole(found)
    yield f"kept: {found.run}; the run pays for none of these calls again"
    if found.whole:
        yield f"next: {again}"
    else:
        yield f"next: {f'{again} --preview' if found.stopped else command_line('status', found.run)}"


def _by_stage(found: Preview) -> Iterator[tuple[str, str]]:
    for stage in dict.fromkeys(stage for stage, _ in found.usage):
        needs = [need for (of, _), need in found.usage.items() if of == stage]
        calls, read, written = (round(sum(getattr(each, name) for each in needs)) for name in _COUNTED)
        yield stage, _tokens(calls, read, written)


_COUNTED = ("calls", "read", "written")


def _tokens(calls: int, read: int, written: int) -> str:
    return f"{calls:>6,} {'call, ' if calls == 1 else 'calls,'} {read:>11,} tokens read, {written:>9,} written"


def _whole(found: Preview) -> Iterator[str]:
    if (reckoned := found.projected) is None:
        yield f"the whole run, {found.wanted:,} cases: {found.unreckoned}"
        return
    calls, read, written = (sum(getattr(share, name) for share in reckoned.shares) for name in _COUNTED)
    yield f"the whole run, {found.wanted:,} cases, from this preview and a rehearsal by the built-in company:"
    yield f"  {'reckoned:':<16} {_tokens(calls, read, written)}"
    yield f"  {'cost:':<16} {_price(reckoned)}"


def _price(reckoned: Estimate) -> str:
    if reckoned.usd is None:
        unpriced = ", ".join(dict.fromkeys(share.model for share in reckoned.shares if share.usd is None))
        return f"price unknown: give usd_per_million = [read, written] in [model] for {unpriced}"
    if reckoned.usd_cached is not None and reckoned.usd_cached < reckoned.usd:
        return f"about {dollars(reckoned.usd)}, as low as {dollars(reckoned.usd_cached)} with prompt caches"
    return f"about {dollars(reckoned.usd)}"


def preview_json(found: Preview) -> dict[str, Any]:
    """Return a preview as plain JSON values: one record by its kind, several by the plural of it."""
    family = family_of_run(found.run)
    lives, several = telling_of(family).lives, family.making.previewed
    made: dict[str, Any] = {}
    for kind, plural in lives.items():
        records = [record.model_dump(mode="json") for record in found.made.get(kind, ())]
        if kind in several:
            made[plural] = records
        elif records:
            made[kind] = records[0]
    reckoned = found.projected
    return {
        "run": str(found.run),
        "wanted": found.wanted,
        **made,
        "usage": [_used(*each) for each in found.usage.items()],
        "calls": found.calls,
        "replayed": found.replayed,
        "cost": found.cost,
        "projected": None if reckoned is None else {**asdict(reckoned), "usd": reckoned.usd},
        "unreckoned": found.unreckoned,
        "stopped": found.stopped,
        "lost": dict(found.lost),
    }


def _used(whose: tuple[str, str], need: Any) -> Mapping[str, Any]:
    stage, role = whose
    return {"stage": stage, "role": role, **{name: round(value) for name, value in asdict(need).items()}}
