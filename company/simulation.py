"""A whole run: the company does what is missing in a folder, until just the cases are there that were asked for.

A run ends with exactly the wanted numbers, or with the reason for each case missing.
"""

from __future__ import annotations

import contextlib
import fcntl
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from company.archive import Archive
from company.backends.ledger import Backend, Ledger
from company.backends.recording import calls_in, write_recording
from company.backends.registry import Backends
from company.benchmark.layers import entered, weakest
from company.config import Settings, default_of
from company.engine import Engine
from company.errors import ArchiveError, ConfigError
from company.interactive import STAGES
from company.interactive.intake import NOTE as INTAKE
from company.interactive.intake import intake
from company.progress import Progress
from company.records import USABLE, Category, Role
from company.rounds import Rounds
from company.sandbox import ProcessSandbox
from company.sandbox.settled import made_as
from company.stage import Commission, Office
from company.standing import lost, write_rejected


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
    counts: Mapping[Category, tuple[int, int]] = field(default_factory=dict)
    """Category → cases accepted, and wanted."""


async def simulate(settings: Settings, progress: Progress, recording: Path | None = None) -> Outcome:
    """Do what is missing for the settings' targets in the run folder `settings.out`.

    All model calls of the run are written to `recording`, where one is given, however the run ends.

    Raises ConfigError for a table or settings that cannot be used, ArchiveError for a folder that belongs to other
    settings or is in use, SandboxError and BackendError where those fail. What was done by then is kept; where the
    sandbox cannot be had as `[sandbox]` says, nothing was.
    """
    backends = Backends(settings, progress.note).all()
    with _locked(settings.out):
        async with entered(made_as(settings.sandbox), partial(_remedy, settings), progress) as sandbox:
            with contextlib.closing(Archive.create(settings.out)) as archive:
                ledger = _ledger(archive, backends, settings, progress)
                try:
                    return await _sitting(settings, ledger, archive, sandbox, progress)
                finally:
                    await ledger.close(progress.note)
                    if recording and archive.note(INTAKE):
                        write_recording(archive, settings, backends, recording)


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
    _note_sandbox(archive, sandbox)
    archive.put_note("limits", settings.sandbox.model_dump(mode="json"))
    _note_backends(archive, ledger)
    rounds, engine = Rounds(settings, archive), Engine(STAGES)

    async def work(asked: Sequence[Commission]) -> None:
        await engine.work(Office(settings, archive, ledger, sandbox, progress, asked), table, rounds.chooses)

    try:
        stopped = await rounds.hold(work)
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


_MAY_CHANGE = {"out", "targets", "budget", "sandbox", "file", "name", "model", "review"}
"""Settings that may be others when a run goes on; of the model, the seed may not."""


def _belongs(archive: Archive, settings: Settings) -> None:
    """Refuse a run folder that was made with other settings; targets, budget and review may change between runs."""
    told = settings.model_dump(mode="json", exclude=_MAY_CHANGE)
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
    found = Counter(case.category for case in archive.records("case", USABLE))
    counts = {each: (found[each], number) for each, number in settings.targets.wanted.items()}
    accepted, wanted = sum(found[each] for each in counts), settings.targets.all
    calls, cost = ledger.made, ledger.usd
    missing = {} if accepted >= wanted else lost(archive)
    spare = len(archive.records("case", ["proposed"]))
    return Outcome(settings.out, accepted, wanted, missing, calls, ledger.replayed, cost, stopped, spare, counts)
