"""Room on the disk is bounded however it is taken, and time for forks that never come is spent once."""

import time

import pytest

from company.sandbox.jail.calls import JUDGED
from tests.support.sandboxes import BARE, COLD, ENDING, FORKED, REPLAYED, on, prints

pytestmark = pytest.mark.asyncio(loop_scope="module")

NATIVE = (
    "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\nlibc.mmap.restype = ctypes.c_void_p\n"
    "libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]\n"
)
TAKING = {
    "below a path that is too long for any call": (
        "import os, time\nfor n in range(20):\n    os.mkdir('n' * 250)\n    os.chdir('n' * 250)\n"
        "for n in range(20): open(f'f{n}', 'wb').write(bytes(2**20))\ntime.sleep(3)"
    ),
    "in memory alone, without a name and a descriptor": (
        f"{NATIVE}import time\nfor n in range(40):\n"
        "    f = os.open('x', os.O_RDWR | os.O_CREAT)\n    os.unlink('x')\n    os.ftruncate(f, 2**20)\n"
        "    place = libc.mmap(None, 2**20, 3, 1, f, 0)\n    os.close(f)\n"
        "    ctypes.memset(place, 1, 2**20)\ntime.sleep(3)"
    ),
    "in a temporary file that was open before": (
        "import time\nfor n in range(1, 10):\n    kept[n % 5].seek(0, 2)\n    kept[n % 5].write(bytes(2**20 - n))\n"
        "    kept[n % 5].flush()\ntime.sleep(3)"
    ),
}
"""Ways to fill the disk that a look at the folder does not show."""


@on(FORKED, BARE)
@pytest.mark.parametrize("way", TAKING)
async def test_the_disk_is_full_at_its_limit_wherever_files_are(session, way):
    await prints(session, "import tempfile\nkept = [tempfile.TemporaryFile() for n in range(5)]")
    filled = await session.run(TAKING[way])
    # Whoever counts may be the first to see it, or the kernel, which has no more room: a call fails, or a mapping does.
    by_kernel = "space" in filled.error.message or "SIGBUS" in filled.error.message
    assert filled.error.type == "DiskLimit" or by_kernel, filled.error
    assert await prints(session, "import os\nprint(os.listdir(), kept[0].seek(0, 2))") == "['homes.csv'] 0\n"


@on(*ENDING)
async def test_a_script_is_stopped_where_its_files_are_below_a_path_that_is_too_long(sandbox, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(TAKING["below a path that is too long for any call"])
    done = await sandbox.script(script, cold=False)
    assert done.exit_code is None
    assert "the files take more than" in done.stderr


@on(FORKED, BARE, REPLAYED, COLD)
@pytest.mark.jail
async def test_no_thread_has_open_files_of_its_own_that_nobody_counts(session):
    clone, close = JUDGED["clone"], JUDGED["close_range"]
    code = (
        "import ctypes, platform\nlibc = ctypes.CDLL(None, use_errno=True)\nplace = platform.machine() == 'aarch64'\n"
        f"for numbers, words in ({clone}, (0x10000, 0, 0)), ({close}, (900, 901, 2)), ({close}, (900, 901, 0)):\n"
        "    done = libc.syscall(ctypes.c_long(numbers[place]), *map(ctypes.c_ulong, words))\n"
        "    print(done, ctypes.get_errno() if done else 0)"
    )
    assert await prints(session, code) == "-1 1\n-1 1\n0 0\n"


@on(FORKED)
async def test_a_state_that_does_not_fork_costs_the_time_for_one_try_and_no_more(session):
    await prints(session, "import os, time\nos.register_at_fork(before=lambda: time.sleep(60))\nkept = 5")
    taken = []
    for _ in range(3):
        start = time.monotonic()
        branch = await session.fork()
        assert await prints(branch, "print(kept)") == "5\n"
        assert not (await branch.run("1 / 0")).ok
        await branch.close()
        taken.append(time.monotonic() - start)
    assert taken[0] > 3
    assert min(taken[1:]) < 3, "each try takes three seconds, and there were six turns"


@on(FORKED)
async def test_forks_that_code_slows_down_are_tried_no_more_after_a_few_seconds(session):
    slow = "import os, time\ntries = []\nos.register_at_fork(before=lambda: (tries.append(1), time.sleep(2.4)))"
    await prints(session, slow)
    for _ in range(5):
        assert not (await session.run("kept = 1\n1 / 0")).ok
    assert await prints(session, "print(len(tries) < 4, 'kept' in globals())") == "True False\n"
