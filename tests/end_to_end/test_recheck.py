"""From a run to a benchmark, models' logs on it, back to people, and into the run and the next benchmark."""

import json
from pathlib import Path
from typing import Any

import inspect_ai
import pytest
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from company.archive import Archive
from company.benchmark.reading import read_benchmark
from company.families.dialogues.evaluation.tapilot import tapilot
from company.records import USABLE
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Reject
from tests.support.commands import company_command
from tests.support.review import invited, submission

SCENARIO = """
[table]
builtin = "wine"
[targets]
normal = 6
[review]
of = ["case"]
"""


def asked(benchmark: Path, logs: Path, wrong: str, name: str) -> None:
    """A model that answers as the reference does, but for one case: there it comes to nothing but None."""
    entries = read_benchmark(benchmark).entries
    answers = {entry["prompt_with_hist_json"][-1]["content"]: entry for entry in entries}

    def say(messages: list[Any], *_: object) -> ModelOutput:
        entry = answers[messages[-1].text]
        code = entry["reference_answer"]
        if entry["data_id"] == wrong:
            code += "\nfor file in __import__('pathlib').Path('pred_result').iterdir():\n"
            code += "    pickle.dump(None, file.open('wb'))\n"
        output = ModelOutput.from_content("mockllm/model", f"{name}:\n```python\n{code}\n```")
        output.usage = ModelUsage(input_tokens=7, output_tokens=3, total_tokens=10)
        return output

    model = get_model("mockllm/model", custom_outputs=say, memoize=False)
    (log,) = inspect_ai.eval(tapilot(str(benchmark)), model=model, log_dir=str(logs), display="none")
    assert log.status == "success", log.error


@pytest.fixture
def run(tmp_path: Path) -> Path:
    scenario = tmp_path / "simulation.toml"
    scenario.write_text(SCENARIO)
    done = company_command("simulate", scenario, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    return tmp_path / "run"


def judged(run: Path, said: Any, *people: str) -> None:
    """Everything that is open is judged by these people, and written into the run."""
    with ReviewStore.of_run(run) as store:
        for each in invited(store, *people):
            for item in store.items(state="open"):
                store.submit(each, submission(store.take(each, item.id), said))
    assert company_command("review", run, "apply", "--at-once").returncode == 0


def test_a_case_that_models_cast_doubt_on_is_judged_anew_and_leaves_the_benchmark(run: Path, tmp_path: Path) -> None:
    assert company_command("review", run, "apply").returncode == 0
    judged(run, Accept(), "Ann", "Bob")
    first = tmp_path / "first"
    assert company_command("export", run, "--out", first).returncode == 0
    entries = read_benchmark(first).entries
    wrong = next(entry["data_id"] for entry in entries if "plot" not in entry["result_type"])
    others = [entry["data_id"] for entry in entries if entry["data_id"] != wrong]
    for name in ("one", "two", "three"):
        asked(first, tmp_path / "logs", wrong, f"a-model-called-{name}")
    with ReviewStore.of_run(run) as store:
        invited(store, "Cy", "Di")
    for expected in ({"opened": [wrong], "waits": []}, {"opened": [], "waits": [wrong]}):
        done = company_command("review", run, "recheck", first, tmp_path / "logs", "--json")
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        assert {name: told[name] for name in expected} == expected and told["waiting"] == 1
    assert "1 waits to be judged again" in company_command("status", run).stdout
    assert "1 waits to be judged again" in company_command("review", run, "progress").stdout
    with ReviewStore.of_run(run) as store, Archive.open(run) as archive:
        (item,) = [each for each in store.live().values() if each.round == 2]
        (grounds,) = item.grounds
        assert (grounds.models, grounds.right, grounds.others[0].models) == (3, 0, 3)
        assert "None" in grounds.others[0].code and "a-model-called" not in grounds.model_dump_json()
        assert len(archive.records("case", USABLE)) == len(entries)
    judged(run, Reject(reasons=("the reference is wrong",)), "Cy", "Di")
    second = tmp_path / "second"
    assert company_command("export", run, "--out", second).returncode == 0
    assert [entry["data_id"] for entry in read_benchmark(second).entries] == others
    assert "Judged anew, since there was doubt about them: 1 (1 rejected)" in (second / "README.md").read_text()
