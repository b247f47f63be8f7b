"""The main job over the bundled table, from cold starts: simulate, status, export, verify, show, stats."""

import json
from pathlib import Path
from typing import Any

from company.archive import Archive
from tests.support.commands import Run


def test_exactly_the_wanted_number_of_cases_is_accepted(simulated: tuple[Path, dict[str, Any]]) -> None:
    _, outcome = simulated
    assert (outcome["accepted"], outcome["wanted"], outcome["missing"]) == (10, 10, {})


def test_dialogues_are_about_as_long_as_was_asked_for_and_few_cases_are_made_in_vain(
    simulated: tuple[Path, dict[str, Any]],
) -> None:
    run, _ = simulated
    with Archive.open(run) as archive:
        asked = sum(one["turns"] for part in archive.note("commissions") for one in part)
        made = sum(turn.code is not None for turn in archive.records("turn", ["accepted"]))
        cases = len(archive.records("case"))
    assert made >= 0.7 * asked
    assert cases <= 1.5 * 10


def test_running_again_changes_nothing_and_makes_no_call(
    cold_company: Run, simulated: tuple[Path, dict[str, Any]], own_run: Path
) -> None:
    _, outcome = simulated
    again = cold_company("simulate", "wine", "--out", own_run, "--limit", "10", "--json")
    assert again.returncode == 0, again.stderr
    second = json.loads(again.stdout)
    assert second["calls"] == 0
    assert second["accepted"] == outcome["accepted"]


def test_status_counts_the_records(cold_company: Run, simulated: tuple[Path, dict[str, Any]]) -> None:
    run, _ = simulated
    told = json.loads(cold_company("status", run, "--json").stdout)
    assert told["records"]["case"]["accepted"] == 10
    assert told["calls"] > 30


def test_another_seed_is_refused_in_the_same_folder(cold_company: Run, own_run: Path) -> None:
    refused = cold_company("simulate", "wine", "--out", own_run, "--limit", "10", "--seed", "99")
    assert refused.returncode == 2
    assert "--out" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_benchmark_verifies_and_a_damaged_one_does_not(
    cold_company: Run, company: Run, benchmark_folder: Path, tmp_path: Path
) -> None:
    verified = cold_company("verify", benchmark_folder, "--json")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    lines = (benchmark_folder / "data/dialogue_data/normal.jsonl").read_text().splitlines()
    assert len(lines) == 10
    entry = json.loads(lines[0])
    damaged = tmp_path / "damaged"
    (damaged / "data/dialogue_data").mkdir(parents=True)
    (damaged / "data/resource").symlink_to(benchmark_folder / "data/resource")
    results = entry["result_type"] if isinstance(entry["result_type"], list) else [entry["result_type"]]
    entry["eval_metrics"] = "print(True)\n" * len(results)
    (damaged / "data/dialogue_data/normal.jsonl").write_text(json.dumps(entry) + "\n")
    refused = company("verify", damaged, "--json")
    assert refused.returncode == 1
    assert "accepts a wrong answer" in refused.stdout


def test_one_case_can_be_shown_and_the_benchmark_counted(cold_company: Run, benchmark_folder: Path) -> None:
    shown = cold_company("show", benchmark_folder)
    assert shown.returncode == 0
    assert shown.stdout.startswith("a question and how it was answered: ")
    lines = (benchmark_folder / "data/dialogue_data/normal.jsonl").read_text().splitlines()
    assert sum(f"case {json.loads(line)['data_id']} of " in shown.stdout for line in lines) == 1
    told = json.loads(cold_company("stats", benchmark_folder, "--json").stdout)
    assert told
