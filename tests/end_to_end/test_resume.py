"""A run that is killed at any moment and run again ends as an undisturbed one, and repeats no stored call."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

from commands import COMMAND, Run


def records(run: Path) -> list[tuple[str, str]]:
    with sqlite3.connect(run / "company.sqlite") as database:
        return sorted(database.execute("SELECT id, body FROM records"))


def stored_calls(run: Path) -> int:
    if not (run / "company.sqlite").exists():
        return 0
    with sqlite3.connect(run / "company.sqlite") as database:
        try:
            return int(database.execute("SELECT count(*) FROM calls").fetchone()[0])
        except sqlite3.OperationalError:  # killed before the tables were made
            return 0


def test_killed_runs_end_as_an_undisturbed_one(
    company: Run, simulated: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    undisturbed, _ = simulated
    run = tmp_path / "run"
    chance = random.Random(1)
    command = [*COMMAND, "simulate", "wine", "--out", str(run), "--limit", "10"]
    for _ in range(4):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(1.5, 8))
        process.send_signal(signal.SIGKILL)
        process.wait()
    before = stored_calls(run)
    last = company("simulate", "wine", "--out", run, "--limit", "10", "--json")
    assert last.returncode == 0, last.stderr
    outcome = json.loads(last.stdout)
    assert records(run) == records(undisturbed)
    # Every call of this last run was either answered from the archive or is new there: none was made twice.
    assert outcome["calls"] == stored_calls(run) - before
    assert stored_calls(run) == stored_calls(undisturbed)


def test_two_runs_do_not_write_one_folder(company: Run, tmp_path: Path) -> None:
    run = tmp_path / "run"
    command = [*COMMAND, "simulate", "wine", "--out", str(run), "--limit", "10"]
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while not (run / "company.sqlite").exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        second = company("simulate", "wine", "--out", run, "--limit", "10")
    finally:
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
    assert second.returncode == 1
    assert "another `company simulate`" in second.stderr
