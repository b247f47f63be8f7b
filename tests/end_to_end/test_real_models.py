"""Whole runs through the real `openai` client, against a server that fails, lies, and charges money."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from company.watching.following import Follower
from company.watching.pieces import Window
from tests.support.commands import Run
from tests.support.loopback import NETWORK, REPLIES, Loopback
from tests.support.served import (
    LIMIT,
    USD,
    Sitting,
    agree,
    explained,
    killed,
    records,
    requests,
    scenario,
    sent,
    settled,
    stored,
)
from tests.support.served import undisturbed as undisturbed_run

KILLS = 3
MORE = 2 * LIMIT
"""Cases for which the dialogue that one case takes will not do."""


@dataclass(frozen=True)
class Undisturbed:
    """A server to which nothing happens, a scenario, and a whole run of it."""

    server: Loopback
    scenario: Path
    run: Path
    usd: float


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Undisturbed]:
    made = undisturbed_run(tmp_path_factory)
    with Loopback(latency=0.05) as server:
        place = scenario(tmp_path_factory.mktemp("undisturbed") / "orders", server)
        yield Undisturbed(server, place, made / "run", json.loads((made / "outcome.json").read_text())["cost"])


def test_a_server_that_fails_at_a_third_of_the_calls_costs_time_only(
    company: Run, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    faults = [fault for fault in NETWORK if fault != "insufficient_quota"]
    with Loopback(faults=dict.fromkeys(faults, 0.32 / len(faults)), retry_after=0.3) as server:
        run = tmp_path / "run"
        done = company("simulate", scenario(tmp_path / "orders", server), "--out", run, "--json")
        outcome = explained(run, done)
        assert outcome["accepted"] == LIMIT
        outcomes = server.stats()["outcomes"]
        assert len(outcomes.keys() & set(faults)) > len(faults) / 2
        assert outcomes["ok"] == len(stored(run))
        agree(run, server)
        assert [each for each, _ in records(run)] == [each for each, _ in records(undisturbed.run)]


def test_a_model_that_answers_badly_two_times_in_five_costs_candidates_with_reasons(
    company: Run, tmp_path: Path
) -> None:
    with Loopback(faults=dict.fromkeys(REPLIES, 0.4 / len(REPLIES))) as server:
        run = tmp_path / "run"
        done = company("simulate", scenario(tmp_path / "orders", server), "--out", run, "--json")
        explained(run, done)
        assert len(server.stats()["outcomes"].keys() & REPLIES.keys()) > len(REPLIES) / 3
        agree(run, server)


def test_no_credit_left_ends_the_run_and_with_credit_it_goes_on(
    company: Run, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    with Loopback() as server:
        place, run = scenario(tmp_path / "orders", server), tmp_path / "run"
        first = company("simulate", place, "--out", run, "--limit", "1", "--json")
        assert first.returncode == 0, first.stderr
        server.set_faults({"insufficient_quota": 1})
        second = company("simulate", place, "--out", run, "--limit", str(MORE))
        assert second.returncode == 1
        assert "what is paid for is kept" in second.stderr
        assert "Traceback" not in second.stderr
        server.set_faults({})
        third = company("simulate", place, "--out", run, "--limit", str(MORE), "--json")
        assert explained(run, third, MORE)["accepted"] == MORE
        agree(run, server)


def test_killed_at_any_moment_a_run_sends_nothing_again_and_ends_the_same(
    company: Run, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    server, run = undisturbed.server, tmp_path / "run"
    sittings = list(killed(undisturbed.scenario, run, server, KILLS, random.Random(3)))
    before, since = requests(run), settled(server)
    last = company("simulate", undisturbed.scenario, "--out", run, "--json")
    assert last.returncode == 0, last.stderr
    sittings.append(Sitting(before, sent(server, since)))
    final = requests(run)
    assert sum(bool(each.sent) for each in sittings) > 2, "the kills came before there was anything to lose"
    for each in sittings:
        assert not each.sent - (final - each.before), "a request was sent again whose reply was stored"
    assert json.loads(last.stdout)["calls"] == (final - before).total()
    assert records(run) == records(undisturbed.run)


def test_a_run_stops_at_its_budget_keeps_what_it_paid_for_and_goes_on_with_a_higher_one(
    company: Run, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    server, run = undisturbed.server, tmp_path / "run"
    since = settled(server)
    cap = undisturbed.usd / 2
    stopped = company("simulate", undisturbed.scenario, "--out", run, "--budget", f"{cap:.6f}", "--json")
    assert stopped.returncode == 3, stopped.stderr
    outcome = json.loads(stopped.stdout)
    assert "budget" in outcome["stopped"]
    assert _standing(run) == ("stopped", outcome["stopped"])
    calls = stored(run)
    costs = [call.usd for call in calls if call.usd is not None]
    assert outcome["cost"] == pytest.approx(sum(costs)) == pytest.approx(_charged(server, since))
    workers = max(len(each) for each in _in_flight(server, since))
    assert 0.5 * cap < sum(costs) <= cap + workers * max(costs)
    agree(run, server, since)
    on = company("simulate", undisturbed.scenario, "--out", run, "--budget", f"{undisturbed.usd * 2:.6f}", "--json")
    assert on.returncode == 0, on.stderr
    assert _standing(run) == ("ended", "")
    assert json.loads(on.stdout)["calls"] == len(stored(run)) - len(calls)
    assert records(run) == records(undisturbed.run)
    agree(run, server, since)


def _standing(run: Path) -> tuple[str, str]:
    """What whoever watches a run is told of it."""
    standing = Window(Follower(run)).page().standing
    return standing.state, standing.why


def test_a_preview_is_paid_for_once_and_the_run_goes_on_from_it(
    company: Run, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    server, run = undisturbed.server, tmp_path / "run"
    since = settled(server)
    cap = f"{undisturbed.usd / 12:.6f}"
    stopped = company("simulate", undisturbed.scenario, "--out", run, "--preview", "--budget", cap, "--json")
    assert stopped.returncode == 3, stopped.stderr
    outcome = json.loads(stopped.stdout)
    dearest = max(call.usd for call in stored(run) if call.usd is not None)
    # What a call costs is known once it has been answered.
    assert "budget" in outcome["stopped"] and outcome["cost"] <= float(cap) + dearest
    before = requests(run).total()
    shown = company("simulate", undisturbed.scenario, "--out", run, "--preview", "--json")
    assert shown.returncode == 0, shown.stderr
    preview = json.loads(shown.stdout)
    paid = requests(run)
    assert {"persona", "scenario", "plan"} <= preview.keys() and len(preview["turns"]) == 3
    assert preview["calls"] + before == paid.total() == sum(each["calls"] for each in preview["usage"])
    assert preview["cost"] == pytest.approx(_charged(server, since))
    assert preview["cost"] < preview["projected"]["usd"]
    # A run as small as this one has one dialogue, two or three, and no rehearsal can tell how many.
    assert undisturbed.usd / 2 < preview["projected"]["usd"] < 4 * undisturbed.usd
    whole = company("simulate", undisturbed.scenario, "--out", run, "--json")
    assert whole.returncode == 0, whole.stderr
    assert json.loads(whole.stdout)["calls"] == len(stored(undisturbed.run)) - paid.total()
    assert records(run) == records(undisturbed.run)
    agree(run, server, since)
    assert company("simulate", undisturbed.scenario, "--out", run, "--preview").returncode == 2


def _charged(server: Loopback, since: int) -> float:
    entries = [entry for entry in server.log(since) if entry.billed]
    return sum((entry.prompt_tokens + entry.completion_tokens) * USD / 1e6 for entry in entries)


def _in_flight(server: Loopback, since: int) -> list[list[int]]:
    """For every request, the numbers of those that were in flight when it arrived, itself included."""
    entries = server.log(since)
    return [[each.number for each in entries if each.arrived <= one.arrived < each.ended] for one in entries]
