"""A run on a cluster of this machine, with workers and heads killed and the database restarted at random moments.

    python -m perf.cluster_killing [WORKERS] [HEADS] [DATABASES] [SEED]

Runs of the same scenario are made, one after the other, until so many workers (20) and heads (5) were killed and the
database was restarted so often (5). A command that ends early is given again; a head that was killed is started anew
with its nodes. Each run has to come to the bytes of a run on one machine, and the model server may have been asked
twice only for what was under way when the command itself came to its end: all else that it billed is stored once.
"""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from company import simulate
from company.archive import Archive
from company.archive.place import place_of
from company.archive.postgresql import engine_at
from company.benchmark.publishing.export import export
from company.errors import CompanyError
from tests.support import cluster, postgresql
from tests.support.killing import contents
from tests.support.loopback import Loopback
from tests.support.served import scenario

COMMAND = [sys.executable, "-c", "import sys; from company.cli import main; sys.exit(main())"]
PAUSE = 5.0, 15.0
"""Seconds between two harms, at least and at most."""
ENOUGH = 1800.0
"""Seconds for a run with all its harm."""
MISSED = 150.0
"""Seconds after which a command is killed whose cluster is gone."""


@dataclass
class Chaos:
    """What is still to be done to runs, and what came of it."""

    chance: random.Random
    left: dict[str, int]
    control: Callable[[str], None]
    nodes: cluster.Nodes | None = None
    stack: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)
    done: Counter[str] = field(default_factory=Counter)
    commands: int = 0

    def begin(self) -> None:
        """Have a cluster."""
        if self.nodes is None:
            self.nodes = self.stack.enter_context(cluster.nodes(2))

    def harm(self) -> None:
        """Do one thing, drawn among those that are left."""
        what = self.chance.choice([each for each, count in self.left.items() for _ in range(count)])
        assert self.nodes is not None
        if what == "worker" and not self.nodes.kill_worker(self.chance):
            return
        if what == "database":
            self.control("stop")
            self.control("start")
        if what == "head":
            self.end()
        self.left[what] -= 1
        self.done[what] += 1
        print(f"  {what}: {self.done[what]}", flush=True)

    def end(self) -> None:
        """Kill all of the cluster, its head first."""
        if self.nodes is not None:
            self.nodes.kill_all()
            self.nodes = None
            self.stack.close()


def made(chaos: Chaos, told: Path, out: Path, database: str) -> None:
    """Make one run, with harm as it goes on."""
    until = time.monotonic() + ENOUGH
    while time.monotonic() < until:
        chaos.begin()
        assert chaos.nodes is not None
        environment = {**os.environ, "RAY_ADDRESS": chaos.nodes.address}
        words = ["simulate", str(told), "--out", str(out), "--on", "ray", "--database", database]
        chaos.commands += 1
        with (
            (out.parent / "log").open("a") as log,
            subprocess.Popen([*COMMAND, *words], env=environment, stderr=log, stdout=log) as run,
        ):
            while run.poll() is None and time.monotonic() < until:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    run.wait(chaos.chance.uniform(*PAUSE))
                if run.poll() is None and chaos.nodes is not None and any(chaos.left.values()):
                    chaos.harm()
                elif chaos.nodes is None:
                    ended(run)
                    break
            if run.poll() is None:
                run.kill()
        if run.returncode == 0:
            return
        free(out)
    sys.exit(f"no end after {ENOUGH:.0f} s; see {out.parent / 'log'}")


def ended(run: subprocess.Popen[bytes]) -> None:
    """Wait until a command has missed the head of its cluster."""
    began = time.monotonic()
    with contextlib.suppress(subprocess.TimeoutExpired):
        run.wait(MISSED)
        print(f"  the command ended with {run.returncode} after {time.monotonic() - began:.0f} s", flush=True)


def told(benchmark: Path) -> dict[str, str]:
    """Return the files of a benchmark, but for the tokens that the server says it had cached."""
    return {name: digest for name, digest in contents(benchmark).items() if name != "provenance.json"}


def free(out: Path) -> None:
    """Let the next command hold the run at once, and not after half a minute."""
    place = place_of(out)
    with contextlib.suppress(CompanyError):
        if place is not None:
            engine = engine_at(place)
            with engine.connect() as connection:
                connection.exec_driver_sql("UPDATE company.runs SET until = now() WHERE name = %s", (place.name,))
                connection.connection.commit()
            engine.dispose()


def main(workers: int = 20, heads: int = 5, databases: int = 5, seed: int = 1) -> None:
    """Do it, and print what came of it."""
    if why := cluster.missing() or postgresql.missing():
        sys.exit(why)
    with (
        tempfile.TemporaryDirectory(prefix="killing-") as name,
        postgresql.restartable() as (database, control),
        Loopback(latency=0.3, staffed=True) as server,
    ):
        folder = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        asked = scenario(folder / "s", server, cases=1, timeout=60.0)
        simulate(asked, out=folder / "here" / "run", quiet=True)
        alone = told(export([folder / "here" / "run"], folder / "alone"))
        chaos = Chaos(random.Random(seed), {"worker": workers, "head": heads, "database": databases}, control)
        runs, same, twice = 0, 0, 0
        while any(chaos.left.values()):
            runs += 1
            out, since = folder / f"there{runs}" / "run", len(server.log())
            out.parent.mkdir()
            made(chaos, asked, out, f"{database}#run{runs}")
            same += told(export([out], folder / f"of{runs}")) == alone
            with Archive.open(out) as archive:
                stored = archive.spent()[0]
            twice += sum(each.billed for each in server.log(since)) - stored
            print(
                f"run {runs}: {'same' if same == runs else 'OTHER'} bytes so far, {twice} calls paid twice", flush=True
            )
        chaos.end()
    print(f"{runs} runs, {chaos.commands} commands, harm: {dict(chaos.done)}")
    print(f"the bytes of one machine: {same} of {runs}; calls paid twice: {twice}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
