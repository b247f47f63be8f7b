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
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from company.archive import Archive
from company.backends.ledger import Backend, Ledger
from company.backends.recording import calls_in, write_recording
from company.backends.registry import Backends
from company.benchmark.layers import entered, weakest
from company.benchmark.reference import identity
from company.config import SandboxSettings, Settings, default_of
from company.errors import ArchiveError, CompanyError, ConfigError, OutOfBudget, ReplyError
from company.interactive import STAGES
from company.interactive.commissions import commissions
from company.interactive.intake import NOTE as INTAKE
from company.interactive.intake import intake
from company.progress import Progress
from company.records import USABLE, AnyRecord, Case, Role, Status, Table
from company.sandbox import Limits, LocalSandbox, ProcessSandbox
from company.stage import Commission, Office, Stage
from company.standing import lost, write_rejected

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


async def simulate(settings: Settings, progress: Progress, recording: Path | None = None) -> Outcome:
    """Do what is missing for the settings' targets in the run folder `settings.out`.

    All model calls of the run are written to `recording`, where one is given, however the run ends.

    Raises ConfigError for a table or settings that cannot be used, ArchiveError for a folder that belongs to other
    settings or is in use, SandboxError and BackendError where those fail. What was done by then is kept; where the
    sandbox cannot be had as `[sandbox]` says, nothing was.
    """
    backends = Backends(settings, progress.note).all()
    with _locked(settings.out):
        async with entered(_sandbox(settings.sandbox), partial(_remedy, settings), progress) as sandbox:
            with contextlib.closing(Archive.create(settings.out)) as archive:
                ledger = _ledger(archive, backends, settings, progress)
                try:
                    return await _sitting(settings, ledger, archive, sandbox, progress)
                finally:
                    await ledger.close(progress.note)
                    if recording and archive.note(INTAKE):
                        write_recording(archive, settings, backends, recording)


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
    settings: Settings, ledger: Ledger, archive: Archive, sandbox: ProcessSandbox, progress: Progress
) -> Outcome:
    _belongs(archive, settings)
    if settings.model.replays:
        archive.put_calls(calls_in(settings.recording_file))
    table = intake(settings, archive, progress.note)
    run = _Run(settings, archive, ledger, sandbox, progress, table)
    _note_sandbox(archive, sandbox)
    _note_backends(archive, ledger)
    try:
        stopped = await run.rounds()
    finally:
        # A Python that died has been started anew, perhaps behind fewer layers.
        _note_sandbox(archive, sandbox)
        write_rejected(archive)
    return _outcome(settings, archive, ledger, stopped)


def _note_backends(archive: Archive, ledger: Ledger) -> None:
    """Who plays which role, for the card and the status."""
    played = {
        role: {"name": each.name, "model": each.model, "note": each.note} for role, each in ledger.backends.items()
    }
    archive.put_note("backends", played)


def _note_sandbox(archive: Archive, sandbox: ProcessSandbox) -> None:
    if sandbox.layers:  # else no Python runs code any more
        archive.put_note("sandbox", weakest(archive.note("sandbox"), sandbox))


def _ledger(archive: Archive, backends: Mapping[Role, Backend], settings: Settings, progress: Progress) -> Ledger:
    ledger = Ledger(archive, backends, settings.budget.usd)

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
        async for one in _made(office, stage, record, key):
            made.append(one)
            yield one
        made_ids = [one.id for one in made]
        office.archive.outdate(stage.name, stage.below(record), made_ids)
        office.archive.mark_done(stage.name, record.id, key, made_ids)
    if new:
        office.progress.stage(stage.name, done=1, rejected=sum(one.status == "rejected" for one in made))


async def _made(office: Office, stage: Stage, record: AnyRecord, key: str) -> AsyncIterator[AnyRecord]:
    """What the stage makes. Where staff do not answer as asked, it is tried again, and then given up.

    The others go on, and a later round makes up for what is missing.
    """
    trials = f"trials {stage.name} {record.id} {key}"
    yielded: set[str] = set()
    while (trial := int(office.archive.note(trials) or 0)) < TRIALS:
        try:
            async for made in stage.run(replace(office, trial=trial), record):
                office.archive.put(made)
                if made.id not in yielded:
                    yielded.add(made.id)
                    yield made
        except ReplyError as problem:
            office.archive.put_note(trials, trial + 1)
            if trial + 1 >= TRIALS:
                office.lost(record.id, stage.name, str(problem))
            else:
                office.progress.failure()
        else:
            return


TRIALS = 3
"""How often a stage is tried at a record whose staff do not answer as asked."""


def _stored_commissions(archive: Archive) -> list[list[Commission]]:
    return [[Commission(**one) for one in part] for part in archive.note("commissions") or []]


def _belongs(archive: Archive, settings: Settings) -> None:
    """Refuse a run folder that was made with other settings; targets and budget may change between runs."""
    told = settings.model_dump(mode="json", exclude={"out", "targets", "budget", "sandbox", "file", "name", "model"})
    told["model"] = {"seed": settings.model.seed}
    before = archive.note("settings")
    if before is None or archive.note(INTAKE) is None:  # a table that was refused binds nobody to its settings
        archive.put_note("settings", told)
        return
    for section, values in told.items():
        for key, value in values.items():
            # A setting that was not there yet when the run began worked as its default does.
            was = before.get(section, {}).get(key, default_of(section, key))
            if was != value:
                raise ConfigError(
                    f"{archive.run} was made with [{section}] {key} = {was!r}, now it is {value!r}; "
                    "give another folder with --out, or set it back to go on with this run"
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
