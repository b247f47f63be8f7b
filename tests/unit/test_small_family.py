"""A family of rated sentences that says no more than it has to: scored, shown, counted, compared and reported."""

import json
import re
from pathlib import Path

import pytest

from company.benchmark.reading import read_benchmark
from company.cli import main
from company.errors import ConfigError
from company.evaluation.doubts import doubts
from company.evaluation.items import items, ranks
from company.evaluation.reporting import as_markdown, as_page, report_of
from company.evaluation.sittings import Answered, Sitting
from company.family.registry import FAMILIES
from tests.support.sentences import FAMILY, NAME, RATED, WHERE, run_of_sentences

HOSTILE = ("s2", "Noon at the \x1b[31mtrain the <b>board</b> said.", 2)
RESPONSES = {"s1": "I give it 5, at most.", "s2": "4"}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(FAMILIES, NAME, WHERE)
    return run_of_sentences(tmp_path / "run", (RATED[0], HOSTILE, RATED[2]))


@pytest.fixture
def benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(FAMILIES, NAME, WHERE)
    folder = tmp_path / "rated"
    (folder / FAMILY.lines).mkdir(parents=True)
    lines = (
        {"data_id": name, "sentence": text, "rating": rating} for name, text, rating in (RATED[0], HOSTILE, RATED[2])
    )
    (folder / FAMILY.lines / "rating.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def test_responses_are_scored_without_a_sandbox(
    benchmark: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("company.evaluation.scoring.LocalSandbox.__aenter__", None)
    responses = tmp_path / "responses.jsonl"
    lines = [json.dumps({"data_id": name, "response": text}) for name, text in RESPONSES.items()]
    responses.write_text("\n".join(lines) + "\n")
    assert main(["score", str(benchmark), str(responses), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    first, second, third = told["cases"]
    assert first == {
        "data_id": "s1",
        "category": "rating",
        "right": True,
        "failure": None,
        "reason": None,
        "outcome": "5",
        "value": 1.0,
    }
    assert (second["right"], second["value"], second["reason"]) == (False, 0.5, "it says 4, and 2 is right")
    assert third["failure"] == "no response"
    assert told["accuracy"]["value"] == pytest.approx(1 / 3, abs=1e-4)
    assert told["value"]["value"] == pytest.approx(0.5)
    assert told["by"]["category"]["rating"]["cases"] == 3
    assert told["failures"] == {"another rating": 1, "no response": 1} and told["unanswered"] == 1
    assert main(["score", str(benchmark), str(responses)]) == 0
    text = capsys.readouterr().out
    assert "mean value" in text and "another rating" in text
    assert "AccR" not in text and "official" not in text


def test_cases_are_shown_field_by_field_and_counted(benchmark: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(benchmark), "s2"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"case s2 of {benchmark}: rating\n\nsentence\n")
    assert "sentence\n  Noon at the ⟨U+001B⟩[31mtrain" in told and "rating\n  2" in told
    assert main(["show", str(benchmark), "s9"]) == 2
    assert "has no case 's9'; the nearest of its 3 cases are s" in capsys.readouterr().err
    assert main(["stats", str(benchmark), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"benchmark": "rated", "cases": 3, "categories": {"rating": 3}}
    assert main(["stats", str(benchmark)]) == 0
    assert capsys.readouterr().out == "rated: cases 3\n  rating       3\n"


def sitting(benchmark: Path, name: str, *ratings: str) -> Sitting:
    content = read_benchmark(benchmark)
    judge = content.family.scoring.judge(content)
    answers = []
    for line, text in zip(content.entries, ratings, strict=True):
        scored = judge.score("rating", line, text)
        assert scored is not None
        answers.append(Answered(scored, text, 1.0, 10, 5))
    return Sitting(name, "base", "rated", "log", tuple(answers), family=NAME)


def test_models_are_compared_on_it(benchmark: Path) -> None:
    sittings = [
        sitting(benchmark, *said)
        for said in (("good", "5", "2", "3"), ("fair", "5", "4", "3"), ("poor", "1", "4", "3"))
    ]
    report = report_of(read_benchmark(benchmark), sittings)
    assert report["categories"] == ["rating"]
    hardest = {case["data_id"]: case for case in report["hardest"]}
    assert (hardest["s3"]["query"], hardest["s3"]["reference"]) == (RATED[2][1], "4")
    page, text = as_page(report, FAMILY.scoring), as_markdown(report, FAMILY.scoring)
    assert "mean value" in page and "| good · base | 66.7 % |" in text
    for words in ("private", "dialogue", "official", "AccR"):
        assert words not in page and words not in text, words
    answers = {each.model: [answer.scored for answer in each.answers] for each in sittings}
    assert [each.model for each in ranks(answers)] == ["good", "fair", "poor"]
    assert {each.data_id: each.agreeing for each in items(answers)} == {"s1": 0, "s2": 2, "s3": 3}
    assert [(each.data_id, each.others[0].code) for each in doubts(sittings)] == [("s2", "4"), ("s3", "3")]


def test_a_run_has_a_page_and_its_records_are_shown(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(run)]) == 0
    assert capsys.readouterr().out.startswith("s1\n")
    assert main(["show", str(run), "s3"]) == 0
    assert "Rivers bend" in capsys.readouterr().out
    assert main(["show", str(run), "s9"]) == 2
    assert "has no record 's9'; the nearest cases are s" in capsys.readouterr().err
    page, text = tmp_path / "page.html", tmp_path / "page.md"
    assert main(["report", str(run), "--out", str(page), "--markdown", str(text), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["cases"], told["wanted"], told["examples"][0]) == (3, None, {"id": "s1"})
    assert [(row["category"], row["answered_by"], row["kept"]) for row in told["categories"]] == [
        ("rating", "writing", 3)
    ]
    shown = re.sub(r"<style>.*?</style>", "", page.read_text(), flags=re.DOTALL)
    assert "Rivers bend" in shown and "\x1b" not in shown and "&lt;b&gt;" in shown
    for words in ("dialogue", "corrected", "without code", "scientist"):
        assert words not in shown, words
    assert "| rating | writing | – | 3 |" in text.read_text()


def test_a_model_is_asked_by_the_task_that_serves_all_families(benchmark: Path, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    import inspect_ai
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from company.evaluation.asking import Asking
    from company.evaluation.evaluating import task_of
    from company.evaluation.logs import sitting as sitting_of

    def says(*_: object) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", "I would say 5.")
        output.usage = ModelUsage(input_tokens=7, output_tokens=3, total_tokens=10)
        return output

    model = get_model("mockllm/model", custom_outputs=says, memoize=False)
    task = task_of(benchmark, Asking("mockllm/model"))
    (log,) = inspect_ai.eval(task, model=model, limit=2, log_dir=str(tmp_path / "logs"), display="none")
    assert log.status == "success", log.error
    found = sitting_of(log)
    assert (found.family, found.mode) == (NAME, "base")
    assert [(each.scored.right, each.scored.value) for each in found.answers] == [(True, 1.0), (False, 0.25)]
    with pytest.raises(ConfigError, match="there is no mode 'agent'; there are base"):
        task_of(benchmark, Asking("mockllm/model", mode="agent"))
