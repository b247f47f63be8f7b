"""Whole runs whose calls go in batches: the same records as online at half the price, and nothing is sent twice."""

import json
import signal
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.commands import Run
from tests.support.loopback import Loopback
from tests.support.served import agree, explained, records, requests, scenario, sent, undisturbed
from tests.support.warm_start import Warm

BATCH = "batch = true\nbatch_pause = 0.02"


@dataclass(frozen=True)
class Online:
    """A whole run whose calls were made at once."""

    run: Path
    usd: float


@pytest.fixture(scope="module")
def online(tmp_path_factory: pytest.TempPathFactory) -> Online:
    made = undisturbed(tmp_path_factory)
    return Online(made / "run", json.loads((made / "outcome.json").read_text())["cost"])


def test_a_run_in_batches_makes_the_same_records_at_half_the_price(
    company: Run, online: Online, tmp_path: Path
) -> None:
    with Loopback() as server:
        run = tmp_path / "run"
        done = company("simulate", scenario(tmp_path / "orders", server, BATCH), "--out", run, "--json")
        assert done.returncode == 0, done.stderr
        assert records(run) == records(online.run)
        assert explained(run, done)["cost"] == pytest.approx(online.usd / 2)
        agree(run, server)
        assert server.stats()["batches"] > 0


def test_killed_while_a_batch_waits_a_run_takes_it_up_and_ends_the_same(
    online: Online, company: Run, tmp_path: Path
) -> None:
    with Loopback(batch_seconds=0.3) as server:
        place, run = scenario(tmp_path / "orders", server, BATCH), tmp_path / "run"
        for batches in (1, 3, 8):
            process = Warm("simulate", place, "--out", run)
            deadline = time.monotonic() + 60
            while server.stats()["batches"] < batches and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert sum(sent(server, 0).values()) < sum(requests(online.run).values())
        done = company("simulate", place, "--out", run, "--json")
        assert done.returncode == 0, done.stderr
        assert records(run) == records(online.run)
        assert Counter(sent(server, 0)) == requests(run)
        agree(run, server)


def test_a_server_that_fails_at_a_third_of_the_lines_costs_time_only(
    company: Run, online: Online, tmp_path: Path
) -> None:
    with Loopback(faults={"expired": 0.1, "500": 0.1, "429": 0.1}) as server:
        run = tmp_path / "run"
        done = company("simulate", scenario(tmp_path / "orders", server, BATCH), "--out", run, "--json")
        explained(run, done)
        assert {"expired", "500", "429"} <= server.stats()["outcomes"].keys()
        assert [each for each, _ in records(run)] == [each for each, _ in records(online.run)]
        agree(run, server)
