"""Responses to a real benchmark: right ones count, wrong ones do not, and hostile ones harm nobody."""

import json
from pathlib import Path
from typing import Any

import pytest

from company.benchmark.reading import read_benchmark
from company.families.dialogues.body.bodies import wanted_results
from tests.end_to_end.official_rules import is_right
from tests.support.commands import Run
from tests.support.warm_python import interpreter

LINES = "\n".join(["True"] * 5)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where responses are written."""
    return tmp_path / "responses.jsonl"


def scored(company: Run, benchmark: Path, file: Path, responses: dict[str, str], *flags: str) -> dict[str, Any]:
    lines = [json.dumps({"data_id": data_id, "response": text}) for data_id, text in responses.items()]
    file.write_text("\n".join(lines) + "\n")
    done = company("score", benchmark, file, "--json", *flags)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@pytest.fixture(scope="module")
def entries(benchmark_folder: Path) -> list[dict[str, Any]]:
    return list(read_benchmark(benchmark_folder).entries)


def fenced(code: str) -> str:
    return f"Here is the code.\n\n```python\n{code}\n```\n"


def forging(entry: dict[str, Any]) -> str:
    """Results whose reading prints what a check prints, and ends the process that reads."""
    lines = ["import os, pickle", "class Forged:", "    def __reduce__(self):"]
    lines += [f"        return exec, ({f'import os; print({LINES!r}, flush=True); os._exit(0)'!r},)"]
    lines += [f"pickle.dump(Forged(), open('./pred_result/{name}.pkl', 'wb'))" for name, _ in wanted_results(entry)]
    lines += [f"open('./pred_result/{name}.json', 'w').write('[]')" for name, _ in wanted_results(entry)]
    return "\n".join([*lines, f"print({LINES!r})"])


def test_right_answers_count_and_hostile_ones_harm_nobody(
    company: Run, benchmark_folder: Path, entries: list[dict[str, Any]], file: Path
) -> None:
    right = {entry["data_id"]: fenced(entry["reference_answer"]) for entry in entries}
    ids = list(right)
    assert len(ids) == 10
    # Files that are unsafe to read can be forged where no result is a figure, which is told by JSON.
    pickled = next(entry for entry in entries[2:] if all(kind != "plot" for _, kind in wanted_results(entry)))
    ids.insert(2, ids.pop(ids.index(pickled["data_id"])))
    answered = right[ids[3]]
    hostile = {
        ids[0]: fenced("while True:\n    pass"),
        ids[1]: fenced("import sys\nwhile True:\n    sys.stdout.write('x' * 1_000_000)"),
        ids[2]: fenced(forging(pickled)),
        ids[3]: fenced(
            "import os, pathlib\nfor file in pathlib.Path('.').rglob('*'):\n    file.is_file() and os.remove(file)\n"
            f"print({LINES!r})"
        ),
        ids[4]: "Sorry, I cannot help with that.",
        ids[5]: fenced("import os\nos._exit(0)"),
        ids[6]: fenced("result = undefined_name"),
    }
    told = scored(company, benchmark_folder, file, {**right, **hostile}, "--seconds", "8")
    found = {case["data_id"]: case for case in told["cases"]}
    assert [found[each]["right"] for each in ids] == [False] * 7 + [True] * 3, answered
    failures = [found[each]["failure"] for each in ids[:7]]
    assert failures[:2] == ["stopped", "stopped"]
    assert failures[2] == "unsafe result"
    assert failures[3] in ("missing result", "raised")
    assert failures[4:] == ["no code", "stopped", "raised"]
    assert found[ids[6]]["error"] == "NameError"
    assert told["accuracy"]["value"] == 0.3


def test_what_saves_its_results_and_then_fails_is_judged_as_it_is_officially(
    company: Run, benchmark_folder: Path, entries: list[dict[str, Any]], file: Path
) -> None:
    responses = {}
    for number, entry in enumerate(entries):
        answer = entry["reference_answer"]
        change = (f"{answer}\n1 / 0\n", answer.replace("pickle.dump(", "print("), f"{answer}\nraise SystemExit(0)")
        responses[entry["data_id"]] = fenced(change[number % 3])
    told = scored(company, benchmark_folder, file, responses)
    resource = benchmark_folder / "data" / "resource"
    for case, entry in zip(told["cases"][:6], entries[:6], strict=True):
        assert case["right"] == is_right(entry, responses[entry["data_id"]], resource, str(interpreter())), case
    assert [told["cases"][number]["failure"] for number in (0, 2)] == ["raised", None]
    unsaved = zip(told["cases"][1::3], entries[1::3], strict=False)
    missed = {case["failure"] for case, entry in unsaved if "pickle.dump(" in entry["reference_answer"]}
    assert missed == {"missing result"}
    assert told["cases"][0]["intents"] == [True] * len(told["cases"][0]["intents"])


def test_few_answers_are_told_from_all_and_said_in_words(
    company: Run, benchmark_folder: Path, entries: list[dict[str, Any]], file: Path
) -> None:
    first = entries[0]
    told = scored(company, benchmark_folder, file, {first["data_id"]: fenced(first["reference_answer"])})
    assert told["unanswered"] == 9
    assert told["failures"] == {"no response": 9}
    printed = company("score", benchmark_folder, file)
    assert "accuracy" in printed.stdout and "10.0%" in printed.stdout and "no response" in printed.stdout
    refused = company("score", benchmark_folder, benchmark_folder / "nothing.jsonl")
    assert refused.returncode == 2 and "is not there" in refused.stderr
