"""The engine: every stage runs on every record that is ready, all dialogues at once, no barrier between stages.

Resuming is not a mode. A run's folder says what is done; the engine does what is missing. Work is asked for in rounds
of commissions whose turns add up to the cases that are still missing, so a run ends with exactly the wanted number,
or with the reason for each one missing.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import math
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.backends.ledger import Ledger
from company.backends.registry import Backend, backend
from company.benchmark.layers import entered, weakest
from company.benchmark.reference import identity
from company.config import SandboxSettings, Settings
from company.errors import ArchiveError, CompanyError, ConfigError, OutOfBudget, ReplyError
from company.interactive import STAGES
from company.interactive.commissions import commissions
from company.interactive.intake import NOTE as INTAKE
from company.interactive.intake import intake
from company.progress import Progress
from company.records import USABLE, AnyRecord, Case, Plan, Status, Table
from company.sandbox import Limits, LocalSandbox, ProcessSandbox
from company.stage import Commission, Office, Stage

BEYOND = "passed the gate, beyond the number that was asked for"
ROUNDS = 12
"""Rounds of commissions after which a run stops asking for more."""


@dataclass(frozen=True)
class Outcome:
    """What a run came to."""

    run: Path
    accepted: int
    wanted: int
    missing: dict[str, int]
    """Reason → count of candidates that were lost for it; empty when nothing is missing."""
    calls: int
    """Model calls made now, not counting those answered from the archive."""
    replayed: int
    cost: float | None
    """USD of all calls of the run; None where a price is unknown."""
    stopped: str | None = None
    """Why the run stopped before its end, e.g. at the budget."""
    spare: int = 0
    """Cases that passed the gate beyond the number asked for; a later run with a higher target takes them first."""


async def simulate(settings: Settings, progress: Progress) -> Outcome:
    """Do what is missing for the settings' targets in the run folder `settings.out`.

    Raises ConfigError for a table or settings that cannot be used, ArchiveError for a folder that belongs to other
    settings or is in use, SandboxError and BackendError where those fail. What was done by then is kept; where the
    sandbox cannot be had as `[sandbox]` says, nothing was.
    """
    chosen = backend(settings)
    with _locked(settings.out):
        async with entered(_sandbox(settings.sandbox), partial(_remedy, settings), progress) as sandbox:
            with contextlib.closing(Archive.create(settings.out)) as archive:
                return await _sitting(settings, chosen, archive, sandbox, progress)


def _sandbox(told: SandboxSettings) -> ProcessSandbox:
    limits = Limits(
        wall_seconds=told.wall_seconds,
        cpu_seconds=told.cpu_seconds or math.ceil(told.wall_seconds),
        memory_mib=told.memory_mib,
        disk_mib=told.disk_mib,
    )
    return LocalSandbox(limits, told.workers, sessions=told.sessions, require=told.require)


def _remedy(settings: Settings, rest: Sequence[str]) -> str:
    named = ", ".join(f'"{layer}"' for layer in rest)
    return f"require = [{named}] in [sandbox] of {settings.file}"


async def _sitting(
    settings: Settings, chosen: Backend, archive: Archive, sandbox: ProcessSandbox, progress: Progress
) -> Outcome:
    _belongs(archive, settings)
    table = intake(settings, archive, progress.note)
    ledger = _ledger(archive, chosen, settings, progress)
    run = _Run(settings, archive, ledger, sandbox, progress, table)
    _note_sandbox(archive, sandbox)
    try:
        stopped = await run.rounds()
    finally:
        # A Python that died has been started anew, perhaps behind fewer layers.
        _note_sandbox(archive, sandbox)
    archive.put_note("backend", {"name": chosen.name, "model": chosen.model, "note": chosen.note})
    return _outcome(settings, archive, ledger, stopped)


def _note_sandbox(archive: Archive, sandbox: ProcessSandbox) -> None:
    if sandbox.layers:  # else no Python runs code any more
        archive.put_note("sandbox", weakest(archive.note("sandbox"), sandbox))


def _ledger(archive: Archive, chosen: Backend, settings: Settings, progress: Progress) -> Ledger:
    ledger = Ledger(archive, chosen.name, chosen.model, chosen.client, chosen.price, settings.budget.usd)

    def report(replayed: bool) -> None:
        progress.cost(ledger.usd, ledger.made, ledger.replayed)

    ledger.on_call = report
    return ledger


@dataclass
class _Run:
    settings: Settings
    archive: Archive
    ledger: Ledger
    sandbox: ProcessSandbox
    progress: Progress
    table: Table
    counted: set[tuple[str, str]] = field(default_factory=set)
    """Stage and record of what the progress display has counted: later rounds pass over it again."""

    async def rounds(self) -> str | None:
        """Commission, work, settle, until nothing is missing or enough was tried; why it stopped early, if it did."""
        wanted = self.settings.targets.normal
        most = round(wanted * self.settings.dialogues.candidates) + 5
        asked = _stored_commissions(self.archive)
        for number in range(1, ROUNDS + 1):
            if number > len(asked):
                missing = wanted - self._settled()
                left = most - sum(one.turns for part in asked for one in part)
                if missing <= 0 or left <= 0:
                    return None
                asked.append(self._commission(number, min(missing + _spare(missing), left)))
                self.archive.put_note("commissions", [[vars(one) for one in part] for part in asked])
            office = self._office([one for part in asked[:number] for one in part])
            try:
                await _work(office, self.table, self.counted)
            except OutOfBudget as full:
                self._settled()
                return str(full)
        self._settled()
        return None

    def _commission(self, number: int, turns: int) -> list[Commission]:
        chance = random.Random(f"{self.settings.model.seed} commissions {number}")
        clients = self.settings.people.clients if number == 1 else None
        return commissions(turns, self.settings.dialogues.statement_share, chance, clients)

    def _office(self, asked: list[Commission]) -> Office:
        return Office(self.settings, self.archive, self.ledger, self.sandbox, self.progress, asked)

    def _settled(self) -> int:
        """The number of accepted cases, after the first `wanted` distinct ones that passed the gate were accepted.

        Of two with the same query and code the later is rejected; what goes beyond the target stays proposed, for a
        later run that wants more.
        """
        wanted = self.settings.targets.normal
        seen: dict[tuple[str, str], str] = {}
        for case in self.archive.records("case", (*USABLE, "proposed")):
            key = identity(case.entry)
            if key in seen:
                self._settle(case, "rejected", f"same query and code as {seen[key]}")
            elif len(seen) < wanted:
                seen[key] = case.id
                self._settle(case, case.status if case.status == "edited" else "accepted", None)
            else:
                self._settle(case, "proposed", BEYOND)
        return len(seen)

    def _settle(self, case: Case, status: Status, reason: str | None) -> None:
        if (case.status, case.reason) != (status, reason):
            self.archive.settle(case.id, status, reason)


def _spare(missing: int) -> int:
    """Turns asked for beyond the missing ones, since a few come to nothing."""
    return 1 + round(missing * 0.04)


async def _work(office: Office, table: Table, counted: set[tuple[str, str]]) -> None:
    """Run every stage on every record that is ready, starting from the table."""
    try:
        async with asyncio.TaskGroup() as group:

            async def follow(record: AnyRecord, kind: str) -> None:
                for stage in STAGES:
                    if stage.takes == kind and stage.wants(record):
                        async for made in _done(office, stage, record, counted):
                            if made.status in USABLE:
                                group.create_task(follow(made, made.kind))

            group.create_task(follow(table, "intake"))
    except* CompanyError as problems:
        raise _first(problems) from None


def _first(problems: BaseExceptionGroup[CompanyError]) -> CompanyError:
    for problem in problems.exceptions:
        return _first(problem) if isinstance(problem, BaseExceptionGroup) else problem
    raise AssertionError("a group holds an exception")


async def _done(
    office: Office, stage: Stage, record: AnyRecord, counted: set[tuple[str, str]]
) -> AsyncIterator[AnyRecord]:
    """What a stage makes of a record: from the archive where it finished before, else made and stored now."""
    key = stage.key(record, office)
    new = (stage.name, record.id) not in counted
    counted.add((stage.name, record.id))
    if new:
        office.progress.stage(stage.name, started=1)
    known = office.archive.done(stage.name, record.id, key)
    made: list[AnyRecord] = []
    if known is not None:
        for one in known:
            yield one
        made = known
    else:
        async for one in _made(office, stage, record):
            made.append(one)
            yield one
        office.archive.mark_done(stage.name, record.id, key, [one.id for one in made])
    if new:
        office.progress.stage(stage.name, done=1, rejected=sum(one.status == "rejected" for one in made))


async def _made(office: Office, stage: Stage, record: AnyRecord) -> AsyncIterator[AnyRecord]:
    try:
        async for made in stage.run(office, record):
            office.archive.put(made)
            yield made
    except ReplyError as problem:
        # The model failed at this record; the others go on, and a later round makes up for it.
        office.progress.failure()
        office.progress.note(f"{record.id}: {problem}")
        office.archive.put_note(f"{_FAILED}{stage.name} {record.id}", str(problem))


_FAILED = "failed "


def _stored_commissions(archive: Archive) -> list[list[Commission]]:
    return [[Commission(**one) for one in part] for part in archive.note("commissions") or []]


def _belongs(archive: Archive, settings: Settings) -> None:
    """Refuse a run folder that was made with other settings; targets and budget may change between runs."""
    told = settings.model_dump(mode="json", exclude={"out", "targets", "budget", "sandbox", "file", "name"})
    before = archive.note("settings")
    if before is None or archive.note(INTAKE) is None:  # a table that was refused binds nobody to its settings
        archive.put_note("settings", told)
        return
    for section, values in told.items():
        for key, value in values.items():
            if before.get(section, {}).get(key) != value:
                raise ConfigError(
                    f"{archive.run} was made with [{section}] {key} = {before.get(section, {}).get(key)!r}, now it is "
                    f"{value!r}; give another folder with --out, or set it back to go on with this run"
                )


@contextlib.contextmanager
def _locked(run: Path) -> Iterator[None]:
    """Hold the run folder for this process; a second one is refused."""
    if run.exists() and not run.is_dir():
        raise ConfigError(f"{run} is a file; give a folder for the run with --out")
    run.mkdir(parents=True, exist_ok=True)
    with (run / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ArchiveError(f"{run} is being written by another `company simulate`; wait for it to end") from None
        yield


def _outcome(settings: Settings, archive: Archive, ledger: Ledger, stopped: str | None) -> Outcome:
    wanted = settings.targets.normal
    accepted = len(archive.records("case", USABLE))
    calls, cost = ledger.made, ledger.usd
    missing = {} if accepted >= wanted else lost(archive)
    spare = len(archive.records("case", ["proposed"]))
    return Outcome(settings.out, accepted, wanted, missing, calls, ledger.replayed, cost, stopped, spare)


def lost(archive: Archive) -> dict[str, int]:
    """Why candidates did not become accepted cases: stage and reason → count, the most frequent first."""
    reasons: Counter[str] = Counter()
    for record in [*archive.records("turn", ["rejected"]), *archive.records("case", ["rejected"])]:
        reasons[f"{record.stage}: {record.reason}"] += 1
    for place, problem in archive.notes(_FAILED).items():
        reasons[f"{place.split()[0]}: {problem}"] += 1
    for dialogue in archive.records("dialogue"):
        plan = archive.get(dialogue.parent)
        if isinstance(plan, Plan) and dialogue.turns < plan.turns:
            reasons[f"dialogues: turns short of those asked for; {dialogue.ended}"] += plan.turns - dialogue.turns
    return dict(reasons.most_common())


def run_status(run: Path) -> dict[str, Any]:
    """Stages, counts, rejected by reason and cost of a run, for `company status`; raises ArchiveError."""
    with Archive.open(run) as archive:
        calls, cost = archive.spent()
        records: dict[str, dict[str, int]] = {}
        for kind, status, _, number in archive.counts():
            records.setdefault(kind, {}).setdefault(status, 0)
            records[kind][status] += number
        return {
            "run": str(run),
            "settings": archive.note("settings"),
            "backend": archive.note("backend"),
            "sandbox": archive.note("sandbox"),
            "records": records,
            "rejected": lost(archive),
            "calls": calls,
            "usd": cost,
        }
