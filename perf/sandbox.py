"""What the sandbox costs, beside the same code in cold interpreters and in one warm process, all in one run.

    python perf/sandbox.py [ROUNDS]

Every figure is a mean over rounds in which the sides take turns, so that a busy machine is as busy for each of them.
The ratios are the figures to watch; executions a second depend on the machine. "Cold" is a fresh interpreter each
time, as an evaluator without a sandbox starts it: no jail, no capture.
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from company.records import Intent
from company.sandbox import ForkSandbox

IMPORTS = "import numpy as np\nimport pandas as pd\n"
LOAD = f"{IMPORTS}df = pd.read_csv('homes.csv')\n"
TURNS = (
    "mean = df['price'].mean()",
    "by_city = df.groupby('city')['price'].agg(['mean', 'max'])",
    "df['per_room'] = df['price'] / df['rooms']",
    "top = df.nlargest(10, 'per_room')",
    "pivot = df.pivot_table(index='city', columns='rooms', values='price')",
    "correlation = df[['price', 'rooms', 'per_room']].corr()",
    "dear = df[df['price'] > df['price'].quantile(0.9)]",
    "counts = dear['city'].value_counts()",
    "df['band'] = pd.cut(df['price'], 4, labels=['low', 'fair', 'high', 'top'])",
    "shares = pd.crosstab(df['city'], df['band'], normalize='index').round(3)",
    "ranked = by_city.sort_values('mean', ascending=False).head(3)",
    "joined = df.merge(by_city.reset_index(), on='city')",
    "joined['gap'] = joined['price'] - joined['mean']",
    "spread = joined.groupby('city')['gap'].std()",
    "widest = spread.idxmax()",
    "city = df[df['city'] == widest].describe()",
    "summary = {'mean': float(mean), 'widest': widest}",
    "long = pivot.reset_index().melt(id_vars='city')",
    "rolling = df['price'].rolling(7).mean().dropna()",
    "answer = round(float(rolling.max() / mean), 3)",
)
ANSWER = "result = df.groupby('city')['per_room'].median().sort_values()"
RESULT = [Intent(name="result", type="series")]
FRESH = f"{LOAD}result = df.groupby('city')['price'].agg(['mean', 'max'])\n"
FIGURE = (
    "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nby_city['mean'].plot.bar(ax=ax)\n"
    "ax.set_title('price')\nfig.savefig('figure.png')"
)
PLOT = [Intent(name="plot", type="plot")]
DIALOGUE = (
    LOAD,
    *TURNS[:5],
    "import matplotlib.pyplot as plt\nby_city['mean'].plot.bar()\nplt.ylabel('mean price')",
    *TURNS[5:10],
    "from scipy import stats\ntest = stats.ttest_ind(df[df['rooms'] > 2]['price'], df[df['rooms'] <= 2]['price'])",
    *TURNS[10:14],
    "import matplotlib.pyplot as plt\nplt.hist(df['price'], bins=20)\nplt.title('prices')",
    *TURNS[14:17],
    "from sklearn.linear_model import LinearRegression\nmodel = LinearRegression().fit(df[['rooms']], df['price'])",
    "df['guess'] = model.predict(df[['rooms']])",
    "import seaborn as sns\nsns.boxplot(data=df, x='city', y='price')",
    *TURNS[17:],
    "from sklearn.cluster import KMeans\nkm = KMeans(3, n_init=5).fit(df[['price', 'rooms']])",
    "df['group'] = km.labels_",
    "groups = df.groupby('group')[['price', 'rooms']].mean()",
)
"""30 turns with a tenth of figures and two models, as in the paper's dialogues."""
ONE_PROCESS = """import io, time
import matplotlib.pyplot as plt
names = {{}}
start = time.perf_counter()
for turn in {turns!r}:
    exec(compile(turn, "turn", "exec"), names)
    if plt.get_fignums():
        plt.gcf().savefig(io.BytesIO(), format="png", dpi=80)
        plt.close("all")
print(time.perf_counter() - start)
"""
WRONG = "df['nothing'].mean()"
BARE = {"without": ("landlock", "limits", "namespaces", "seccomp", "listener"), "require": ()}


def write_table(path: Path) -> None:
    rows = (f"city{n % 7},{1 + n % 5},{100 + n * 37 % 911}" for n in range(1000))
    path.write_text("city,rooms,price\n" + "\n".join(rows) + "\n")


class Bench:
    """One table, the sandboxes that are compared, and the seconds per execution of each side."""

    def __init__(self, folder: Path, jailed: ForkSandbox, bare: ForkSandbox) -> None:
        self.folder, self.jailed, self.bare = folder, jailed, bare
        self.table = folder / "homes.csv"
        self.spent: dict[str, list[float]] = {}

    async def timed(self, side: str, work: Callable[[], Awaitable[int]]) -> None:
        """Note the seconds of each of the executions that `work` says it has done."""
        start = time.perf_counter()
        count = await work()
        self.spent.setdefault(side, []).append((time.perf_counter() - start) / count)

    async def fresh(self, sandbox: ForkSandbox, count: int = 40) -> int:
        script = self.folder / "fresh.py"

        async def some() -> None:
            for _ in range(count // 2):
                run = await sandbox.script(script, cold=False, readable=[self.table])
                assert run.ok, run.stderr

        await asyncio.gather(some(), some())
        return count

    async def cold(self, count: int = 4) -> int:
        def some() -> None:
            for _ in range(count // 2):
                subprocess.run([sys.executable, "fresh.py"], cwd=self.folder, check=True)

        await asyncio.gather(asyncio.to_thread(some), asyncio.to_thread(some))
        return count

    async def turns(self, *, in_place: bool) -> None:
        sessions = [await self.jailed.open({"homes.csv": self.table}) for _ in range(2)]

        async def all_turns(session: object) -> None:
            for code in TURNS:
                done = await session.run(code, in_place=in_place)
                assert done.ok, (code, done.error)

        for session in sessions:
            assert (await session.run(LOAD)).ok
        side = f"turn, {'in place' if in_place else 'as a snapshot'}"
        await self.timed(side, lambda: _counted(2 * len(TURNS), *(all_turns(session) for session in sessions)))
        for session in sessions:
            await session.close()

    async def figures(self, *, in_place: bool, count: int = 10) -> None:
        sessions = [await self.jailed.open({"homes.csv": self.table}) for _ in range(2)]
        for session in sessions:
            for code in (LOAD, TURNS[1]):
                assert (await session.run(code)).ok

        async def some(session: object) -> None:
            for _ in range(count):
                done = await session.run(FIGURE, PLOT, in_place=in_place)
                assert done.ok, done.error
                assert done.figures

        side = f"figure, {'in place' if in_place else 'as a snapshot'}"
        await self.timed(side, lambda: _counted(2 * count, *(some(session) for session in sessions)))
        for session in sessions:
            await session.close()

    async def history(self, answers: int = 50) -> None:
        """Answers on one history: forks of it, and a replay of it for each (a tenth of them)."""
        start = time.perf_counter()
        session = await self._played()
        for _ in range(answers):
            branch = await session.fork()
            assert (await branch.run(ANSWER, RESULT)).ok
            await branch.close()
        await session.close()
        self.spent.setdefault("answer, forked", []).append((time.perf_counter() - start) / answers)
        start = time.perf_counter()
        for _ in range(answers // 10):
            session = await self._played()
            assert (await session.run(ANSWER, RESULT, in_place=True)).ok
            await session.close()
        self.spent.setdefault("answer, replayed warm", []).append((time.perf_counter() - start) / (answers // 10))

    async def _played(self):
        session = await self.jailed.open({"homes.csv": self.table})
        for code in DIALOGUE[:20]:
            done = await session.run(code, in_place=True)
            assert done.ok, done.error
        return session

    async def dialogue(self) -> None:
        """30 turns of which 8 had a failed attempt first, and the same turns run once in one warm process."""
        session = await self.jailed.open({"homes.csv": self.table})
        start = time.perf_counter()
        for number, code in enumerate(DIALOGUE):
            if number % 4 == 3 or number == 29:
                assert not (await session.run(WRONG)).ok
            done = await session.run(code)
            assert done.ok, done.error
        self.spent.setdefault("dialogue", []).append(time.perf_counter() - start)
        await session.close()
        script = self.folder / "dialogue.py"
        script.write_text(ONE_PROCESS.format(turns=DIALOGUE))
        run = await self.jailed.script(script, cold=False, readable=[self.table])
        self.spent.setdefault("its turns in one warm process", []).append(float(run.stdout))


async def _counted(count: int, *work: Awaitable[None]) -> int:
    await asyncio.gather(*work)
    return count


async def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        start = time.perf_counter()
        async with ForkSandbox() as jailed:
            print(f"layers: {dict(jailed.layers)}, forks: {jailed.forks}")
            print(f"start of the warm Python: {time.perf_counter() - start:.2f} s\n")
            async with ForkSandbox(**BARE) as bare:
                bench = Bench(Path(name), jailed, bare)
                write_table(bench.table)
                (bench.folder / "fresh.py").write_text(FRESH)
                for _ in range(rounds):
                    await bench.timed("fresh, jailed", lambda: bench.fresh(jailed))
                    await bench.timed("fresh, no jail", lambda: bench.fresh(bare))
                    await bench.timed("fresh, cold", bench.cold)
                    await bench.turns(in_place=True)
                    await bench.turns(in_place=False)
                    await bench.figures(in_place=True)
                    await bench.figures(in_place=False)
                    await bench.history()
                    await bench.dialogue()
    _show(bench.spent)


def _show(spent: dict[str, list[float]]) -> None:
    mean = {side: statistics.fmean(seconds) for side, seconds in spent.items()}
    for side, seconds in mean.items():
        print(f"{side:30} {seconds * 1000:9.2f} ms {1 / seconds:9.1f} a second")
    print()
    cold = mean["fresh, cold"]
    for what, value, wanted in (
        ("fresh jailed executions a second", 1 / mean["fresh, jailed"], "at least 60"),
        ("turns in place a second", 1 / mean["turn, in place"], "at least 150"),
        ("snapshot turns a second", 1 / mean["turn, as a snapshot"], "at least 80"),
        ("figures a second", 1 / mean["figure, in place"], "at least 20"),
        ("a turn in place, times a cold interpreter", cold / mean["turn, in place"], "at least 30"),
        ("a snapshot turn, times a cold interpreter", cold / mean["turn, as a snapshot"], "-"),
        ("the jail, ms an execution", 1000 * (mean["fresh, jailed"] - mean["fresh, no jail"]), "at most 5"),
        ("forked answers, times warm replays", mean["answer, replayed warm"] / mean["answer, forked"], "at least 5"),
        ("a dialogue, times its turns", mean["dialogue"] / mean["its turns in one warm process"], "at most 4"),
    ):
        print(f"{what:45} {value:8.2f}   wanted: {wanted}")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
