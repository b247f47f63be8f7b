"""What belongs to forks alone: that nothing is left behind, whoever dies first."""

import asyncio
import contextlib
import gc
import itertools
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from company.errors import SandboxError, ScriptLost
from company.sandbox import ForkSandbox, Limits
from company.sandbox.folder import WorkFolder
from company.sandbox.processes import descendants
from company.sandbox.roots import PREFIX, make_root, scratch, sweep

pytestmark = pytest.mark.slow
COLD = True  # what is started here is to be below this process

LIMITS = Limits(wall_seconds=30, memory_mib=1024)


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def started():
    """What was started since the test began; what processes of other tests may start meanwhile does not count."""
    beside = descendants(os.getpid())

    def since():
        others = {below for each in beside for below in (each, *descendants(each))}
        return [each for each in descendants(os.getpid()) if each not in others]

    return since


async def until_gone(processes):
    """Wait until none of the processes is alive; those that stay are the failure."""
    for _ in range(100):
        processes = [p for p in processes if " Z " not in _stat(p)]
        if not processes:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"still alive: {processes}")


def _stat(process):
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text()
    return " Z "


async def test_an_exception_leaves_no_process_and_no_folder(temporary, started):
    with pytest.raises(RuntimeError):
        async with ForkSandbox(LIMITS) as sandbox:
            session = await sandbox.open({})
            assert (await session.run("x = 1")).ok
            turn = asyncio.create_task(session.run("import time\ntime.sleep(60)"))
            await asyncio.sleep(0.5)
            alive = started()
            assert len(alive) >= 4  # zygote, supervisor, holder, and the turn that is being tried
            assert len(list(temporary.glob(f"{PREFIX}{os.getpid()}-*"))) == 1
            raise RuntimeError
    with pytest.raises(SandboxError):
        await turn
    await until_gone(alive)
    assert list(temporary.iterdir()) == []
    with pytest.raises(SandboxError, match="closed"):
        await sandbox.open({})
    await sandbox.close()


async def test_a_dead_zygote_is_told_and_replaced(temporary):
    async with ForkSandbox(LIMITS, workers=1) as sandbox:
        session = await sandbox.open({})
        turn = asyncio.create_task(session.run("import time\ntime.sleep(60)"))
        await asyncio.sleep(0.5)
        below = descendants(sandbox._supervisors.zygote._process.pid)
        os.kill(sandbox._supervisors.zygote._process.pid, signal.SIGKILL)
        with pytest.raises(SandboxError, match="gone"):
            await turn
        await until_gone(below)
        fresh = await sandbox.open({})
        assert (await fresh.run("x = 1")).ok


async def test_a_drawing_whose_process_is_killed_is_drawn_once_more(temporary):
    pytest.importorskip("resvg_py", reason="drawings need the extra graphics")
    from company.drawings.jailed import drawn_in

    lost = []
    async with ForkSandbox(LIMITS, workers=1) as sandbox:
        run, zygote = sandbox.script, sandbox._supervisors.zygote._process.pid

        async def script(path, *, cold, readable=()):
            if lost:
                return await run(path, cold=cold, readable=readable)
            # A drawing may be done before anything hits it; this says that it is under way, and goes on for long.
            waits = path.with_name("waits.py")
            waits.write_text("import time\nopen('started', 'w').close()\ntime.sleep(60)\n")
            running = asyncio.create_task(run(waits, cold=cold, readable=readable))
            while not path.with_name("started").exists():  # noqa: ASYNC110 - nothing else tells that it runs
                await asyncio.sleep(0.01)
            await sandbox._supervisors.settled()
            idle, below = list(sandbox._supervisors._idle), descendants(zygote)
            for each in below:
                os.kill(each, signal.SIGKILL)
            # Else the next drawing may be given to one of those that were killed.
            while any(each.alive for each in idle):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            try:
                return await running
            except ScriptLost as problem:
                lost.append(problem)
                raise

        sandbox.script = script
        (place := temporary / "drawing").mkdir()
        drawn = await drawn_in(
            sandbox,
            place,
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>',
            "svg",
        )
    assert [each.kind for each in drawn.scene.elements] == ["circle"]
    assert "the process that ran waits.py is gone" in str(lost[0])


def _held(root):
    """Processes below this one, its open files, and what lies in the sandbox's folder."""
    gc.collect()  # what other tests have left to be collected, an event loop for one, has files open until it is
    return len(descendants(os.getpid())), len(list(Path("/proc/self/fd").iterdir())), len(list(root.rglob("*")))


async def test_many_executions_leave_nothing_behind(temporary, tmp_path_factory, started):
    script = tmp_path_factory.mktemp("script") / "script.py"
    script.write_text("print(1)")
    async with ForkSandbox(LIMITS, workers=2) as sandbox:
        held = []
        for _ in range(6):
            session = await sandbox.open({})
            assert (await session.run("x = 1")).ok
            for code in ("1 / 0", "import os\nos._exit(1)", "import os\nos.fork()"):
                assert not (await session.run(code)).ok
            branch = await session.fork()
            assert (await branch.run("x = 2", in_place=True)).ok
            assert not (await branch.run("1 / 0", in_place=True)).ok
            await asyncio.gather(session.close(), branch.close())
            assert (await sandbox.script(script, cold=False)).ok
            held.append(_held(sandbox._root.path))
        # What earlier tests held may go meanwhile, and a busy machine ends what was closed a moment later than told;
        # what these executions left would be there six times, and would stay.
        for _ in range(100):
            if all(late <= early for late, early in zip(held[-1], held[0], strict=True)):
                break
            await asyncio.sleep(0.1)
            held.append(_held(sandbox._root.path))
        else:
            pytest.fail(f"left behind, as (processes, files, paths): {held}")
        alive = started()
    await until_gone(alive)
    assert list(temporary.iterdir()) == []


HOST = """
import asyncio, os, sys
from company.sandbox import ForkSandbox
from company.sandbox.processes import descendants
async def main():
    async with ForkSandbox(SETTINGS) as sandbox:
        session = await sandbox.open({})
        asyncio.create_task(session.run("import time; time.sleep(60)"))
        other = await sandbox.open({})
        await other.run("x = 1")
        await asyncio.sleep(0.5)
        sys.stdout.write(" ".join(map(str, descendants(os.getpid()))) + "\\n")
        sys.stdout.flush()
        await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.mark.parametrize("settings", ["", "without=('namespaces',), require=('landlock', 'limits', 'seccomp')"])
async def test_when_the_host_is_killed_nothing_is_left(temporary, settings):
    environment = {**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(Path(__file__).parents[2])}
    program = [sys.executable, "-c", HOST.replace("SETTINGS", settings)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, env=environment) as host:  # noqa: ASYNC220
        alive = [int(process) for process in (await asyncio.to_thread(host.stdout.readline)).split()]
        assert len(alive) >= 6
        host.kill()
    await until_gone(alive)
    for _ in range(100):
        if not list(temporary.iterdir()):
            break
        await asyncio.sleep(0.05)
    assert list(temporary.iterdir()) == []


def test_a_sweep_leaves_the_folders_of_the_living(temporary):
    root = make_root()
    newborn = temporary / f"{PREFIX}1-x"
    newborn.mkdir()
    sweep()
    assert root.path.exists()
    assert newborn.exists()
    os.utime(newborn, (time.time() - 9999, time.time() - 9999))
    sweep()
    assert not newborn.exists()
    root.remove()
    assert not root.path.exists()


def test_scratch_of_the_killed_goes_with_the_next_sweep_and_that_of_the_living_stays(temporary):
    program = [
        sys.executable,
        "-c",
        "from company.sandbox.roots import scratch\nwith scratch('gate') as folder:\n    print(folder, flush=True)\n"
        "    (folder / 'case').mkdir()\n    input()",
    ]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as killed:
        theirs = Path(killed.stdout.readline().strip())
        with scratch("gate") as ours:
            sweep()
            assert theirs.is_dir() and ours.is_dir()
            killed.kill()
            killed.wait()
            sweep()
            assert ours.is_dir() and not theirs.parent.exists()
        assert not ours.exists()


def test_scratch_of_a_process_that_ends_is_gone(temporary):
    program = "from company.sandbox.roots import scratch\nwith scratch('gate') as folder:\n    print(folder.is_dir())"
    environment = {**os.environ, "TMPDIR": str(temporary)}
    assert subprocess.check_output([sys.executable, "-c", program], text=True, env=environment) == "True\n"
    assert not list(temporary.iterdir())


async def test_at_most_so_many_sessions_are_open_and_so_many_turns_run_at_a_time(temporary):
    code = "import time\nprint(time.monotonic())\ntime.sleep(0.1)\nprint(time.monotonic())"
    async with ForkSandbox(LIMITS, workers=1, sessions=2) as sandbox:
        first, second = [await sandbox.open({}) for _ in range(2)]
        done = await asyncio.gather(*(each.run(code) for each in (first, second, first)))
        spans = sorted(tuple(map(float, each.output.split())) for each in done)
        assert all(before[1] <= after[0] for before, after in itertools.pairwise(spans))
        third = asyncio.create_task(sandbox.open({}))
        branch = await second.fork()  # the same family, the same place
        await second.close()
        await asyncio.sleep(0.1)
        assert not third.done()
        await branch.close()
        assert (await (await third).run("x = 1")).ok
        await first.close()


def test_a_work_folder_comes_back_as_it_was(tmp_path):
    work = tmp_path / "work"
    work.mkdir()
    original = tmp_path / "t.csv"
    original.write_text("abc")
    (work / "t.csv").write_text("abc")
    folder = WorkFolder(work, tmp_path / "kept", {"t.csv": str(original)})
    (work / "a").write_text("one")
    (work / "link").symlink_to("a")
    files = folder.keep()
    open_file = (work / "a").open("a")
    open_file.write("two")
    open_file.flush()
    (work / "link").unlink()
    (work / "link").mkdir()
    (work / "link" / "deep").touch()
    (work / "t.csv").unlink()
    folder.restore(files)
    assert sorted(path.name for path in work.iterdir()) == ["a", "link", "t.csv"]
    assert (work / "link").readlink() == Path("a")
    assert (work / "t.csv").read_text() == "abc"
    assert (work / "a").read_text() == "one"
    assert (work / "a").stat().st_ino == os.fstat(open_file.fileno()).st_ino
    open_file.close()


async def test_what_one_dialogue_has_said_is_in_no_memory_of_the_next(temporary):
    searching = (
        "import re\nfound = set()\nmemory = open('/proc/self/mem', 'rb', 0)\n"
        "for line in open('/proc/self/maps'):\n"
        "    place, rights, *_ = line.split()\n"
        "    start, end = (int(each, 16) for each in place.split('-'))\n"
        "    if rights.startswith('rw') and end - start < 1 << 29 and '[v' not in line:\n"
        "        memory.seek(start)\n"
        "        found |= set(re.findall(rb'mar\\x6ber-[0-9]+-of-an-earlier', memory.read(end - start)))\n"
        "print(sorted(found))"
    )
    # Where files of processes can be read: the jail closes them, but not the memory itself.
    async with ForkSandbox(LIMITS, workers=1, without=("landlock",), require=()) as sandbox:
        for _ in range(2):
            session = await sandbox.open({})
            told = await session.run(searching)
            assert told.output == "[]\n", told.error
            assert (await session.run("for i in range(200): globals()[f'v{i}'] = f'marker-{i}-of-an-earlier'")).ok
            await session.close()
