"""Programs that try to get out, to take the machine down, or to spoil what others do: each is contained.

Every file in `hostile/` is one. Its docstring says what it tries; comments below may say more:

    # where: session | script       default: both, or session when there are several turns
    # intents: name:type, …         results that are asked for
    # kept: maybe                   the session may be of no use afterwards, having done that to itself
    # open: a reason                forks of a state do not contain it yet: there it may fail, and the reason is told
    # expect: a regular expression  what it must have been told, or must have printed

They are judged by what happened outside. What they say themselves counts against them only (`ESCAPED`).

Each dialogue that a program is given begins as an honest one, and shows that the programs before it have done no harm;
after the last one, a dialogue with a plot does.
"""

import ast
import asyncio
import contextlib
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeVar

import pytest
import pytest_asyncio

from company.config import LAYERS
from company.errors import SandboxError
from company.records import Execution, Intent
from company.sandbox import ForkSandbox, Limits, Sandbox, ScriptRun, Session, SubprocessSandbox
from company.sandbox.prepared import WORTH
from company.sandbox.protocol import MIB
from company.sandbox.roots import PREFIX
from tests.contracts.victims import Victims, adopting, living, open_descriptors, told_of

LIMITS = Limits(
    wall_seconds=4,
    cpu_seconds=2,
    memory_mib=700,
    output_bytes=20_000,
    reply_bytes=MIB,
    file_mib=4,
    disk_mib=64,
    files=2_000,
    threads=32,
)
PROGRAMS = Path(__file__).parent / "hostile"
SHARED = PROGRAMS / "deeds.py"
PROJECT = Path(__file__).resolve().parents[2]
OWN_MISTAKES = re.compile(r"\b(Name|Syntax|Indentation|Type|Attribute|Import|ModuleNotFound|UnboundLocal|Index)Error\b")


@dataclass(frozen=True)
class Program:
    """One hostile program, and what its comments say."""

    name: str
    turns: tuple[str, ...]
    where: str
    intents: tuple[Intent, ...]
    keeps_state: bool
    open: str
    expect: str

    @classmethod
    def read(cls, path: Path) -> "Program":
        """The program in a file; a comment that is misspelt is an error."""
        text = path.read_text()
        assert ast.get_docstring(ast.parse(text)), f"{path.name} does not say what it tries"
        said = dict(re.findall(r"^# (\w+): (.+)$", text.partition('"""\n')[2].partition("\n\n")[0], re.MULTILINE))
        assert said.keys() <= {"where", "intents", "kept", "open", "expect"} and "expect" in said, (
            f"{path.name}: {said}"
        )
        turns = tuple(text.split("# --- next turn\n"))
        pairs = (pair.split(":") for pair in said["intents"].split(", ")) if "intents" in said else ()
        intents = tuple(Intent(name=name, type=kind) for name, kind in pairs)
        where = said.get("where", "both" if len(turns) == 1 else "session")
        return cls(path.stem, turns, where, intents, "kept" not in said, said.get("open", ""), said["expect"])

    @property
    def ways(self) -> tuple[str, ...]:
        """How it can be run."""
        sessions, scripts = ("turn", "in place"), ("warm", "cold", "prepared")
        return {"session": sessions, "script": scripts, "both": (*sessions, *scripts)}[self.where]


CORPUS = [Program.read(path) for path in sorted(PROGRAMS.glob("*.py")) if path != SHARED]


Function = TypeVar("Function", bound=Callable[..., object])
TELLING = {
    "altered_table",
    "at_fork_thief",
    "attributes_read_outside",
    "blocking_games",
    "database_of_a_failed_turn",
    "ends_of_failed_turns",
    "files_named_like_half_a_line",
    "fill_the_disk_unseen",
    "folder_of_a_killed_turn",
    "forge_script_reply",
    "fork_native",
    "groups_of_the_machine",
    "handles_of_processes",
    "hardlink_to_secret",
    "inherited_sockets",
    "kill_supervisor",
    "kill_victim",
    "limits_of_others",
    "modes_by_descriptor",
    "modes_outside",
    "names_read_as_lines",
    "other_sessions",
    "own_filter",
    "poison_then_fail",
    "print_environment",
    "proc_sweep",
    "rare_calls",
    "read_public",
    "readable_not_writable",
    "readers_of_libraries",
    "shared_memory_by_name",
    "signals_to_the_earlier_state",
    "socketpair_sent_outside",
    "symlinks_for_the_keeper",
    "thread_that_cannot_be_stopped",
    "unix_abstract",
    "vandalised_folder",
    "write_all_descriptors",
    "write_outside",
    "writers_after_a_failed_turn",
    "writers_of_libraries",
    "written_through_memory_unseen",
    "wrong_entries_without_end",
}
"""Tried in every way and in every sandbox; the others only where each layer is on, to save time."""


def still_open(program: Program, way: str) -> list[pytest.MarkDecorator]:
    """What is known of a program that is not contained yet where states are forked."""
    return [pytest.mark.xfail(reason=program.open, strict=False)] if program.open and way == "turn" else []


def cases(*ways: str, telling: bool) -> pytest.MarkDecorator:
    """Every program in each of the ways in which it can be run, or only those that are `TELLING`."""
    assert {program.name for program in CORPUS} >= TELLING
    found = [
        pytest.param(program, way, id=f"{way}-{program.name}", marks=still_open(program, way))
        for way in ways
        for program in CORPUS
        if way in program.ways and (not telling or program.name in TELLING)
    ]
    return pytest.mark.parametrize(("program", "way"), found)


def sandbox(kind: type[ForkSandbox] | type[SubprocessSandbox], *without: str) -> Callable[[Function], Function]:
    """One sandbox for all cases; the layers that it is not to do without are required."""
    setting = pytest.param((kind, without), id=" without ".join((kind.__name__, *without)))
    pool = pytest.mark.parametrize("pool", [setting], indirect=True, scope="module")
    one_loop = pytest.mark.asyncio(loop_scope="module")
    return lambda function: one_loop(pool(function))


BEGINNING = "import numpy\npass\n"


class PreparedSandbox(ForkSandbox):
    """A sandbox that has forks in the place of cold interpreters for whatever begins with `BEGINNING`."""

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "script.py")
            await asyncio.to_thread(script.write_text, BEGINNING)
            for _ in range(WORTH + 1):
                await self._prepared.fit_for(script)
            await asyncio.gather(*self._prepared._coming.values())
            assert (await self.script(script, cold=True)).ok
        [ready] = self._prepared._ready.values()
        await ready.settled()
        return self


@dataclass
class Pool:
    """A sandbox in the middle of its work, with everything that hostile programs could do harm to."""

    sandbox: Sandbox
    victims: Victims
    root: Path
    other: Session
    other_folder: Path
    reference: Execution
    last: str
    """The program that ran last."""
    beside: set[int]
    """Processes of other tests."""
    processes: int
    """Of this test, while one dialogue is open and as many supervisors are ready as are to wait."""
    descriptors: int

    def given(self, folder: Path) -> dict[str, Path]:
        """The files of a hostile session or script."""
        return {**self.victims.given(folder, self.other_folder, self.root), SHARED.name: SHARED}

    async def begun(self, files: dict[str, Path]) -> Session:
        """The next dialogue, whose first turn is as if nothing had happened."""
        session = await self.sandbox.open(files)
        try:
            assert await honest(session) == self.reference, f"harm was done by {self.last}"
        except BaseException:
            await session.close()
            raise
        return session

    async def goes_on(self) -> None:
        """The dialogue that is open already is as if nothing had happened."""
        look = "assert secret.startswith('hostile-')\nimport os\nprint(sorted(os.listdir()))"
        kept = await self.other.run(look, in_place=True)
        assert (kept.error, kept.output) == (None, f"{sorted(['table.csv', self.victims.mark])}\n")

    async def works(self) -> None:
        """The next dialogue, and the one that is open already, are as if nothing had happened."""
        session = await self.begun({"table.csv": self.victims.home / "table.csv"})
        await session.close()
        await self.goes_on()


PLOT = Intent(name="plot", type="plot")
HONEST = (
    "import pandas as pd\nhomes = pd.read_csv('table.csv')\n"
    "means = homes.groupby('city')['price'].mean()\nkept = 5\nprint(means)"
)


async def honest(session: Session) -> Execution:
    """What an ordinary turn gives, as the first of a dialogue."""
    done = await session.run(HONEST, [Intent(name="means", type="series")], in_place=True)
    assert done.ok, done.error
    assert "Lyon    15.0" in done.output
    return done


async def drawing(sandbox: Sandbox, victims: Victims) -> tuple[Execution, Execution]:
    """What two ordinary turns give, the second with a plot, in a dialogue of their own."""
    session = await sandbox.open({"table.csv": victims.home / "table.csv"})
    try:
        first = await honest(session)
        second = await session.run("import matplotlib.pyplot as plt\nmeans.plot.bar()\nplt.title('Homes')", [PLOT])
    finally:
        await session.close()
    assert second.ok, second.error
    return first, second


@pytest.fixture(scope="module")
def outside() -> Iterator[Victims]:
    victims = Victims()
    with pytest.MonkeyPatch.context() as patch, adopting():
        patch.setenv("OPENAI_API_KEY", victims.secrets["environment"])
        yield victims
    victims.close()


@contextlib.contextmanager
def temporary() -> Iterator[Path]:
    """Where one sandbox keeps its files: open to look into, so that nothing but the jail stands before them."""
    folder = Path(tempfile.mkdtemp(prefix="inside-")).resolve()
    folder.chmod(0o755)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tempfile, "tempdir", str(folder))
            yield folder
    finally:
        subprocess.run(["rm", "-rf", folder], check=True)  # at any depth that a failed sandbox has left


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pool(request: pytest.FixtureRequest, outside: Victims) -> AsyncIterator[Pool]:
    beside = living(os.getpid())
    kind, without = request.param
    with temporary() as place:
        async with kind(LIMITS, workers=2, without=without, require=set(LAYERS) - set(without)) as sandbox:
            other = await sandbox.open({"table.csv": outside.home / "table.csv"})
            mark = f"secret = {outside.secrets['other']!r}\nopen({outside.mark!r}, 'w').write(secret)"
            assert (await other.run(mark)).ok
            root, folder = found(place, outside.mark)
            reference = await drawing(sandbox, outside)
            await sandbox._supervisors.settled()
            counts = len(living(os.getpid(), beside)), len(open_descriptors())
            made = Pool(sandbox, outside, root, other, folder, reference[0], "none yet", beside, *counts)
            yield made
            assert await drawing(sandbox, outside) == reference, f"harm was done by {made.last}, or one before it"
        left = os.listdir(place)  # noqa: PTH208
    assert left == [], "files outlived the sandbox"
    assert await asyncio.to_thread(soon, lambda: not living(os.getpid(), beside)), "processes outlived the sandbox"


def found(place: Path, mark: str) -> tuple[Path, Path]:
    """The folder of the sandbox, and the one in it where a session left a file named `mark`."""
    [root] = place.glob(f"{PREFIX}*")
    return root, next((path.parent for path in root.rglob(mark)), root / "unknown")


@pytest.fixture
def folder(outside: Victims) -> Iterator[Path]:
    """For one program and its targets."""
    place = Path(tempfile.mkdtemp(dir=outside.home.parent, prefix="program-"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)


def soon(condition: Callable[[], bool]) -> bool:
    """Whether a condition comes true while processes end and sockets close, which takes a moment."""
    deadline = time.monotonic() + 30
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def said_by(done: Execution | ScriptRun) -> str:
    """What a program printed, and what it was told, in one text."""
    if isinstance(done, Execution):
        error = f"{done.error.type}: {done.error.message}\n" if done.error else ""
        return f"{error}{done.output}"
    timed_out = "\nTimeoutError" if done.timed_out else ""
    return f"exit {done.exit_code}\n{done.stdout}\n{done.stderr}{timed_out}"


async def turns(pool: Pool, program: Program, way: str, folder: Path) -> tuple[str, list[str | bytes]]:
    """Run a program as the turns of a session; what it said, and everything that came back."""
    session = await pool.begun(pool.given(folder))
    said, back = [], []
    try:
        for turn in program.turns:
            done = await session.run(turn, program.intents, in_place=way == "in place")
            said.append(said_by(done))
            back += [done.model_dump_json(), *done.figures]
        after = await session.run("assert kept == 5, kept", in_place=True)
        assert after.ok or not program.keeps_state, after.error
    except SandboxError as lost:
        assert re.search("lost|closed|gone", str(lost))
        said.append(f"SandboxError: {lost}")
        back.append(str(lost))
    finally:
        await session.close()
    return "\n".join(said), back


async def script(pool: Pool, program: Program, way: str, folder: Path) -> tuple[str, list[str | bytes]]:
    """Run a program as a script; what it said, and everything that came back, files included."""
    for name, path in pool.given(folder).items():
        if path != folder / name:
            shutil.copyfile(path, folder / name)
    path = folder / "program.py"
    path.write_text(BEGINNING * (way == "prepared") + program.turns[0])
    readable = [pool.victims.home / "readable"]
    done = await pool.sandbox.script(path, cold=way != "warm", readable=readable)
    return said_by(done), [done.stdout, done.stderr, *contents(folder)]


def contents(folder: Path) -> list[bytes]:
    """Everything that the files in a folder hold; links are not followed."""
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]


async def contained(pool: Pool, program: Program, way: str, folder: Path) -> None:
    """Run a program, and look at everything that it was not to touch."""
    before = pool.victims.look()
    run = turns if way in ("turn", "in place") else script
    async with asyncio.timeout(120):
        said, back = await run(pool, program, way, folder)
    pool.last = program.name
    assert pool.victims.look() == before
    assert pool.victims.told_in(said, *back) == []
    assert "ESCAPED" not in said
    assert re.search(program.expect, said), f"it was not told {program.expect!r}, but: {said}"
    assert OWN_MISTAKES.search(program.expect) or not OWN_MISTAKES.search(said), f"it is broken: {said}"
    await (pool.works() if run is script else pool.goes_on())
    if not await asyncio.to_thread(soon, lambda: len(living(os.getpid(), pool.beside)) <= pool.processes):
        left = told_of(living(os.getpid(), pool.beside))
        raise AssertionError(f"processes were left behind, {len(left)} and not {pool.processes}: {left}")
    assert await asyncio.to_thread(soon, lambda: len(open_descriptors()) <= pool.descriptors), open_descriptors()
    assert pool.victims.look() == before


@sandbox(ForkSandbox)
@cases("turn", telling=False)
async def test_a_hostile_turn_is_contained(pool: Pool, program: Program, way: str, folder: Path) -> None:
    await contained(pool, program, way, folder)


@sandbox(ForkSandbox)
@cases("in place", "warm", "cold", telling=True)
async def test_hostile_code_is_contained_wherever_it_runs(pool: Pool, program: Program, way: str, folder: Path) -> None:
    await contained(pool, program, way, folder)


@sandbox(PreparedSandbox)
@cases("prepared", telling=True)
async def test_it_is_contained_in_the_place_of_a_cold_interpreter(
    pool: Pool, program: Program, way: str, folder: Path
) -> None:
    await contained(pool, program, way, folder)


@sandbox(ForkSandbox, "namespaces")
@cases("turn", "warm", telling=True)
async def test_it_is_contained_without_namespaces(pool: Pool, program: Program, way: str, folder: Path) -> None:
    await contained(pool, program, way, folder)


@sandbox(SubprocessSandbox)
@cases("turn", telling=True)
async def test_it_is_contained_in_cold_interpreters(pool: Pool, program: Program, way: str, folder: Path) -> None:
    await contained(pool, program, way, folder)


DEEDS: dict[str, Callable[[Victims], object]] = {
    "heard": lambda victims: socket.create_connection(("127.0.0.1", victims.targets["tcp"])).close(),
    "file secret.txt": lambda victims: Path(victims.targets["secret"]).chmod(0o600),
    "file open.txt": lambda victims: os.utime(victims.targets["open"]),
    "file table.csv": lambda victims: Path(victims.home, "hard.csv").hardlink_to(victims.targets["table"]),
    "file folder": lambda victims: Path(victims.targets["folder"], victims.mark).touch(),
    "victim State": lambda victims: os.kill(victims.process.pid, signal.SIGSTOP),
    "victim nice": lambda victims: os.setpriority(os.PRIO_PROCESS, victims.process.pid, 19),
    "victim limits": lambda victims: resource.prlimit(victims.process.pid, resource.RLIMIT_NOFILE, (10, 10)),
    "victim": lambda victims: os.kill(victims.process.pid, signal.SIGKILL),
    "strays": lambda victims: Path(tempfile.gettempdir(), victims.mark).touch(),
}


@pytest.mark.parametrize("sign", DEEDS)
def test_a_deed_is_seen_when_it_is_done(sign: str) -> None:
    victims = Victims()
    try:
        before = victims.look()
        DEEDS[sign](victims)
        assert soon(lambda: victims.look().get(sign) != before.get(sign))
    finally:
        Path(tempfile.gettempdir(), victims.mark).unlink(missing_ok=True)
        victims.close()


def test_secrets_processes_and_descriptors_that_get_out_are_seen(outside: Victims) -> None:
    assert outside.told_in("nothing", f"x{outside.secrets['file']}x") == ["file"]
    assert outside.told_in(b"\xff" + outside.secrets["memory"].encode()) == ["memory"]
    before, descriptors = living(os.getpid()), len(open_descriptors())
    [daemon] = subprocess.check_output(["sh", "-c", "sleep 60 >&- & echo $!"], text=True).split()
    assert living(os.getpid()) - before == {int(daemon)}
    os.kill(int(daemon), signal.SIGKILL)
    os.waitpid(int(daemon), 0)
    with Path(os.devnull).open():
        assert len(open_descriptors()) == descriptors + 1
