"""The evaluator of the public release runs on an export as it is: references come to 100 %, wrong answers to 0 %."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from company.benchmark.reading import read_benchmark
from company.families.dialogues.categories import CATEGORIES
from company.families.dialogues.files import LINES
from tests.support.commands import Run
from tests.support.every_category import TARGETS
from tests.support.made_once import made_once
from tests.support.warm_python import interpreter

EVALUATOR = Path(__file__).resolve().parents[3] / "shared" / "peers_code" / "tapilot_evaluate.py"
FILES = 8
"""Those that the evaluator knows; it passes over clarifications."""
PASSED_OVER = ("clarification", "private_clarification")
"""Categories of which no case is made here: the evaluator is given those of another benchmark."""


@pytest.fixture(scope="session")
def benchmark(company: Run, tables_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A benchmark of every category that the evaluator judges, over a table that it knows by name."""
    if not EVALUATOR.is_file():
        pytest.skip(f"the official evaluator is not at {EVALUATOR}: no export was run in it")

    def make(folder: Path) -> None:
        table = tables_folder / "credit_customers.csv"
        targets = "\n".join(f"{category} = 1" for category in TARGETS if category not in PASSED_OVER)
        scenario = f'[table]\nfile = "{table}"\nlicence = "CC0: Public Domain"\n[targets]\n{targets}\n'
        (folder / "simulation.toml").write_text(scenario)
        for words in (("simulate", folder, "--out", folder / "run"), ("export", folder / "run", "--out", folder / "b")):
            done = company(*words)
            assert done.returncode == 0, done.stdout + done.stderr

    return made_once(tmp_path_factory, "benchmark of a paper's table", make) / "b"


WITH_PYTHON = (
    "import runpy, sys; _, sys.executable, *sys.argv = sys.argv; runpy.run_path(sys.argv[0], run_name='__main__')"
)
"""Has the evaluator, which is not changed, run code by another Python than its own."""


@pytest.fixture(scope="session")
def answered(benchmark: Path, benchmark_of_every_category: Path) -> list[Path]:
    """The files with cases that are answered, clarifications among them."""
    others = [CATEGORIES[name].file for name in PASSED_OVER]
    files = [file for file in (benchmark / LINES).glob("*.jsonl") if file.name not in others]
    files += [benchmark_of_every_category / LINES / name for name in others]
    assert all(file.is_file() for file in files) and len(files) >= FILES + len(others)
    return files


def evaluated(
    benchmark: Path,
    answered: list[Path],
    folder: Path,
    answer: Callable[[dict[str, Any]], str],
    python: str | Path = sys.executable,
) -> dict[str, tuple[int, int]]:
    """What the evaluator makes of answers: results that are right, and all, by file."""
    folder.mkdir()
    for file in answered:
        entries = [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n") if line.strip()]
        cases = [{**entry, "response": answer(entry)} for entry in entries if "data_id" in entry]
        (folder / file.name).write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
    words = ("--response_dir", folder, "--resource_dir", benchmark / "data" / "resource")
    limits = ("--workers", "2", "--code_gen_timeout", "120")
    command = [sys.executable, "-c", WITH_PYTHON, *map(str, (python, EVALUATOR, *words, *limits))]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads((folder / "eval_results.json").read_text())
    assert len(told["categories"]) == FILES, done.stdout
    return {name: (counts["correct"], counts["total"]) for name, counts in told["categories"].items()}


def wrong(entry: dict[str, Any]) -> str:
    """Another letter; or code that hands in nothing, so that the check itself is run on it."""
    if "choice" not in entry:
        return "```python\npass\n```"
    gold = json.loads(entry["reference_answer"])["correct_answer"]
    return "Answer: " + next(each["letter"] for each in entry["choice"]["options"] if each["letter"] != gold)


def test_every_reference_counts_as_right_from_cold_starts(
    benchmark: Path, answered: list[Path], tmp_path: Path
) -> None:
    counts = evaluated(benchmark, answered, tmp_path / "gold", lambda entry: str(entry["reference_answer"]))
    assert all(right == total > 0 for right, total in counts.values()), counts


def test_no_empty_answer_and_no_other_letter_counts_as_right(
    benchmark: Path, answered: list[Path], tmp_path: Path
) -> None:
    counts = evaluated(benchmark, answered, tmp_path / "wrong", wrong, interpreter())
    assert all(right == 0 < total for right, total in counts.values()), counts


def test_no_script_begins_with_what_has_to_stand_first(benchmark: Path, benchmark_of_every_category: Path) -> None:
    for entry in (*read_benchmark(benchmark).entries, *read_benchmark(benchmark_of_every_category).entries):
        for field in ("ref_code_all", "ref_code_hist", "eval_metrics"):
            assert not re.search(r"^from __future__ ", entry[field], re.MULTILINE), (entry["data_id"], field)
