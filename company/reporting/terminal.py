"""What commands print: outcomes, counts and cases as text for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.benchmark.layers import in_a_line
from company.console.commands import command_line
from company.console.tally import dollars
from company.errors import CompanyError
from company.family.family import Family
from company.records import USABLE
from company.reporting.telling import telling_of
from company.reviewing import in_words, kinds_of_run

if TYPE_CHECKING:
    from company.models.checking import Checked
    from company.run.estimate import Estimate
    from company.run.simulation import Outcome

MOST_REASONS = 12
SET_ASIDE = "set aside, though they passed the gate:"


def outcome_text(outcome: Outcome, family: Family) -> str:
    """Return the end of a run: where, how many, what is missing and why, cost, its page, and the next command."""
    lines = [f"run: {outcome.run}", f"{outcome.accepted:,} of {outcome.wanted:,} cases accepted"]
    if len(outcome.counts) > 1:
        lines += [f"  {each + ':':<22} {found:>5,} of {wanted:,}" for each, (found, wanted) in outcome.counts.items()]
    if outcome.accepted < outcome.wanted:
        lines += _missing(outcome, telling_of(family).exhausted)
    if outcome.spare:
        lines.append(
            f"not needed: {outcome.spare:,} more than requested passed the gate; a higher --limit takes "
            f"{'it' if outcome.spare == 1 else 'them'} first"
        )
    if outcome.undecided:
        noun = "case is" if outcome.undecided == 1 else "cases are"
        lines.append(f"for people to decide: {outcome.undecided:,} {noun}; {command_line('review', outcome.run)}")
    stored = f", {outcome.replayed:,} more answered from the archive" if outcome.replayed else ""
    lines.append(f"cost: {dollars(outcome.cost)} in all ({outcome.calls:,} replies now{stored})")
    if outcome.stopped:
        lines.append(f"stopped: {outcome.stopped}")
    if outcome.accepted:
        lines.append(f"see: {command_line('report', outcome.run)}")
    lines.append(f"next: {_next(outcome)}")
    return "\n".join(lines)


def _next(outcome: Outcome) -> str:
    if outcome.waiting:
        return command_line("review", outcome.run)
    return command_line("export" if outcome.accepted else "status", outcome.run)


def _missing(outcome: Outcome, exhausted: str) -> list[str]:
    missing = f"missing: {outcome.wanted - outcome.accepted:,}"
    if outcome.waiting:
        return [f"{missing}; they wait for review, or for what they are made of"]
    aside = [SET_ASIDE, *_reasons(outcome.aside)] if outcome.aside else []
    aside += [f"to have more: {each}" for each in outcome.remedies]
    if outcome.missing:
        each = f"each one: {outcome.run / 'rejected.jsonl'}"
        return [f"{missing}; what candidates were lost for:", *_reasons(outcome.missing), each, *aside]
    if aside:
        return [f"{missing}; no candidate was lost", *aside]
    if outcome.stopped:
        return [f"{missing}; the run stopped before they were tried"]
    return [f"{missing}; {exhausted}"]


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as plain JSON values."""
    return {**asdict(outcome), "run": str(outcome.run)}


def fleet_text(come: Mapping[str, Outcome | CompanyError]) -> str:
    """Return what several runs came to, by scenario: a line each, one for all, and why any has not come to its end."""
    outcomes = {name: each for name, each in come.items() if not isinstance(each, CompanyError)}
    rows = [_Short(name, each.accepted, each.wanted, each.calls, each.cost) for name, each in outcomes.items()]
    lines = _in_lines(rows) if rows else []
    lines += [f"stopped: {name}: {each.stopped}" for name, each in outcomes.items() if each.stopped]
    lines += [f"failed: {name}: {each}" for name, each in come.items() if isinstance(each, CompanyError)]
    if outcomes:
        lines.append(f"next: {command_line('status', *(each.run for each in outcomes.values()))}")
    return "\n".join(lines)


def fleet_json(come: Mapping[str, Outcome | CompanyError]) -> dict[str, Any]:
    """Return the same as plain JSON values."""
    return {
        name: {"failed": str(each)} if isinstance(each, CompanyError) else outcome_json(each)
        for name, each in come.items()
    }


def estimate_text(found: Estimate) -> str:
    """Return the estimated costs of a run, by role."""
    lines = [f"reckoned for {found.cases:,} cases, from a rehearsal of {found.rehearsed:,} by the built-in company:"]
    for share in found.shares:
        cached = f" (up to {share.cached / share.read:.0%} cached)" if share.cached else ""
        tokens = f"{share.read:>11,} tokens read{cached}, {share.written:>9,} written"
        lines.append(
            f"  {share.role + ':':<16} {share.calls:>6,} calls, {tokens}, {dollars(share.usd)} ({share.model})"
        )
    if found.usd is None:
        unpriced = ", ".join(dict.fromkeys(share.model for share in found.shares if share.usd is None))
        lines.append(f"cost: unknown, since the price of {unpriced} is")
        lines.append("next: give usd_per_million = [read, written] in [model], and reckon again")
    elif found.usd:
        lines.append(f"cost: {dollars(found.usd)}, and more where a model writes longer than that or is asked again")
        if found.usd_cached is not None and found.usd_cached < found.usd:
            lines.append(
                f"as low as {dollars(found.usd_cached)} where servers have all in their prompt caches that begins alike"
            )
    else:
        lines.append(f"cost: {dollars(found.usd)}")
    return "\n".join(lines)


def checked_text(found: Sequence[Checked]) -> str:
    """Return the findings on each model, and whether all can be used."""
    lines = []
    for each in found:
        where = f" at {each.server}" if each.server else ""
        lines.append(f"{', '.join(each.roles)}: {each.backend} ({each.model}){where}")
        if each.problem:
            lines.append(f"  cannot be used: {each.problem}")
        elif each.seconds is not None:
            lines.append(f"  answered in {each.seconds:.1f} s, {_STRUCTURED[each.structured or 'prompt']}")
            tokens = f"{_known(each.prompt_tokens)} tokens read, {_known(each.completion_tokens)} written"
            lines.append(f"  this call: {tokens}, cost {dollars(each.usd)}")
        elif each.calls is not None:
            lines.append(f"  a recording of {each.calls:,} calls")
        else:
            lines.append("  built in: always there")
        lines += [f"  {remark}" for remark in each.remarks]
    lines.append("not every model can be used" if any(each.problem for each in found) else "every model can be used")
    return "\n".join(lines)


_STRUCTURED = {
    "json_schema": "takes the schema of a reply (json_schema)",
    "json_object": "takes the word for JSON (json_object); the schema stands in the prompt",
    "prompt": "is told the form of a reply by the prompt alone",
}


@dataclass(frozen=True)
class _Short:
    """A run in a line."""

    name: str
    found: int
    wanted: int
    calls: int
    usd: float | None
    work: str = ""

    def __str__(self) -> str:
        cases = f"{self.found:>7,} of {self.wanted:>7,} cases"
        return f"{cases}  {self.calls:>9,} replies  {dollars(self.usd):>10}  {self.work}".rstrip()


def several_text(statuses: Sequence[Mapping[str, Any]]) -> str:
    """Return `run_status` of several runs, a line each, and one for all of them."""
    return "\n".join(_in_lines([_in_short(status) for status in statuses]))


def _in_lines(rows: Sequence[_Short]) -> list[str]:
    usd = [row.usd for row in rows if row.usd is not None]
    found, wanted, calls = (sum(getattr(row, name) for row in rows) for name in ("found", "wanted", "calls"))
    rows = [*rows, _Short("all", found, wanted, calls, sum(usd) if len(usd) == len(rows) else None)]
    width = max(len(row.name) for row in rows)
    return [f"{row.name:<{width}}  {row}" for row in rows]


def _in_short(status: Mapping[str, Any]) -> _Short:
    wanted = status.get("targets") or {}
    counts = status["categories"]
    found = sum(sum(counts.get(name, {}).get(each, 0) for each in USABLE) for name in wanted)
    told = ""
    if work := status.get("at_work"):
        told = f"{work['workers']:,} workers, {work['under_way']:,} units under way, {work['queued']:,} wait"
    return _Short(str(status["run"]), found, sum(wanted.values()), status["calls"], status["usd"], told)


def status_text(status: Mapping[str, Any], family: Family) -> str:
    """Return `run_status` of a run of this family, as text."""
    telling = telling_of(family)
    lines = [f"run: {status['run']}"]
    lines += played_by(status.get("backends") or {})
    if status.get("sandbox"):
        lines.append(f"sandbox: {in_a_line(status['sandbox']['layers'])}")
    order = {kind: place for place, kind in enumerate([*telling.lives, "case"], start=1)}
    for kind in sorted(status["records"], key=lambda kind: order.get(kind, 0)):
        lines.append(f"  {_plural(kind) + ':':<11} {_counted(status['records'][kind], status)}")
    if len(categories := status.get("categories") or {}) > 1:
        lines += [f"    {category + ':':<23} {_counted(counts, status)}" for category, counts in categories.items()]
    if not status["records"]:
        lines.append("  nothing is made yet")
    if status.get("aside"):
        lines += [SET_ASIDE, *_reasons(status["aside"])]
    if status["rejected"]:
        lines.append("lost:")
        lines += _reasons(status["rejected"])
    lines += telling.remarks(status)
    lines += _for_people(status)
    lines.append(f"replies: {status['calls']:,}, cost: {dollars(status['usd'])}")
    lines += [
        f"  batch {batch} is at the server: {calls:,} of its calls are not taken up yet; run again to have them"
        for batch, calls in status.get("batches", {}).items()
    ]
    if status["usd"] != 0:
        for by in ("stage", "role"):
            lines += [_spent(each, by) for each in status["usage"][by]]
    return "\n".join([*lines, *_tokens(status)])


def _for_people(status: Mapping[str, Any]) -> list[str]:
    lines = []
    if status.get("flags"):
        kinds = Counter(flag["kind"].replace("_", " ") for flag in status["flags"])
        shown = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common())
        lines.append(f"passages that wait for a person: {shown} (--json lists them)")
    if status.get("waiting"):
        lines.append(f"gates that wait for people: {in_words(status['waiting'], kinds_of_run(Path(status['run'])))}")
    return lines


def _counted(counts: Mapping[str, int], status: Mapping[str, Any]) -> str:
    """Return records by what became of them; what was proposed and never used was fine, and is not needed."""
    unused = "waiting for people" if status.get("waiting") else "not needed"
    words = {"proposed": unused}
    return ", ".join(f"{count:,} {words.get(word, word)}" for word, count in counts.items())


def _plural(kind: str) -> str:
    if kind.endswith("s"):  # "terms" are many as they are
        return kind
    return f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"


def played_by(backends: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Return who plays the roles, in as few lines as possible."""
    players: dict[str, list[str]] = {}
    for role, each in backends.items():
        players.setdefault(f"{each['name']} ({each['model']})", []).append(role)
    if len(players) == 1:
        return [f"backend: {next(iter(players))}"]
    return [f"backend: {player} for {', '.join(roles)}" for player, roles in players.items()]


def _spent(each: Mapping[str, Any], by: str) -> str:
    name = each["stage"] if by == "stage" else f"{each['role']} ({each['model']})"
    cached = f" ({share} cached)" if (share := _share_cached(each)) else ""
    tokens = f"{_known(each['prompt_tokens'])} tokens read{cached}, {_known(each['completion_tokens'])} written"
    calls = "call, " if each["calls"] == 1 else "calls,"
    return f"  {name + ':':<30} {each['calls']:>6,} {calls} {tokens}, {dollars(each['usd'])}"


def _tokens(status: Mapping[str, Any]) -> list[str]:
    """Return how much was cached, what an accepted case has cost, and what was paid in vain; nothing if none is known.

    Of cached tokens nothing is told where no server has told of any.
    """
    whole, costs = status.get("usage", {}).get("all"), status.get("costs")
    if whole is None or costs is None or not (whole["prompt_tokens"] or whole["usd"]):
        return []
    lines = []
    if share := _share_cached(whole):
        lines.append(f"of the tokens read, {share} came from the server's prompt cache")
    if costs["each"] is not None:
        lines.append(f"an accepted case, all that was paid over {costs['cases']:,}: {_paid(costs['each'])}")
        lines += [f"  {name + ':':<23} {_paid(each['each'])}" for name, each in costs["categories"].items()]
    return [*lines, f"candidates that were lost, set aside or not needed: {_paid(costs['lost'])} in all"]


def _share_cached(each: Mapping[str, Any]) -> str:
    """Return the share of what was read that came from a prompt cache; nothing where no server told of any."""
    read, cached = each["prompt_tokens"], each.get("cached_tokens")
    return f"{cached / read:.0%}" if read and cached else ""


def _paid(spent: Mapping[str, Any]) -> str:
    read, written = _known(spent["prompt_tokens"]), _known(spent["completion_tokens"])
    return f"{read} tokens read, {written} written, {dollars(spent['usd'])}"


def _known(number: int | None) -> str:
    return "unknown" if number is None else f"{number:,}"


def _reasons(counts: Mapping[str, int]) -> list[str]:
    lines = [f"  {count:,} × {reason}" for reason, count in counts.items()]
    if len(lines) > MOST_REASONS:
        return [*lines[:MOST_REASONS], f"  … and {len(lines) - MOST_REASONS:,} more reasons (--json has all)"]
    return lines
