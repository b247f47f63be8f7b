"""A run that is killed at any moment and run again ends as an undisturbed one, and repeats no stored call."""

import json
import random
import signal
import sqlite3
import time
from pathlib import Path

from tests.support.commands import Run
from tests.support.killing import counted
from tests.support.warm_start import Warm

CASES = "6"
"""Enough for several to be under way at once."""


def records(run: Path) -> list[tuple[str, str]]:
    with sqlite3.connect(run / "company.sqlite") as database:
        return sorted(database.execute("SELECT id, body FROM records"))


def stored_calls(run: Path) -> int:
    return counted(run, "calls")


def test_killed_runs_end_as_an_undisturbed_one(company: Run, tmp_path: Path) -> None:
    # Begun warm, as those that are killed: in a cold start, sums may differ in the last digit.
    undisturbed = tmp_path / "undisturbed"
    assert company("simulate", "wine", "--out", undisturbed, "--limit", CASES).returncode == 0
    run, whole = tmp_path / "run", counted(undisturbed, "calls", "records")
    chance = random.Random(1)
    for part in (0.0, 0.25, 0.5, 0.75):
        # A part of the run later than the last time, wherever that is on this machine.
        enough = round(whole * (part + chance.uniform(0, 0.1)))
        process = Warm("simulate", "wine", "--out", run, "--limit", CASES)
        while counted(run, "calls", "records") < enough and process.poll() is None:
            time.sleep(0.05)
        assert process.poll() is None, "the run came to its end before it was killed"
        time.sleep(chance.uniform(0, 0.3))
        process.send_signal(signal.SIGKILL)
        process.wait()
    before = stored_calls(run)
    assert before, "the kills came before there was anything to lose"
    last = company("simulate", "wine", "--out", run, "--limit", CASES, "--json")
    assert last.returncode == 0, last.stderr
    outcome = json.loads(last.stdout)
    assert records(run) == records(undisturbed)
    # Every call of this last run was either answered from the archive or is new there: none was made twice.
    assert outcome["calls"] == stored_calls(run) - before
    assert stored_calls(run) == stored_calls(undisturbed)


def test_two_runs_do_not_write_one_folder(company: Run, tmp_path: Path) -> None:
    run = tmp_path / "run"
    first = Warm("simulate", "wine", "--out", run, "--limit", CASES)
    try:
        deadline = time.monotonic() + 60
        while not (run / "company.sqlite").exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        second = company("simulate", "wine", "--out", run, "--limit", CASES)
    finally:
        first.kill()
        first.wait()
    assert second.returncode == 1
    assert "another `company simulate`" in second.stderr
