"""Who has installed no extra can verify and score a benchmark: the extras' packages are refused here as if missing."""

import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from company.benchmark.reading import read_benchmark
from tests.support.warm_python import interpreter

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BARE = """
import importlib.util
import sys
from importlib.abc import MetaPathFinder

find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name in {missing} else find_spec(name, *more)

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
from company.cli import main
from tests.support.warm_start import warm_sandboxes

with warm_sandboxes():  # whose Python nobody keeps from importing: it is another process
    sys.exit(main(sys.argv[1:]))
"""


def missing() -> set[str]:
    """The modules of packages that an extra has and a base install has not."""
    base, left = set(), [Requirement(line) for line in PROJECT["dependencies"]]
    while left:
        each = left.pop()
        name = canonicalize_name(each.name)
        if name not in base and (each.marker is None or each.marker.evaluate({"extra": ""})):
            base.add(name)
            left += map(Requirement, distribution(name).requires or ())
    extras = {Requirement(line).name for lines in PROJECT["optional-dependencies"].values() for line in lines}
    apart = {canonicalize_name(name) for name in extras} - base - {canonicalize_name(PROJECT["name"])}
    packages = packages_distributions()
    return {module for module, names in packages.items() if apart & {canonicalize_name(name) for name in names}}


def bare(*arguments: object) -> subprocess.CompletedProcess[str]:
    interpreter()  # so that what sandboxes are forked from is there, and is not this command's own
    program = BARE.format(missing=missing())
    command = [sys.executable, "-c", program, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)


def test_a_benchmark_is_verified(benchmark_of_every_category: Path) -> None:
    done = bare("verify", benchmark_of_every_category, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["ok"]


def test_answers_are_scored(benchmark_folder: Path, tmp_path: Path) -> None:
    entries = read_benchmark(benchmark_folder).entries
    answers = [
        {"data_id": entry["data_id"], "response": f"```python\n{entry['reference_answer']}\n```"} for entry in entries
    ]
    answers[0]["response"] = "```python\nnothing = 0\n```"
    file = tmp_path / "responses.jsonl"
    file.write_text("".join(json.dumps(answer) + "\n" for answer in answers), encoding="utf-8")
    assert {"inspect_ai", "sqlalchemy"} <= missing()
    one = tmp_path / "one.jsonl"
    one.write_text(json.dumps(answers[0]) + "\n", encoding="utf-8")
    shown = bare("score", benchmark_folder, one)
    assert shown.returncode == 0 and f"{len(answers)} cases" in shown.stdout, shown.stderr
    done = bare("score", benchmark_folder, file, "--json")
    assert done.returncode == 0, done.stderr
    found = {case["data_id"]: case["right"] for case in json.loads(done.stdout)["cases"]}
    assert found == {answer["data_id"]: place > 0 for place, answer in enumerate(answers)}


def test_making_one_is_refused_in_a_line(tmp_path: Path) -> None:
    done = bare("simulate", "wine", "--out", tmp_path / "run")
    assert done.returncode == 2 and not (tmp_path / "run").exists()
    (line,) = done.stderr.splitlines()
    assert "sqlalchemy" in line and line.endswith("pip install 'decision-company[simulate]'")
