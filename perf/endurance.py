"""Whether anything is left behind by many executions: memory of the host, processes, descriptors, folders.

    python perf/endurance.py [EXECUTIONS]

Turns that fit, turns that fail in every way, forks, scripts and figures, on sessions that come and go. What is held
is counted every tenth of the way, with everything closed but the sandbox itself; it must not grow.
"""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from company.sandbox import ForkSandbox, Limits
from company.sandbox.processes import descendants

LOAD = "import pandas as pd\ndf = pd.read_csv('homes.csv')"
GOOD = ("mean = df['price'].mean()", "top = df.nlargest(3, 'price')", "open('kept.txt', 'a').write('x')")
BAD = ("1 / 0", "open('new.txt', 'w').write('x'); raise KeyError", "import os; os._exit(1)", "import os; os.fork()")
FIGURE = "import matplotlib.pyplot as plt\ndf['price'].plot()"


async def some(sandbox: ForkSandbox, folder: Path, wanted: int) -> int:
    """At least so many executions on one session, its fork and a script; how many there were."""
    script = folder / "script.py"
    session = await sandbox.open({"homes.csv": folder / "homes.csv"})
    done = 0
    for code in (LOAD, FIGURE):
        assert (await session.run(code)).ok
        done += 1
    while done < wanted:
        for good, bad in zip(GOOD, BAD, strict=False):
            assert (await session.run(good, in_place=done % 2 == 0)).ok
            assert not (await session.run(bad)).ok
            done += 2
        branch = await session.fork()
        assert (await branch.run(GOOD[0])).ok
        assert not (await branch.run(BAD[2])).ok
        await branch.close()
        assert (await sandbox.script(script, cold=False)).ok
        done += 3
    await session.close()
    return done


def held(root: Path) -> str:
    """What this process holds now."""
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    processes = len(descendants(os.getpid()))
    folders = len(list(root.rglob("*")))
    return (
        f"{resident:7.1f} MiB   {processes:3} processes   {descriptors:3} descriptors   {folders:4} files and folders"
    )


async def main(executions: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "homes.csv").write_text("city,price\n" + "\n".join(f"c{n % 7},{n}" for n in range(1000)))
        (folder / "script.py").write_text("print(1)")
        async with ForkSandbox(Limits(wall_seconds=30)) as sandbox:
            assert sandbox._root is not None
            done = 0
            for part in range(1, 11):
                while done < executions * part / 10:
                    done += sum(await asyncio.gather(*(some(sandbox, folder, 40) for _ in range(2))))
                print(f"{done:7,} executions   {held(sandbox._root.path)}", flush=True)
    print(f"closed: {len(descendants(os.getpid()))} processes")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
