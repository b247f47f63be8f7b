"""Whole runs against a server that does harm: each fault alone at 20 %, then many kills. Run by hand, it takes long.

    python -m perf.harm [KILLS] [FAULT ...]

Every run must end with what was asked for or say why not, its ledger must tell what the server's log tells, and
however often a run was killed, no request whose reply was stored is sent again and the records are those of a run that
nobody disturbed.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.support.commands import company_command
from tests.support.loopback import NETWORK, REPLIES, Loopback
from tests.support.served import LIMIT, agree, explained, killed, records, requests, scenario, settled

SHARE = 0.2


def simulated(place: Path, run: Path) -> subprocess.CompletedProcess[str]:
    return company_command("simulate", place, "--out", run, "--json")


def fault(name: str, folder: Path) -> None:
    with Loopback(faults={name: SHARE}, retry_after=0.3) as server:
        start = time.perf_counter()
        done = simulated(scenario(folder / "orders", server), folder / "run")
        took = time.perf_counter() - start
        if name == "insufficient_quota":
            assert done.returncode == 1, done.stderr
            accepted = "ended"
        else:
            accepted = f"{explained(folder / 'run', done)['accepted']} of {LIMIT}"
        agree(folder / "run", server)
        outcomes = server.stats()["outcomes"]
    lost = Counter(json.loads(line)["stage"] for line in (folder / "run/rejected.jsonl").read_text().splitlines())
    print(f"{name:20} {accepted:8} {took:6.1f} s  {outcomes}  lost: {dict(lost)}", flush=True)


def kills(count: int, folder: Path) -> None:
    with Loopback(latency=0.05) as server:
        place = scenario(folder / "orders", server)
        assert simulated(place, folder / "undisturbed").returncode == 0
        run, chance, sittings, restarted = folder / "run", random.Random(1), [], 0
        since = settled(server)
        for sitting in killed(place, run, server, count, chance):
            sittings.append(sitting)
            if requests(run).total() == requests(folder / "undisturbed").total():  # done before it could be killed
                restarted += 1
                check(sittings, run, folder)
                run, sittings = folder / f"run{restarted}", []
        assert simulated(place, run).returncode == 0
        check(sittings, run, folder)
        made = sum(entry.billed for entry in server.log(since))
        print(f"{count} kills over {restarted + 1} runs: {made} replies paid for; the records are the same")


def check(sittings: list, run: Path, folder: Path) -> None:
    assert simulated(folder / "orders", run).returncode == 0
    final = requests(run)
    for each in sittings:
        assert not each.sent - (final - each.before), "a request was sent again whose reply was stored"
    assert records(run) == records(folder / "undisturbed")


def main(count: int, faults: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        for each in faults or (*NETWORK, *REPLIES):
            fault(each, Path(name) / each)
        if count:
            kills(count, Path(name) / "kills")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50, sys.argv[2:])
