"""A benchmark of captions: made, verified from its files alone, and refused where it says anything that is not so."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from company import api
from company.archive import Archive
from company.benchmark.reading import Benchmark, read_benchmark, read_cases
from company.families.captions.gate import detection, ranking
from company.families.captions.records import WRITERS, Figure, Passage
from company.sandbox import Sandbox
from tests.support.commands import Run, company_command
from tests.support.made_once import made_once
from tests.support.rating_server import pictures_of, rating_server

SCENARIO = """[table]
builtin = "wine"
row = "wine"

[captions]
spoiled = 0.4
unmentioned = 0.3

[targets]
ranking = 4
detection = 2
"""
Line = dict[str, Any]
SESSION = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of captions, with more errors than usual, and its benchmark; not to be written to."""

    def make(folder: Path) -> None:
        (folder / "simulation.toml").write_text(SCENARIO)
        for words in (("simulate", folder, "--out", folder / "run"), ("export", folder / "run")):
            done = company_command(*words)
            assert done.returncode == 0, done.stdout + done.stderr

    return made_once(tmp_path_factory, "captions", make)


@pytest.fixture(scope="module")
def content(made: Path) -> Benchmark:
    return read_benchmark(made / "run" / "benchmark")


def test_it_verifies_from_its_files_alone_and_no_caption_holds_on_another_figure(company: Run, made: Path) -> None:
    done = company("verify", made / "run" / "benchmark", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0, told["problems"] + [case for case in told["cases"] if not case["passed"]]
    assert told["passed"] == 6 and told["controls"]["slipped through"] == 0
    assert told["controls"]["a blank page"] > 15 and told["controls"]["a figure with other texts"] > 10
    assert told["controls"]["another letter"] == 6


def test_there_are_six_writers_twins_and_errors_and_nothing_untrue_but_the_twins(content: Benchmark) -> None:
    for line in content.cases["ranking"]:
        assert Counter(each["writer"] for each in line["captions"]) == Counter(WRITERS)
        claims = [claim for each in line["captions"] for claim in each["claims"]]
        assert {claim["truth"] for claim in claims} == {"true"}
        for twin in line["twins"]:
            assert Counter(claim["truth"] for claim in twin["claims"])["false"] == 1
        shared = [set(each["errors"]) - {"text"} for each in line["captions"]]
        assert all(each == shared[0] for each in shared)
    errors = Counter(
        error for line in content.cases["ranking"] for each in line["captions"] for error in each["errors"]
    )
    assert errors["text"] > 1
    twins = [twin for line in content.cases["ranking"] for twin in line["twins"]]
    assert len(twins) >= 3


def test_each_writer_is_told_what_the_seed_told_its_generator_and_nothing_else(made: Path) -> None:
    with Archive.open(made / "run") as archive:
        calls = {call.record: call for call in archive.calls() if call.stage == "captions"}
        figures: list[Figure] = archive.records("figure")
        passages: list[Passage] = archive.records("passage")
    for passage in passages:
        figure = next(each for each in figures if each.id == passage.figure)
        asked = {writer: calls[f"{figure.id}.{writer}"] for writer in WRITERS if writer != "template"}
        said = {writer: call.messages for writer, call in asked.items()}
        assert [writer for writer, words in said.items() if "read_csv" in words] == ["author"]
        assert [writer for writer, words in said.items() if '\\"drawn\\"' in words] == ["author"]
        assert [writer for writer, words in said.items() if '"pictures"' in words] == ["picture"]
        tick = next(text for text in reversed(figure.texts))
        assert f'\\"{tick}\\"' in said["texts"] and f'\\"{tick}\\"' in said["paragraphs_texts"]
        assert all(f'\\"{tick}\\"' not in said[writer] for writer in ("paragraphs", "picture"))
        for paragraph in passage.paragraphs:
            words = json.dumps(paragraph.text[:60])[1:-1]
            assert [writer for writer, text in said.items() if words in text] == ["paragraphs", "paragraphs_texts"]


def _first(line: Line, name: str = "captions") -> Line:
    return next(each for each in line[name] if each["claims"])


def _flip(line: Line) -> None:
    _first(line)["claims"][0]["truth"] = "false"


def _false_paragraph(line: Line) -> None:
    claim = _first(line, "paragraphs")["claims"][0]
    claim |= {"code": f"not ({claim['code']})", "truth": "false"}


def _other_text(line: Line) -> None:
    line["texts"] = [*line["texts"][1:], "Something else"]


def _other_values(line: Line) -> None:
    shown = line["drawn"][0]
    (shown["lines"][0]["values"] if shown["lines"] else shown["bars"][0]).__setitem__(
        0 if shown["lines"] else "length", 7
    )


def _other_aspects(line: Line) -> None:
    claim = next(c for each in line["captions"] for c in each["claims"] if "ocr" in c["aspects"])
    claim["aspects"] = [each for each in claim["aspects"] if each != "ocr"]


def _other_writer(line: Line) -> None:
    line["captions"][0]["writer"] = line["captions"][1]["writer"]


def _no_error(line: Line) -> None:
    for each in line["captions"]:
        each["errors"] = ["image"]


def _true_twin(line: Line) -> None:
    twin = line["twins"][0]
    own = next(each for each in line["captions"] if each["id"] == twin["of"])
    twin |= {"text": own["text"], "claims": own["claims"]}


def _other_contradiction(line: Line) -> None:
    line["twins"][0]["contradicted"] = not line["twins"][0]["contradicted"]


def _other_code(line: Line) -> None:
    line["figure_code"] = line["figure_code"].replace(">= 3]", ">= 9]")


def _nothing_drawn(line: Line) -> None:
    line["figure_code"] += "\nplt.close('all')\n"


def _holds_anywhere(line: Line) -> None:
    each = next(each for each in line["captions"] if len(each["claims"]) == 1)
    each["claims"][0]["code"] = "'' == '' or drawn"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_flip, "is true, and its line says false"),
        (_false_paragraph, "claims something untrue"),
        (_other_text, "its texts are not those of the figure"),
        (_other_values, "draws another figure"),
        (_other_aspects, "has other aspects than its words"),
        (_other_writer, "not by the six writers"),
        (_no_error, "has other errors"),
        (_true_twin, "differs in 0 claims"),
        (_other_contradiction, "whether the paragraphs contradict it"),
        (_other_code, "draws another figure|comes out|cannot be executed|is false"),
        (_nothing_drawn, "it leaves 0 figures open"),
        (_holds_anywhere, "holds on what it does not speak of"),
    ],
)
@SESSION
async def test_a_line_that_says_what_is_not_so_is_refused(
    content: Benchmark, local_sandbox: Sandbox, change: Callable[[Line], None], said: str
) -> None:
    line = copy.deepcopy(next(each for each in content.cases["ranking"] if each["twins"] and each["paragraphs"]))
    picture = (content.folder / line["figure"]).read_bytes()
    change(line)
    report = await ranking.judged(line, picture, content.resource, local_sandbox, cold=False)
    assert not report.passed
    assert any(re.search(said, reason) for reason in report.reasons), report.reasons


@SESSION
async def test_a_choice_with_another_letter_or_on_another_figure_is_refused(
    content: Benchmark, local_sandbox: Sandbox
) -> None:
    line = copy.deepcopy(content.cases["detection"][0])
    letter = json.loads(line["reference_answer"])["correct_answer"]
    line["reference_answer"] = json.dumps({"correct_answer": "A" if letter != "A" else "B"})
    report = await detection.judged(line, content.resource, local_sandbox, cold=False)
    assert "the reference answer says" in report.reasons[0]
    line["figure_code"] = content.cases["detection"][1]["figure_code"]
    report = await detection.judged(line, content.resource, local_sandbox, cold=False)
    assert "not judged on what its figure's code draws" in report.reasons[0]


@SESSION
async def test_a_choice_whose_captions_shed_light_on_one_another_is_refused(
    content: Benchmark, local_sandbox: Sandbox
) -> None:
    line = copy.deepcopy(content.cases["detection"][0])
    line["contradicted"] = not line["contradicted"]
    report = await detection.judged(line, content.resource, local_sandbox, cold=False)
    assert any("what it says of the paragraphs" in each for each in report.reasons), report.reasons
    one, other = [option for option in line["choice"]["options"] if option["slip"]][:2]
    other["code"] = one["code"]
    report = await detection.judged(line, content.resource, local_sandbox, cold=False)
    assert sum("without the figure it is known whether" in each for each in report.reasons) >= 2, report.reasons
    assert any("speak of the same quantity" in each for each in report.reasons)


def test_where_gold_is_held_back_twins_stand_among_captions(company: Run, made: Path, tmp_path: Path) -> None:
    out = tmp_path / "public"
    done = company("export", made / "run", "--out", out, "--held-back", tmp_path / "gold")
    assert done.returncode == 0, done.stderr
    content = read_cases(out)
    assert not content.has_gold and not (out / "data" / "scicap").exists()
    for line in content.cases["ranking"]:
        assert {key for each in line["captions"] for key in each} == {"id", "text"}
        assert {key for each in line["paragraphs"] for key in each} <= {"text", "mentions"}
        assert [each["id"] for each in line["captions"]] == [f"c{at + 1}" for at in range(len(line["captions"]))]
    assert any(len(line["captions"]) == 7 for line in content.cases["ranking"])
    words = " ".join(path.read_text() for path in out.rglob("*.jsonl"))
    assert not any(name in words for name in ('"writer"', '"truth"', '"untruth"', "extracted_from", "figure_code"))


def test_the_annotations_are_in_the_form_of_the_challenge(content: Benchmark) -> None:
    told = json.loads((content.folder / "data" / "scicap" / "annotations.json").read_text())
    assert len(told["images"]) == 4 and len(told["annotations"]) == 24
    for each in told["annotations"]:
        assert {"image_id", "caption", "mention", "paragraph", "ocr"} <= each.keys()
    assert {each["file_name"] for each in told["images"]} <= {
        path.name for path in (content.folder / "data/figures").iterdir()
    }


def test_it_is_made_again_with_the_same_bytes(company: Run, made: Path, tmp_path: Path) -> None:
    done = company("rebuild", made / "run" / "benchmark", "--out", tmp_path / "again")
    assert done.returncode == 0, done.stdout + done.stderr


def test_figures_tell_of_writers_and_claims(company: Run, made: Path) -> None:
    done = company("stats", made / "run" / "benchmark", "--json")
    told = json.loads(done.stdout)
    assert told["counts"]["captions"]["in all"] == 24
    assert set(told["writers"]) == set(WRITERS) and told["writers"]["author"]["true"] == 1.0
    shown = company("show", made / "run" / "benchmark").stdout
    assert "paragraphs_texts" in shown and "true: " in shown
    card = (made / "run" / "benchmark" / "README.md").read_text()
    assert "What is true in it" in card and "not a language model" in card


def test_a_table_without_an_order_is_refused_with_the_reason(company: Run, tmp_path: Path) -> None:
    (tmp_path / "names.csv").write_text("name,town\n" + "Ada,York\nBen,Hull\nCy,Leeds\n" * 4)
    (tmp_path / "simulation.toml").write_text('[table]\nfile = "names.csv"\n\n[captions]\n')
    done = company("simulate", tmp_path, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert "line charts need a column whose values have an order" in done.stderr


def test_a_rater_that_executes_claims_finds_every_twin_and_one_that_reads_paragraphs_those_they_contradict(
    content: Benchmark, tmp_path: Path
) -> None:
    found = {
        rater: api.evaluate(content.folder, f"company/{rater}", mode="zero-shot", logs=tmp_path, quiet=True)
        for rater in ("claims", "paragraphs")
    }
    assert found["claims"].figures["value"]["value"] == 1.0 and found["claims"].figures["unread"] == 0
    done = company_command("report", content.folder, tmp_path, "--out", tmp_path / "page.html", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)["tables"]
    rows = {row["name"].partition(" ")[0].removeprefix("company/"): row for row in told["twins"]}
    assert rows["claims"]["all"]["value"] == 1.0
    not_contradicted = rows["paragraphs"]["not_contradicted"]
    assert not_contradicted is None or not_contradicted["value"] == 0.5
    contradicted = rows["paragraphs"]["contradicted"]
    assert contradicted is None or contradicted["value"] > 0.5
    assert "no expert ranked captions" in told["missing"]["ranks"] and told["ranking"] == []


def test_choices_are_asked_in_the_usual_mode_with_their_picture(
    content: Benchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with rating_server() as server:
        asking = {"categories": ("detection",), "base_url": server.url, "logs": tmp_path, "quiet": True}
        found = api.evaluate(content.folder, "openai/gpt-4o", **asking)
        shown = [pictures_of(body) for body in server.bodies]
    gold = [json.loads(line["reference_answer"])["correct_answer"] for line in content.cases["detection"]]
    assert found.figures["accuracy"]["value"] == sum(letter == "A" for letter in gold) / len(gold)
    assert found.figures["value"] is None and len(shown) == 2 and all(len(each) == 1 for each in shown)
