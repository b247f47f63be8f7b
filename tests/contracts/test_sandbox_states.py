"""States that are forked, replayed and put back: all the same to whoever runs turns on them."""

import asyncio

import pytest

from company.errors import SandboxError
from company.records import Intent
from company.results.cells import read_cells
from tests.support.sandboxes import BARE, COLD, ENDING, FORKED, FURTHEST_APART, KEEPING, REPLAYED, on, prints

pytestmark = pytest.mark.asyncio(loop_scope="module")


@on(*KEEPING)
async def test_a_fork_has_the_same_state_and_goes_its_own_way(session, table):
    await prints(session, "import os, random\nx = [1]\nopen('f', 'w').write('a')\nrandom.random()")
    other = await session.fork()
    third = await other.fork()
    await prints(session, "x.append(2)\nopen('f', 'a').write('b')\nos.remove('homes.csv')")
    await prints(other, "x.append(3)\nopen('g', 'w').write('c')")
    look = "print(x, sorted(os.listdir()), open('f').read(), random.random())"
    said = [await prints(each, look) for each in (session, other, third)]
    number = said[0].split()[-1]
    assert said == [
        f"[1, 2] ['f'] ab {number}\n",
        f"[1, 3] ['f', 'g', 'homes.csv'] a {number}\n",
        f"[1] ['f', 'homes.csv'] a {number}\n",
    ]
    await session.close()
    assert await prints(third, "print(x)") == "[1]\n"
    await third.close()
    assert await prints(other, "print(x, len(open('homes.csv').read()))") == "[1, 3] 35\n"
    await other.close()


@on(FORKED, REPLAYED, COLD)
async def test_a_state_that_was_told_to_wait_for_nothing_goes_on(session):
    games = (
        "import fcntl, os\nfor each in range(256):\n    try:\n        fcntl.fcntl(each, fcntl.F_SETFL, os.O_NONBLOCK)\n"
    )
    await prints(session, f"{games}    except OSError:\n        continue\nkept = 5")
    await asyncio.sleep(0.2)  # whoever does not wait finds nothing to do
    assert await prints(session, "print(kept)") == "5\n"
    assert await prints(session, "print('x' * 4_500, kept)") == "x" * 4_500 + " 5\n"


@on(*KEEPING)
async def test_many_answers_are_tried_on_one_history(sandbox, table):
    session = await sandbox.open({"homes.csv": table})
    await prints(session, "import pandas as pd\ndf = pd.read_csv('homes.csv')")
    answers = ["x = df['price'].sum()", "x = 1 / 0", "x = df['price'].max()", "del df\nx = 0", "x = df.shape[0]"]
    found = []
    for answer in answers:
        branch = await session.fork()
        done = await branch.run(answer, [Intent(name="x", type="value")])
        found.append(done.results[0].shown if done.ok else done.error.type)
        await branch.close()
    assert found == ["60", "ZeroDivisionError", "30", "0", "3"]
    assert [variable.name for variable in (await session.run("")).variables] == ["df"]
    await session.close()


@on(*KEEPING)
async def test_a_promise_that_is_broken_costs_nothing_but_time(session):
    await prints(session, "import random\nx = [1]\nopen('f', 'w').write('a')")
    assert (await session.run("x.append(2)", in_place=True)).ok
    broken = await session.run("x.append(3)\nopen('f', 'w').write('b')\nrandom.random()\n1/0", in_place=True)
    assert (broken.error.type, broken.error.line) == ("ZeroDivisionError", 4)
    assert [variable.name for variable in broken.variables] == ["x"]
    first = await prints(session, "print(x, open('f').read(), random.random())")
    assert first.startswith("[1, 2] a ")


ENDING_IN_PLACE = [
    ("import os\nos._exit(3)", "Killed"),
    ("import os\nos.kill(os.getpid(), 11)", "Killed"),
    ("while True: pass", "TimeoutError"),
    ("print('x' * 10**6)", "OutputLimit"),
    ("import sys\nsys.exit()", "SystemExit"),
]
"""Code, and the type of the error that it ends with."""


@on(FORKED, REPLAYED, COLD)
async def test_in_place_too_whatever_ends_a_turn_is_undone(session):
    await prints(session, "kept = 5")
    for code, kind in ENDING_IN_PLACE:
        assert (await session.run(code, in_place=True)).error.type == kind, code
        assert await prints(session, "print(kept)") == "5\n", code


@on(*KEEPING)
async def test_files_over_the_limits_are_a_failure_and_undone(session):
    await prints(session, "open('kept', 'w').write('a')")
    for code in (
        "for n in range(9): open(f'f{n}', 'wb').write(bytes(2**20))",
        "for n in range(300): open(f'f{n}', 'w').close()",
        "for n in range(9):\n    f = open(f'f{n}', 'wb')\n    f.truncate(2**20)",
    ):
        failed = await session.run(code)
        assert failed.error.type == "DiskLimit", code
        assert await prints(session, "import os\nprint(sorted(os.listdir()))") == "['homes.csv', 'kept']\n"


@on(*ENDING)
async def test_deleted_files_that_are_open_count_while_the_code_runs(session):
    code = (
        "import os, time\nopened = []\n"
        "for n in range(20):\n"
        "    opened.append(open('f', 'wb')); opened[-1].write(bytes(2**20)); opened[-1].flush(); os.remove('f')\n"
        "time.sleep(3)"
    )
    assert (await session.run(code)).error.type == "DiskLimit"
    assert await prints(session, "print(1)") == "1\n"


@on(*KEEPING)
async def test_code_that_spoils_its_own_process_costs_a_turn_at_most(session):
    await prints(session, "kept = 5")
    for code in (
        "import os\nos.register_at_fork(before=lambda: os._exit(1))",
        "import os\nos.fork = None",
        "import json\njson.loads = json.dumps = None",
        "import signal, threading\nsignal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)\n"
        "signal.signal(signal.SIGALRM, lambda *_: None)",
    ):
        await session.run(code)
        assert await prints(session, "print(kept)") == "5\n", code


@on(*FURTHEST_APART)
async def test_tables_come_out_as_cells(session):
    await prints(session, "import pandas as pd\ndf = pd.read_csv('homes.csv')\nnumber = 5")
    table = read_cells(await session.table("df"))
    assert (table.names, table.columns) == (("city", "price"), (("Lyon", "Nice", "Lyon"), (10, 30, 20)))
    with pytest.raises(ValueError, match="nothing_of_that_name"):
        await session.table("nothing_of_that_name")
    with pytest.raises(ValueError, match="int"):
        await session.table("number")
    await prints(session, "large = pd.DataFrame({at: ['x' * 100] * 15_000 for at in 'ab'})")
    with pytest.raises(ValueError, match="1 MiB"):
        await session.table("large")
    assert await prints(session, "print(len(df))") == "3\n"


@on(*FURTHEST_APART)
async def test_files_of_a_folder_come_out_as_bytes_and_links_stay(session):
    await prints(
        session, "import os\nos.mkdir('kept')\nopen('kept/a', 'wb').write(b'\\x00\\xff')\nopen('b', 'w').write('b')"
    )
    other = await session.fork()
    await prints(
        other, "os.symlink('/etc/hostname', 'kept/link')\nos.mkdir('kept/deep')\nopen('kept/c', 'w').write('c')"
    )
    assert await other.files("kept") == {"a": b"\x00\xff", "c": b"c"}
    assert await session.files("kept") == {"a": b"\x00\xff"}
    assert not (await other.run("open('kept/a', 'w').write('x')\n1 / 0")).ok
    assert (await other.files("kept"))["a"] == b"\x00\xff"
    assert await session.files("nowhere") == {}
    await other.close()


@on(*FURTHEST_APART)
async def test_a_session_that_is_closed_says_so(sandbox):
    session = await sandbox.open({})
    await session.close()
    for asked in (session.run("x = 1"), session.fork(), session.table("x")):
        with pytest.raises(SandboxError, match="closed"):
            await asked


@on(FORKED, BARE, COLD)
@pytest.mark.jail
async def test_scripts_see_what_is_readable_and_nothing_else(sandbox, tmp_path):
    shared, folder = tmp_path / "shared", tmp_path / "case"
    shared.mkdir()
    folder.mkdir()
    (shared / "t.csv").write_text("a\n1\n")
    (tmp_path / "secret").write_text("secret")
    (folder / "t.csv").symlink_to(shared / "t.csv")
    (folder / "secret").symlink_to(tmp_path / "secret")
    script = folder / "script.py"
    script.write_text(
        "print(open('t.csv').read())\n"
        "for name in ('secret', '../secret'):\n"
        "    try: print(open(name).read())\n"
        "    except PermissionError: print('no')\n"
        "try: open('t.csv', 'a')\nexcept OSError: print('no')\n"
        "open('out', 'w').write('x')"
    )
    for cold in (True, False):
        run = await sandbox.script(script, cold=cold, readable=[shared])
        assert (run.stderr, run.stdout) == ("", "a\n1\n\nno\nno\nno\n")
        assert (folder / "out").read_text() == "x"


@on(*FURTHEST_APART)
async def test_cancelled_scripts_are_stopped_and_others_go_on(sandbox, tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import time\ntime.sleep(60)")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(sandbox.script(script, cold=False), 0.5)
    script.write_text("print(1)")
    assert (await sandbox.script(script, cold=False)).stdout == "1\n"
