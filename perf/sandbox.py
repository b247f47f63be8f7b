"""What a turn costs in a dialogue's warm state, beside the same turns in cold interpreters, in one run.

    python perf/sandbox.py [ROUNDS]

Both sides run the same ten turns over the same table. Cold means what an evaluator without a sandbox does: for turn
k a new interpreter runs turns 1 to k. The ratio is the figure to watch; milliseconds depend on the machine.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from company.sandbox import ForkSandbox

TURNS = (
    "import pandas as pd\ndf = pd.read_csv('homes.csv')",
    "mean = df['price'].mean()",
    "by_city = df.groupby('city')['price'].agg(['mean', 'max'])",
    "df['per_room'] = df['price'] / df['rooms']",
    "top = df.nlargest(10, 'per_room')",
    "import matplotlib.pyplot as plt\nby_city['mean'].plot.bar()",
    "pivot = df.pivot_table(index='city', columns='rooms', values='price')",
    "correlation = df[['price', 'rooms', 'per_room']].corr()",
    "from sklearn.linear_model import LinearRegression\nmodel = LinearRegression().fit(df[['rooms']], df['price'])",
    "df['guess'] = model.predict(df[['rooms']])",
)


def write_table(path: Path) -> None:
    rows = (f"city{n % 7},{1 + n % 5},{100 + n * 37 % 911}" for n in range(1000))
    path.write_text("city,rooms,price\n" + "\n".join(rows) + "\n")


async def warm(sandbox: ForkSandbox, table: Path) -> list[float]:
    session = await sandbox.open({"homes.csv": table})
    spent = []
    for turn in TURNS:
        start = time.perf_counter()
        done = await session.run(turn)
        spent.append(time.perf_counter() - start)
        assert done.ok, done.error
    await session.close()
    return spent


async def failing(sandbox: ForkSandbox, table: Path) -> list[float]:
    session = await sandbox.open({"homes.csv": table})
    spent = []
    for _ in TURNS:
        start = time.perf_counter()
        assert not (await session.run("1 / 0")).ok
        spent.append(time.perf_counter() - start)
    await session.close()
    return spent


async def scripts(sandbox: ForkSandbox, folder: Path, *, cold: bool) -> list[float]:
    spent = []
    for last in range(1, len(TURNS) + 1):
        (folder / "turns.py").write_text("\n".join(TURNS[:last]))
        start = time.perf_counter()
        run = await sandbox.script(folder / "turns.py", cold=cold)
        spent.append(time.perf_counter() - start)
        assert run.ok, run.stderr
    return spent


async def main(rounds: int) -> None:
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        table = Path(name) / "homes.csv"
        write_table(table)
        async with ForkSandbox() as sandbox:
            print(f"start of the warm Python     {time.perf_counter() - start:8.2f} s")
            sides: dict[str, list[float]] = {"session": [], "failing turn": [], "warm replay": [], "cold replay": []}
            # In turns, so that a busy machine is as busy for every side.
            for _ in range(rounds):
                sides["session"] += await warm(sandbox, table)
                sides["failing turn"] += await failing(sandbox, table)
                sides["warm replay"] += await scripts(sandbox, Path(name), cold=False)
                sides["cold replay"] += await scripts(sandbox, Path(name), cold=True)
    base = statistics.fmean(sides["session"])
    for side, spent in sides.items():
        mean = statistics.fmean(spent)
        print(
            f"{side:14} per turn: mean {mean * 1000:8.1f} ms, median {statistics.median(spent) * 1000:8.1f} ms,"
            f" {mean / base:6.2f} x a session's"
        )


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
