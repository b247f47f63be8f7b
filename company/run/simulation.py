"""A whole run: the company does what is missing in a folder, until just the cases are there that were asked for.

A run ends with exactly the wanted numbers, or with the reason for each case missing.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from company.archive import Archive, Call, is_there
from company.archive.locking import locked
from company.benchmark.layers import entered, weakest
from company.benchmark.publishing.decisions import count_sitting
from company.benchmark.publishing.versions import made_with
from company.benchmark.reading import is_benchmark
from company.config import FILE_NAME, Settings, server_hash, told_to_all
from company.config.loading import from_here
from company.console.progress import Progress
from company.console.tally import dollars
from company.errors import CompanyError, ConfigError
from company.family.registry import family
from company.models.ledger import Fund, Ledger
from company.models.protocol import Backend
from company.models.recording import ready_to_record, replay_from, write_recording
from company.models.registry import Backends
from company.records import USABLE, Record, Role
from company.replay.rerun import pending, run_again_in
from company.reviewing import Gates, kinds_of, put_settings, undecided, waiting_text
from company.run.casting import refuse_blind, refuse_built_in, refuse_unbatched, roles_asked, used
from company.run.engine import Engine, Performs
from company.run.making import INTAKE, Commission
from company.run.performing import perform
from company.run.rounds import Rounds
from company.run.settling import BEYOND
from company.run.stage import Office, Stage
from company.run.status import lost, set_aside, write_rejected
from company.run.watching import Watching
from company.sandbox import ProcessSandbox, Sandbox
from company.sandbox.absent import NoSandbox
from company.sandbox.settled import sandbox_for

RECORDED = "recorded"
"""The folder in a run's in which a recording that it was made again from is unpacked."""
PREVIEWED = "previewed"
"""The note that all that a run's folder holds is a preview."""
PATIENCE = 5.0
"""Seconds that a run waits for a folder in which `company review` is just writing verdicts down."""


@dataclass(frozen=True, repr=False)
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
    undecided: int = 0
    """Cases that the company leaves to people, over and above those that were asked for."""
    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Category → cases accepted, and wanted."""
    aside: Mapping[str, int] = field(default_factory=dict)
    """Reason → count of cases that passed the gate and were set aside for it; empty when nothing is missing."""
    remedies: tuple[str, ...] = ()
    """What to change in the settings to come to more cases; empty when nothing is missing."""
    waiting: Mapping[str, int] = field(default_factory=dict)
    """What people have to judge before the run can go on; `stopped` says so."""

    def __repr__(self) -> str:
        by = ", ".join(f"{found:,} of {wanted:,} {name}" for name, (found, wanted) in self.counts.items())
        lines = [f"Outcome: {self.accepted:,} of {self.wanted:,} cases accepted" + (f" ({by})" if by else "")]
        lines.append(f"in {self.run}; {self.calls:,} replies, {dollars(self.cost)}")
        lines += [f"{count:,} missing: {reason}" for reason, count in self.missing.items()]
        return "\n  ".join([*lines, *([self.stopped] if self.stopped else [])])


Workplace = Callable[[Office], AbstractAsyncContextManager[Performs]]
"""Where the units of a run's work are done, from when it is entered until it is left."""


def here(office: Office) -> AbstractAsyncContextManager[Performs]:
    """Return this process as the place where work is done."""
    return contextlib.nullcontext(perform)


@dataclass(frozen=True)
class Among:
    """Among how many runs one goes on, which share this machine, the servers' limits, and perhaps a fund."""

    runs: int = 1
    fund: Fund | None = None


ALONE = Among()


async def simulate(
    settings: Settings,
    progress: Progress,
    recording: Path | None = None,
    workplace: Workplace = here,
    among: Among = ALONE,
) -> Outcome:
    """Do what is missing for the settings' targets in the run folder `settings.out`, at the given workplace.

    All model calls of the run are written to `recording`, where one is given, however the run ends.

    Raises ConfigError for a table or settings that cannot be used, ArchiveError for a folder that belongs to other
    settings or is in use, SandboxError and BackendError where those fail. What was done by then is kept; where the
    sandbox cannot be had as `[sandbox]` says, nothing was.
    """
    async with opened(settings, progress, recording, among) as office:
        return await _sitting(office, workplace)


@contextlib.asynccontextmanager
async def opened(
    settings: Settings, progress: Progress, recording: Path | None = None, among: Among = ALONE
) -> AsyncIterator[Office]:
    """Open a run's folder for work that nothing is asked of yet; raises what `simulate` raises, and keeps what is done.

    Calls under way are waited for in the end, and all of the run's are written to `recording`.
    """
    stages = family(settings.family).making.stages
    backends = Backends(settings, progress.note, runs=among.runs).all(roles_asked(settings, stages))
    refuse_built_in(settings, stages, backends)
    _refuse_unknown(settings.family, stages)
    if recording:
        ready_to_record(recording)
    _refuse_foreign(settings.out, recording)
    with locked(settings.out, PATIENCE):
        async with _sandbox(settings, progress, among.runs) as sandbox:
            with contextlib.closing(Archive.create(settings.out, settings.family)) as archive:
                ledger = _ledger(archive, backends, settings, progress, among.fund)
                try:
                    yield Office(settings, archive, ledger, sandbox, progress, ())
                finally:
                    await ledger.close(progress.note)
                    if recording and archive.note(INTAKE):
                        write_recording(archive, settings, backends, recording)


def _refuse_unknown(name: str, stages: Sequence[Stage]) -> None:
    """Raise ConfigError for a stage that serves a category which its family does not have."""
    categories = family(name).categories
    for stage in stages:
        for category in stage.serves or ():
            if category not in categories:
                raise ConfigError(
                    f"the stage {stage.name!r} of the family {name!r} serves {category!r}, which is none of its "
                    f"categories ({', '.join(categories)}); correct the stage"
                )


def _sandbox(
    settings: Settings, progress: Progress, runs: int
) -> AbstractAsyncContextManager[ProcessSandbox | NoSandbox]:
    if not family(settings.family).making.runs_code:
        return contextlib.nullcontext(NoSandbox(settings.family))
    return entered(sandbox_for(settings.sandbox, runs), partial(remedy, settings), progress)


def _refuse_foreign(out: Path, recording: Path | None) -> None:
    """Raise ConfigError for a folder with files that are none of a run's, which would be mixed into them."""
    if is_there(out) or not out.is_dir():
        return
    if is_benchmark(out):
        raise ConfigError(f"{out} is an exported benchmark, and a run would be mixed into it; give another --out")
    own = {RECORDED, FILE_NAME, *([recording.name] if recording else [])}
    foreign = sorted(each.name for each in out.iterdir() if not each.name.startswith(".") and each.name not in own)
    if foreign:
        raise ConfigError(
            f"{out} is no run, and holds {foreign[0]}, which a run would be mixed with; give an empty folder, or one "
            "that is not there yet, with --out"
        )


def remedy(settings: Settings, rest: Sequence[str]) -> str:
    """Return what is written into a simulation.toml so that no more layers are required than these."""
    named = ", ".join(f'"{layer}"' for layer in rest)
    return f"require = [{named}] in [sandbox] of {from_here(settings.file)}"


async def prepared(office: Office, *, preview: bool = False) -> Sequence[Record]:
    """Note what the work is done with, and return the roots that it begins from. A preview binds nobody to anything.

    Raises ConfigError where the folder was made with other settings, or where models cannot do what is asked of them.
    """
    settings, archive, ledger = office.settings, office.archive, office.ledger
    making = archive.family.making
    if archive.note(PREVIEWED):
        # All of it comes again from its stored calls as far as it is still wanted, and else it is in the way.
        archive.forget()
    if preview:
        archive.put_note(PREVIEWED, True)
    _belongs(archive, settings)
    if settings.model.replays:
        replay_from(settings.recording_file, archive)
    await refuse_unbatched(settings, making.stages, ledger)
    await refuse_blind(settings, making.stages, ledger)
    put_settings(archive, settings.review)
    archive.put_note("told", {"scenario": settings.name, "settings": told_to_all(settings)})
    archive.put_note("finished", False)
    archive.put_note("stopped", None)
    archive.put_note(
        "made_with", made_with(archive.note("made_with"), archive.family.prompts, _prompts(settings, making.stages))
    )
    archive.put_note("limits", settings.sandbox.model_dump(mode="json"))
    archive.put_note("targets", dict(settings.targets.wanted))
    roots = making.roots(settings, archive, office.progress.note)
    archive.keep_files()
    if archive.note(INTAKE) is None:
        archive.put_note(INTAKE, {"roots": [root.id for root in roots]})
    _note_sandbox(archive, office.sandbox)
    _note_backends(archive, ledger if roles_asked(settings, making.stages) else None, settings)
    return roots


async def _sitting(office: Office, workplace: Workplace) -> Outcome:
    settings, archive, progress = office.settings, office.archive, office.progress
    roots = await prepared(office)
    # Whoever wrote what people decided may have been stopped before it was run again.
    await run_again_in(office.sandbox, archive, pending(archive, kinds_of(archive)))
    count_sitting(archive)
    watching = Watching(archive, settings.targets.wanted, progress)
    rounds = Rounds(settings, archive)

    try:
        async with workplace(office) as performs:
            engine = Engine(archive.family.making.stages, watch=watching.made, performs=performs)

            async def work(asked: Sequence[Commission]) -> None:
                watching.count(settled=bool(engine.counted))
                await engine.work(replace(office, commissions=asked), roots, rounds.chooses, rounds.reaches)

            stopped = await rounds.hold(work)
        watching.count()
    except CompanyError as problem:
        archive.put_note("stopped", str(problem))
        raise
    finally:
        # A Python that died has been started anew, perhaps behind fewer layers.
        _note_sandbox(archive, office.sandbox)
        write_rejected(archive)
    archive.put_note("finished", stopped is None)
    outcome = _outcome(settings, archive, office.ledger, stopped)
    archive.put_note("stopped", outcome.stopped)
    return outcome


def _prompts(settings: Settings, stages: Sequence[Stage]) -> set[str]:
    """Return the names of the prompts that the run's stages go by."""
    return {name for stage in used(settings, stages) for name in stage.prompts}


def _note_backends(archive: Archive, ledger: Ledger | None, settings: Settings) -> None:
    """Note who plays which role, for the card and the status; nobody, in runs that ask no staff.

    Of the address of a server, its hash: an address is nobody else's business, and two can be compared by it.
    """
    played = {
        role: {
            "name": each.name,
            "model": each.model,
            "note": each.note,
            "parameters": dict(each.parameters),
            "server": server_hash(address) if (address := settings.model.of(role).base_url) else "",
        }
        for role, each in (ledger.backends if ledger else {}).items()
    }
    archive.put_note("backends", played)


def _note_sandbox(archive: Archive, sandbox: Sandbox) -> None:
    if isinstance(sandbox, ProcessSandbox) and sandbox.layers:  # else no Python runs code any more
        archive.put_note("sandbox", weakest(archive.note("sandbox"), sandbox))


def _ledger(
    archive: Archive, backends: Mapping[Role, Backend], settings: Settings, progress: Progress, fund: Fund | None
) -> Ledger:
    ledger = Ledger(archive, backends, settings.budget.usd, fund=fund)

    def report(call: Call, replayed: bool) -> None:
        progress.cost(ledger.usd, ledger.made, ledger.replayed, ledger.cap_usd)

    ledger.on_call = report
    return ledger


_MAY_CHANGE = ("out", "run", "targets", "budget", "sandbox", "file", "name", "model", "review")
"""Settings that may be others when a run goes on, as may keys that are marked so; of the model, the seed may not."""


def _belongs(archive: Archive, settings: Settings) -> None:
    """Refuse a run folder that was made with other settings; targets, budget and review may change between runs."""
    told = settings.model_dump(mode="json", exclude={**dict.fromkeys(_MAY_CHANGE, True), **settings.may_change()})
    told["model"] = {"seed": settings.model.seed}
    before = archive.note("settings")
    if before is None or archive.note(INTAKE) is None:  # a table that was refused binds nobody to its settings
        archive.put_note("settings", told)
        return
    for section, values in told.items():
        for key, value in values.items():
            # A setting that was not there yet when the run began worked as its default does.
            was = before.get(section, {}).get(key, settings.default_of(section, key))
            if was != value:
                raise ConfigError(
                    f"{archive.run} was made with [{section}] {key} = {was!r}, now it is {value!r}; "
                    "give another folder with --out, or set it back to go on with this run"
                )


def _outcome(settings: Settings, archive: Archive, ledger: Ledger, stopped: str | None) -> Outcome:
    found = Counter(case.category for case in archive.records("case", USABLE))
    counts = {each: (found[each], number) for each, number in settings.targets.wanted.items()}
    accepted, wanted = sum(found[each] for each in counts), settings.targets.all
    complete = all(found[each] >= number for each, number in settings.targets.wanted.items())
    gates = Gates(archive, settings.review)
    waiting = gates.waiting()
    if complete:  # what else waits is not needed, but for what goes with the cases that are there
        waiting = Counter({kind: count for kind, count in waiting.items() if kind in archive.family.making.settled})
    reasons = [stopped] if stopped else []
    if waiting:
        reasons.append(waiting_text(waiting, gates.kinds, settings.out))
    return Outcome(
        run=settings.out,
        accepted=accepted,
        wanted=wanted,
        missing={} if accepted >= wanted else lost(archive),
        aside={} if accepted >= wanted else set_aside(archive),
        remedies=() if accepted >= wanted else tuple(archive.family.making.remedies(settings, archive)),
        calls=ledger.made,
        replayed=ledger.replayed,
        cost=ledger.usd,
        stopped="; ".join(reasons) or None,
        spare=sum(case.reason == BEYOND for case in archive.records("case", ["proposed"])),
        undecided=sum(map(undecided, archive.records("case", ["proposed"]))),
        counts=counts,
        waiting=dict(waiting),
    )
