"""Whatever a state holds open is its own: neither a turn that fails nor another fork of it changes what is in there."""

import re

import pytest

from tests.support.sandboxes import BARE, FORKED, KEEPING, REPLAYED, SANDBOXES, on, prints

pytestmark = pytest.mark.asyncio(loop_scope="module")

KEPT = {
    "a temporary file": (
        "import tempfile\nf = tempfile.TemporaryFile('w+')\nf.write('one')\nf.flush()",
        "f.write('two')\nf.flush()",
        "f.seek(0)\nprint(f.read())",
        "one\n",
    ),
    "a removed file, twice open": (
        "import os\nf = open('gone1', 'w+b', buffering=0)\nf.write(b'one')\ng = os.dup(f.fileno())\n"
        "h = open('gone1', 'ab', buffering=0)\nos.remove('gone1')",
        "os.write(g, b'two')\nh.write(b'end')\nos.ftruncate(g, 1000)",
        "h.write(b'!')\nos.lseek(g, 1, 0)\nprint(f.read(), h.tell())",
        "b'ne!' 4\n",
    ),
    "a removed file with a hole": (
        "import os\nf = open('gone2', 'w+b')\nos.remove('gone2')\nf.truncate(1_000_000)\nf.seek(900_000)\n"
        "f.write(b'end')\nf.flush()",
        "f.truncate(0)",
        "print(f.seek(0, 2), f.seek(0), f.read().strip(bytes(1)))",
        "1000000 0 b'end'\n",
    ),
    "a file that was replaced": (
        "import os\nf = open('f3', 'w+')\nf.write('one')\nf.flush()",
        "f.seek(0)\nf.write('two')\nf.flush()\nos.remove('f3')\nopen('f3', 'w').write('other')",
        "f.write('!')\nf.flush()\nprint(open('f3').read())",
        "one!\n",
    ),
    "files that changed names": (
        "import os\nf, g = open('f4', 'w+'), open('g4', 'w+')\nf.write('f')\ng.write('g')\nf.flush()\ng.flush()",
        "os.rename('f4', 'x4')\nos.rename('g4', 'f4')\nos.rename('x4', 'g4')",
        "f.write('!')\nf.flush()\nprint(open('f4').read(), open('g4').read())",
        "f! g\n",
    ),
    "a place in a file and its flags": (
        "import os\nf = open('homes.csv', 'rb', buffering=0)\nstart = f.read(4)\nempty = os.dup(0)",
        "f.read(3)\nos.set_blocking(f.fileno(), False)\nos.set_blocking(empty, False)",
        "print(f.read(5), os.get_blocking(f.fileno()), os.get_blocking(empty))",
        "b',pric' True True\n",
    ),
    "a pipe": (
        "import os\nr, w = os.pipe()\nos.write(w, b'one')\nos.set_blocking(r, False)",
        "os.read(r, 2)\nos.write(w, b'two')",
        "print(os.read(r, 100), os.write(w, b'x'), os.read(r, 100), os.get_blocking(r))",
        "b'one' 1 b'x' False\n",
    ),
    "an event": (
        "import os\ne = os.eventfd(3, os.EFD_SEMAPHORE)",
        "os.eventfd_write(e, 5)",
        "os.set_blocking(e, False)\nfound = 0\ntry:\n    while True: found += os.eventfd_read(e)\n"
        "except BlockingIOError: print(found)",
        "3\n",
    ),
    "a pair of sockets": (
        "import socket\na, b = socket.socketpair()\na.send(b'one')",
        "a.send(b'two')",
        "print(b.recv(100))",
        "b'one'\n",
    ),
    "a loop of asyncio": (
        "import asyncio\nloop = asyncio.new_event_loop()\nasync def f(n): return n",
        "loop.close()",
        "print(loop.run_until_complete(f(5)))",
        "5\n",
    ),
    "a mapped file": (
        "import mmap\nf = open('m10', 'w+b')\nf.write(b'one')\nf.flush()\nm = mmap.mmap(f.fileno(), 3)",
        "m[:] = b'two'",
        "print(m[:], open('m10', 'rb').read())",
        "b'one' b'one'\n",
    ),
    "a mapped file that was removed": (
        "import mmap, os\nf = open('m11', 'w+b')\nf.write(b'one')\nf.flush()\nm = mmap.mmap(f.fileno(), 3)\n"
        "os.remove('m11')",
        "m[:] = b'two'",
        "print(m[:])",
        "b'one'\n",
    ),
    "a mapped file that is removed later": (
        "import mmap, os\nf = open('m12', 'w+b')\nf.write(b'one')\nf.flush()\nm = mmap.mmap(f.fileno(), 3)",
        "m[:] = b'two'\nos.remove('m12')",
        "m[:1] = b'!'\nprint(m[:], open('m12', 'rb').read())",
        "b'!ne' b'!ne'\n",
    ),
    "an open database": (
        "import sqlite3\nc = sqlite3.connect('d13')\nc.execute('create table t (a)')\nc.commit()\n"
        "c.execute('insert into t values (1)')",
        "c.execute('insert into t values (2)')\nc.commit()",
        "c.commit()\nprint(c.execute('select * from t').fetchall())",
        "[(1,)]\n",
    ),
    "a lock on a file": (
        "import fcntl\nf = open('f14', 'w')\nfcntl.flock(f, fcntl.LOCK_EX)",
        "fcntl.flock(f, fcntl.LOCK_UN)",
        "fcntl.flock(f, fcntl.LOCK_EX)\nprint('locked')",
        "locked\n",
    ),
    "a lock on a given file": (
        "import fcntl\nf = open('homes.csv')\nfcntl.flock(f, fcntl.LOCK_EX)",
        "fcntl.flock(f, fcntl.LOCK_UN)",
        "fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)\nprint('locked')\nfcntl.flock(f, fcntl.LOCK_UN)",
        "locked\n",
    ),
    "a lock that only one of them takes": (
        "import fcntl",
        "f = open('homes.csv')\nfcntl.flock(f, fcntl.LOCK_EX)",
        "g = open('homes.csv')\nfcntl.flock(g, fcntl.LOCK_EX | fcntl.LOCK_NB)\nprint('free')\ng.close()",
        "free\n",
    ),
    "a mapped file that is read before it is written": (
        "import mmap\nf = open('m17', 'w+b')\nf.write(b'one')\nf.flush()\nm = mmap.mmap(f.fileno(), 3)",
        "bytes(m)\nm[:] = b'two'",
        "print(m[:], open('m17', 'rb').read())",
        "b'one' b'one'\n",
    ),
}
"""What is opened, what a turn does with it before it fails, a look at it, and what is to be seen."""


@on(FORKED, BARE)
@pytest.mark.parametrize("name", KEPT)
async def test_a_failed_turn_leaves_no_trace_in_what_is_open(session, name):
    begin, spoil, look, seen = KEPT[name]
    await prints(session, "kept = 5")
    await prints(session, begin)
    for _ in range(2):
        failed = await session.run(f"{spoil}\n1 / 0")
        assert failed.error.type == "ZeroDivisionError", failed.error
    assert await prints(session, look) == seen
    assert await prints(session, "print(kept)") == "5\n"


@on(FORKED)
@pytest.mark.parametrize("name", KEPT)
async def test_no_fork_finds_what_another_one_has_left_in_what_is_open(session, name):
    begin, leave, look, seen = KEPT[name]
    await prints(session, begin)
    one, other = await session.fork(), await session.fork()
    await prints(one, leave)
    assert await prints(other, look) == seen
    assert await prints(session, look) == seen


def each_by_itself(position: int) -> str:
    """The code at this position of all that is kept, each with names of its own."""
    codes = {name: kept[position] for name, kept in KEPT.items()}
    return f"names = globals().get('names') or {{}}\nfor name, code in {codes!r}.items():\n" + (
        "    print(name)\n    exec(code, names.setdefault(name, {}))"
    )


@on(*SANDBOXES)
async def test_all_of_it_together_is_each_forks_own_wherever_code_runs(session):
    begin, spoil, look = (each_by_itself(position) for position in range(3))
    seen = "".join(f"{name}\n{kept[3]}" for name, kept in KEPT.items())
    await prints(session, begin)
    other = await session.fork()
    assert (await other.run(f"{spoil}\n1 / 0")).error.type == "ZeroDivisionError"
    await prints(other, spoil)
    assert await prints(session, look) == seen


@on(FORKED, REPLAYED)
async def test_a_lock_on_a_file_of_all_is_not_kept_between_turns(sandbox, session):
    lock = "fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)"
    other = await sandbox.open({})
    for each in (session, other):
        await prints(each, f"import fcntl, os\nf = open(os.__file__)\n{lock}\nheld = 5")
    for each in (session, other):
        assert await prints(each, f"{lock}\nprint(held)") == "5\n"
    await other.close()


@on(FORKED, REPLAYED, BARE)
async def test_what_an_accepted_turn_has_written_through_memory_stays(session):
    await prints(session, "import mmap\nf = open('m', 'w+b')\nf.write(b'one')\nf.flush()\nm = mmap.mmap(f.fileno(), 3)")
    await prints(session, "bytes(m)\nm[:] = b'two'")
    other = await session.fork()
    await prints(other, "m[:2] = b'TW'")
    look = "print(m[:], open('m', 'rb').read())"
    assert await prints(session, look) == "b'two' b'two'\n"
    assert not (await session.run("m[:] = b'bad'\n1 / 0")).ok
    assert await prints(session, look) == "b'two' b'two'\n"
    assert await prints(other, look) == "b'TWo' b'TWo'\n"
    assert await session.files("") == {**await session.files(""), "m": b"two"}


@on(FORKED, REPLAYED, BARE)
@pytest.mark.parametrize("spoil", ["shutil.rmtree('d')", "os.rename('d', 'e')\nos.mkdir('d')"])
async def test_a_state_stays_in_the_folder_that_it_works_in(session, spoil):
    begin = "import os, shutil\ntop = os.getcwd()\nos.mkdir('d')\nos.chdir('d')\nopen('f', 'w').write('one')"
    await prints(session, begin)
    other = await session.fork()
    assert not (await session.run(f"os.chdir(top)\n{spoil}\n1 / 0")).ok
    look = "print(os.path.relpath(os.getcwd(), top), open('f').read(), os.path.exists(f'{top}/e'))"
    assert await prints(session, look) == "d one False\n"
    await prints(other, f"os.chdir(top)\n{spoil}")
    assert await prints(session, look) == "d one False\n"


@on(*KEEPING, BARE)
async def test_a_failed_turn_leaves_no_trace_in_attributes(session):
    begin = (
        "import os\nopen('f', 'w').close()\nos.mkdir('d')\n"
        "def look():\n    try: return {n: {a: os.getxattr(n, a) for a in os.listxattr(n)} for n in '.fd'}\n"
        "    except OSError as no: return str(no)\n"
        "try:\n    os.setxattr('f', 'user.kept', b'1')\n    os.setxattr('d', 'user.kept', b'2')\n"
        "except OSError: pass\nbefore = look()"
    )
    await prints(session, begin)
    spoil = (
        "for n in '.fd':\n    try:\n        os.setxattr(n, 'user.kept', b'3')\n"
        "        os.setxattr(n, 'user.left', b'4')\n    except OSError: pass\n1 / 0"
    )
    assert (await session.run(spoil)).error.type == "ZeroDivisionError"
    assert await prints(session, "print(look() == before)") == "True\n"


@on(FORKED, BARE)
@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("import socket\nkept = socket.socketpair()", "socket pair"),
        ("import select\nkept = select.epoll()", "eventpoll"),
        ("import fcntl\nkept = open('f', 'w')\nfcntl.flock(kept, fcntl.LOCK_EX)", "lock on .*/f"),
        (
            "kept = open('f', 'w+b')\nkept.write(bytes(10))\nkept.flush()\nimport mmap, os\n"
            "mapped = mmap.mmap(kept.fileno(), 10)\nos.remove('f')",
            "memory that is shared",
        ),
    ],
)
async def test_what_keeps_a_state_from_being_forked_is_named_and_no_more_when_it_is_closed(session, code, what):
    await prints(session, code)
    await prints(session, "x = 5")
    assert re.search(what, session.obstacle)
    assert not (await session.run("x = 6\n1 / 0")).ok
    assert await prints(session, "print(x)") == "5\n"
    await prints(session, "kept = mapped = None")
    await prints(session, "print(x)")
    assert not session.obstacle


_OPEN_IN_OTHERS = """
found = []
for process in set(range(1, 60)) | set(range(os.getpid() - 200, os.getpid() + 200)):
    for number in (f.fileno(), r, w) if process != os.getpid() else ():
        try:
            os.close(os.open(f'/proc/{process}/fd/{number}', os.O_RDWR | os.O_NONBLOCK))
            found.append((process, number))
        except OSError:
            pass
print(found)
"""


@pytest.mark.jail
@on(FORKED, BARE)
async def test_no_fork_opens_what_another_one_has_open(session):
    begin = "import os, tempfile\nf = tempfile.TemporaryFile()\nr, w = os.pipe()\nmine = 0"
    await prints(session, begin)
    one, other = await session.fork(), await session.fork()
    await prints(one, "mine = 1")
    for each in (other, one, session):
        assert await prints(each, _OPEN_IN_OTHERS) == "[]\n"
        assert (await each.run(_OPEN_IN_OTHERS, in_place=True)).output == "[]\n"


@on(FORKED)
async def test_a_long_dialogue_goes_on_being_undone_beyond_what_the_kernel_can_keep_apart(session):
    await prints(session, "n = 0")
    for turn in range(1, 19):
        await prints(session, f"n += 1\nassert n == {turn}")
    assert session.obstacle, "the next failure costs a replay"
    assert (await session.run("n = -1\n1 / 0")).error.type == "ZeroDivisionError"
    assert await prints(session, "print(n)") == "18\n"
    assert not session.obstacle, "a replay begins anew"
