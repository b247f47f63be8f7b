"""People's decisions on a real run: edits stay, what hung on them is made again and asked about again."""

import itertools
import json
import random
import shutil
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.config import ReviewSettings
from company.reviewing import REVIEWED, put_settings
from human_review.queueing import apply, fill, told
from human_review.store import Item, ReviewStore
from human_review.verdicts import Accept, Choose, Edit, Reject, Said
from tests.support.commands import Run
from tests.support.review import invited, submission
from tests.support.warm_start import Warm

TOLD = ReviewSettings(overlap=1)
WANTED = 4
"""Cases of the runs that have people as a gate."""


def test_a_run_goes_on_from_what_people_decided(company: Run, own_run: Path) -> None:
    run = own_run
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        (ann,) = invited(store, "Ann")
        assert fill(archive, store, TOLD).added == len(store.items(most=1000))

        def judge(record: str, said: Said) -> None:
            (item,) = [each for each in store.items(text=record, most=1000) if each.record == record]
            assert store.submit(ann, submission(store.take(ann, item.id), said)).state == "decided"

        with_cases = {case.id.removesuffix(".normal") for case in archive.records("case", ["accepted"])}
        turns = [each for each in archive.records("turn", ["accepted"]) if each.id in with_cases]
        *_, (first, second) = (pair for pair in itertools.pairwise(turns) if pair[0].parent == pair[1].parent)
        judge(first.id, Edit(changes={"code": f"{first.code}\n# looked at by a person"}, outcome="as before"))
        other = archive.records("case", ["accepted"])[0]
        assert other.parent != first.id, "it does not build on what is edited"
        judge(other.id, Reject(reasons=("too easy",)))
        assert (done := apply(archive, store, settled_for=0)).edited == done.rejected == 1
        gone = {case.id for case in archive.records("case", ["stale"])}
        assert f"{first.id}.normal" in gone and f"{second.id}.normal" in gone
    again = company("simulate", "wine", "--out", run, "--limit", "10", "--json")
    assert again.returncode == 0, again.stderr
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        assert archive.get(first.id).status == "edited"
        case = archive.get(f"{first.id}.normal")
        assert case.status == "accepted" and "looked at by a person" in case.entry["ref_code_all"]
        assert archive.get(other.id).status == "rejected"
        assert len(archive.records("case", ["accepted"])) == 10
        filled = fill(archive, store, TOLD)
        assert filled.added > 0
        proposed = {item.record for item in store.items(state="open", most=1000)}
        assert case.id in proposed and first.id not in proposed and other.id not in proposed
        assert fill(archive, store, TOLD).added == 0
        assert {item.record for item in store.items(state="decided", most=1000)} == {first.id, other.id}


# gates


@pytest.fixture
def scenario(tmp_path: Path) -> Callable[..., Path]:
    """Writes a scenario over the bundled wine table in which people are asked as `told` says."""

    def write(told: str) -> Path:
        file = tmp_path / "wines" / "simulation.toml"
        file.parent.mkdir(exist_ok=True)
        wanted = f"[targets]\nnormal = {WANTED}\n[dialogues]\nneeds_history = 0"
        file.write_text(f'[table]\nbuiltin = "wine"\n{wanted}\n[review]\noverlap = 1\n{told}\n')
        return file.parent

    return write


def judge_all(run: Path, say: Callable[[Item, dict[str, Any]], Said]) -> Counter[str]:
    """Fill the queue, and say something of every open item; how many of each kind that were."""
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        known = [each.id for each in store.reviewers()]
        ann = known[0] if known else invited(store, "Ann")[0]
        fill(archive, store, told(archive))
        judged: Counter[str] = Counter()
        for item in store.items(state="open", most=1000):
            given = store.take(ann, item.id)
            store.submit(ann, submission(given, say(item, given.body)))
            judged[item.kind] += 1
    return judged


def apply_now(company: Run, run: Path) -> dict[str, Any]:
    done = company("review", run, "apply", "--at-once", "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert not found["taken"]
    return found


def test_scenarios_as_a_gate_hold_dialogues_until_one_is_chosen(
    company: Run, scenario: Callable[..., Path], tmp_path: Path
) -> None:
    folder, run = scenario('of = ["scenario"]\ngates = ["scenario"]'), tmp_path / "run"
    first = company("simulate", folder, "--out", run)
    assert first.returncode == 3, first.stderr
    assert "wait for review; `company review" in first.stdout and "then simulate again" in first.stdout
    with Archive.open(run) as archive:
        clients = len(archive.records("persona", ["accepted"]))
        assert not archive.records("plan")
    again = company("simulate", folder, "--out", run, "--json")
    outcome = json.loads(again.stdout)
    assert (again.returncode, outcome["waiting"], outcome["calls"]) == (3, {"scenario": clients}, 0)
    assert "of 1 client" in outcome["stopped"] or f"of {clients} clients" in outcome["stopped"]
    # Reviewers choose another scenario than the company did.
    chosen = set()

    def last(item: Item, body: dict[str, Any]) -> Choose:
        chosen.add(body["options"][-1]["id"])
        return Choose(option=body["options"][-1]["id"])

    assert judge_all(run, last) == {"scenario": clients}
    assert apply_now(company, run)["applied"]["accepted"] == clients
    done = company("simulate", folder, "--out", run, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["accepted"] == WANTED
    with Archive.open(run) as archive:
        assert {each.id for each in archive.records("scenario", ["accepted"])} == chosen
        assert {plan.parent for plan in archive.records("plan", ["accepted"])} == chosen
        assert len(archive.records("case", ["accepted"])) == WANTED


def test_cases_as_a_gate_count_once_people_have_accepted_them(
    company: Run, scenario: Callable[..., Path], tmp_path: Path
) -> None:
    folder, run = scenario('of = ["case"]\ngates = ["case"]'), tmp_path / "run"
    first = company("simulate", folder, "--out", run, "--json")
    outcome = json.loads(first.stdout)
    assert (first.returncode, outcome["accepted"], outcome["waiting"]) == (3, 0, {"case": WANTED}), first.stderr
    with Archive.open(run) as archive:
        commissioned = archive.note("commissions")
        assert len(archive.records("case", ["proposed"])) == WANTED + outcome["spare"]
    assert company("simulate", folder, "--out", run).returncode == 3
    with Archive.open(run) as archive:
        assert archive.note("commissions") == commissioned, "cases that wait make the run ask for no more of them"
    refused = company("export", run, "--out", tmp_path / "none")
    assert refused.returncode == 1 and "--include-unreviewed" in refused.stderr
    rejected: list[str] = []

    def two_are_bad(item: Item, body: dict[str, Any]) -> Said:
        if len(rejected) < 2:
            rejected.append(item.record)
            return Reject(reasons=("nobody asks this",))
        return Accept()

    assert judge_all(run, two_are_bad) == {"case": WANTED}
    assert apply_now(company, run)["applied"]["rejected"] == 2
    second = company("simulate", folder, "--out", run, "--json")
    outcome = json.loads(second.stdout)
    assert (second.returncode, outcome["accepted"], outcome["waiting"]) == (3, WANTED - 2, {"case": 2}), second.stderr
    assert judge_all(run, two_are_bad) == {"case": 2}
    assert apply_now(company, run)["applied"]["accepted"] == 2
    last = company("simulate", folder, "--out", run, "--json")
    assert (last.returncode, json.loads(last.stdout)["accepted"]) == (0, WANTED), last.stderr
    with Archive.open(run) as archive:
        assert {archive.status(each) for each in rejected} == {"rejected"}


def test_killed_while_it_writes_decisions_it_ends_as_if_nothing_had_happened(
    company: Run, own_run: Path, tmp_path: Path
) -> None:
    run = own_run
    with Archive.open(run) as archive:
        put_settings(archive, ReviewSettings(overlap=1, of=("persona", "turn", "case")))
        turns = [turn.id for turn in archive.records("turn", ["accepted"]) if turn.code is not None]

    def mixed(item: Item, body: dict[str, Any]) -> Said:
        if item.record in (turns[0], turns[-2]):
            return Edit(changes={"code": f"{body['code']}\n# looked at by a person"}, outcome="as before")
        return Reject(reasons=("dull",)) if item.record == turns[-1] else Accept()

    assert judge_all(run, mixed)["turn"] >= 5
    disturbed = tmp_path / "disturbed"
    shutil.copytree(run, disturbed)
    apply_now(company, run)
    chance = random.Random(2)
    with ReviewStore.of_run(disturbed) as store:
        whole = len(store.to_apply())
        for part in (1.0, 0.7, 0.3):
            # While it still has about this part of them to write.
            enough = round(whole * (part - chance.uniform(0, 0.2)))
            process = Warm("review", disturbed, "apply", "--at-once")
            while len(store.to_apply()) > enough and process.poll() is None:
                time.sleep(0.002)
            process.kill()
            process.wait()
            assert store.to_apply(), "it came to its end before it was killed"
    apply_now(company, disturbed)
    with Archive.open(run) as archive, Archive.open(disturbed) as other:
        for kind in ("persona", "turn", "case"):
            assert other.records(kind) == archive.records(kind), kind
        assert other.facts(REVIEWED) == archive.facts(REVIEWED)
        assert archive.status(turns[0]) == "edited" and archive.status(turns[-1]) == "rejected"
    with ReviewStore.of_run(disturbed) as store:
        assert not store.to_apply()
