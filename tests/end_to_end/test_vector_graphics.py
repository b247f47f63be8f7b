"""A benchmark of vector graphics: made, verified from its files alone, refused where it is wrong, scored, asked."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")
pytest.importorskip("pygraphviz", reason="drawings need the extra graphics")

from company.archive import Archive
from company.benchmark.reading import Benchmark, read_benchmark
from company.drawings.tikz import is_here
from human_review.queueing import apply, fill
from human_review.queueing import told as told_of_review
from human_review.store import ReviewStore
from human_review.verdicts import Accept
from tests.support.commands import Run, company_command
from tests.support.loopback import MODEL, Loopback
from tests.support.made_once import made_once
from tests.support.rating_server import pictures_of, rating_server, text_of
from tests.support.review import invited
from tests.support.review_run import judge
from tests.support.tiny_models import clip_model

TARGETS = ["svg_category = 1", "svg_color = 2", "svg_usage = 1", "graphviz_domain = 1", "graphviz_relation = 1"]
DRAWN = ["svg_generation = 1", "graphviz_generation = 1"]
OF_TIKZ = ["tikz_counting = 1", "tikz_relation = 1"] if is_here() else []
CASES = 6 + len(OF_TIKZ)
"""Questions; two drawings from captions come to them."""
SCENARIO = "\n".join(
    ['[vector_graphics]\nsources = ["scenes"]\nlengths = [1000]\n\n[targets]', *TARGETS, *OF_TIKZ, *DRAWN, ""]
)
Line = dict[str, Any]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of vector graphics and its benchmark; not to be written to."""

    def make(folder: Path) -> None:
        (folder / "simulation.toml").write_text(SCENARIO)
        for words in (("simulate", folder, "--out", folder / "run"), ("export", folder / "run")):
            done = company_command(*words)
            assert done.returncode == 0, done.stdout + done.stderr

    return made_once(tmp_path_factory, "vector graphics", make)


@pytest.fixture(scope="module")
def content(made: Path) -> Benchmark:
    return read_benchmark(made / "run" / "benchmark")


def test_it_verifies_from_its_files_alone(company: Run, made: Path) -> None:
    done = company("verify", made / "run" / "benchmark", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0, told["problems"] + [case for case in told["cases"] if not case["passed"]]
    assert told["passed"] == CASES + 2 and told["controls"]["slipped through"] == 0
    assert told["controls"]["a blank page"] == 2 and told["controls"]["another drawing"] == 2
    assert told["controls"]["another letter"] == 3 * CASES and told["controls"]["empty answer"] == CASES


def test_run_again_it_asks_nobody_anything(company: Run, made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "run", tmp_path / "run")
    done = company("simulate", made, "--out", tmp_path / "run", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0 and told["accepted"] == CASES + 2
    assert told["calls"] == 0


def test_words_of_colour_and_what_is_depicted_are_not_in_the_code(content: Benchmark) -> None:
    for line in _asked(content):
        code = (content.folder / line["graphic"]).read_text()
        assert code.rstrip() in line["prompt_with_hist_txt"]
        if line["format"] == "svg":
            assert line["theme"] not in code
            assert not any(f'"{name}"' in code for name in ("red", "green", "blue", "yellow"))


def _asked(content: Benchmark) -> list[Line]:
    return [line for line in content.entries if "choice" in line]


def _spoil(made: Path, folder: Path, change: Callable[[Line], None], category: str) -> Path:
    benchmark = folder / "benchmark"
    shutil.copytree(made / "run" / "benchmark", benchmark)
    shutil.rmtree(benchmark / "data" / "parquet", ignore_errors=True)
    file = benchmark / "data" / "graphics_data" / f"{category}.jsonl"
    lines = [json.loads(each) for each in file.read_text().splitlines()]
    for line in lines:
        change(line)
    file.write_text("".join(json.dumps(each) + "\n" for each in lines))
    return benchmark


def _code_of_an_option(line: Line) -> None:
    wrong = next(each for each in line["choice"]["options"] if each["slip"])
    wrong["code"] = "'something else'"


def test_an_option_whose_code_says_something_else_is_refused(company: Run, made: Path, tmp_path: Path) -> None:
    benchmark = _spoil(made, tmp_path, _code_of_an_option, "svg_color")
    told = json.loads(company("verify", benchmark, "--json").stdout)
    reasons = [each["reasons"][0] for each in told["cases"] if not each["passed"]]
    assert len(reasons) == 2 and all("and its code 'something else'" in each for each in reasons)


def test_vgbench_finds_the_same_questions_in_its_own_layout(content: Benchmark) -> None:
    """As its `evaluate.py` reads them: code, question, options, and the letter that is compared with the first sign."""
    for category, lines in content.cases.items():
        if category.endswith("generation"):
            captions = json.loads((content.folder / f"data/vgbench/{lines[0]['format']}/captions.json").read_text())
            assert captions == {Path(line["reference_picture"]).name: line["current_query"] for line in lines}
            continue
        form, _, question_type = category.partition("_")
        file = content.folder / "data" / "vgbench" / form / f"final_dataset_{question_type}.json"
        told = json.loads(file.read_text())
        assert len(told) == len(lines)
        for sample in told:
            line = next(each for each in lines if each["data_id"] == sample["data_id"])
            query = sample["query"]
            assert query["q"] == line["choice"]["question"] and query["a"] in "ABCD"
            assert query["o"] == [f"{each['letter']}: {each['text']}" for each in line["choice"]["options"]]
            assert json.loads(line["reference_answer"])["correct_answer"] == query["a"]
            assert sample["data"]["code"] == (content.folder / line["graphic"]).read_text()


def _responses(content: Benchmark, folder: Path, answer: Callable[[Line], str]) -> Path:
    file = folder / "responses.jsonl"
    lines = [json.dumps({"data_id": each["data_id"], "response": answer(each)}) for each in content.entries]
    file.write_text("\n".join(lines) + "\n")
    return file


def _gold(line: Line) -> str:
    if "choice" not in line:
        return f"Here it is:\n\n```\n{line['reference_answer']}```\n"
    return f"Answer: {json.loads(line['reference_answer'])['correct_answer']}"


def test_gold_against_gold_is_all_right_and_no_answer_is_wrong(
    company: Run, content: Benchmark, tmp_path: Path
) -> None:
    told = json.loads(company("score", content.folder, _responses(content, tmp_path, _gold), "--json").stdout)
    assert told["value"]["value"] == 1.0
    assert {name: each["value"] for name, each in told["generation"].items()} == dict.fromkeys(
        ("executable", "recall", "precision"), 1.0
    )
    assert told["accuracy"]["value"] == 1.0 and set(told["by"]["format"]) >= {"svg", "graphviz"}
    silent = _responses(content, tmp_path, lambda line: "I cannot tell")
    told = json.loads(company("score", content.folder, silent, "--json").stdout)
    assert told["accuracy"]["value"] == 0.0 and told["failures"] == {"no letter": CASES, "not drawn": 2}
    assert told["value"]["value"] == 0.0 and told["generation"]["executable"]["value"] == 0.0


def test_a_drawing_that_lacks_something_is_worth_less_and_another_one_little(
    company: Run, content: Benchmark, tmp_path: Path
) -> None:
    (line,) = content.cases["svg_generation"]
    code = str(line["reference_answer"])
    shapes = [each for each in code.splitlines() if each.strip().startswith(("<circle", "<rect", "<poly", "<ell"))]
    less = code.replace(shapes[-1], "")
    worth = []
    other = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1,1 L8,4 L3,8 Z"/></svg>'
    for answer in (code, less, other):
        file = tmp_path / "responses.jsonl"
        file.write_text(json.dumps({"data_id": line["data_id"], "response": answer}) + "\n")
        told = json.loads(company("score", content.folder, file, "--json").stdout)
        worth.append(next(each for each in told["cases"] if each["data_id"] == line["data_id"]))
    assert [each["executable"] for each in worth] == [True, True, True]
    assert worth[0]["value"] == 1.0 > worth[1]["value"] > worth[2]["value"] and worth[2]["recall"] <= 0.5


def test_the_report_says_how_drawings_look_where_there_are_networks(
    company: Run, content: Benchmark, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="torch is missing: how drawings look was not computed by a command")
    pytest.importorskip(
        "transformers", reason="transformers is missing: how drawings look was not computed by a command"
    )
    (svg,) = content.cases["svg_generation"]
    given = _responses(content, tmp_path, lambda line: _gold(line) if line is svg else "I cannot tell")
    page, markdown, networks = tmp_path / "models.html", tmp_path / "models.md", tmp_path / "networks"
    words = ("report", content.folder, given, "--out", page, "--markdown", markdown)
    done = company(*words)
    assert done.returncode == 0, done.stderr
    assert "CLIP, FID and KID are not available" in markdown.read_text() and "--networks DIR" in page.read_text()
    assert "fact recall" in page.read_text()
    clip_model(networks / "clip", tuple(sorted(set(svg["current_query"].lower().split()))), positions=64)
    done = company(*words, "--networks", networks, "--json")
    assert done.returncode == 0, done.stderr
    looks = json.loads(done.stdout)["tables"]["looks"]
    rows = {(row["format"], row["name"]): row for row in looks["rows"]}
    drawn, failed = rows["svg", "responses"], rows["graphviz", "responses"]
    assert drawn["clip"] == rows["svg", "the references"]["clip"] == drawn["survivors"]["clip"]
    assert failed["clip"] == 0.0 and failed["survivors"] | {"clip": None, "cases": 0} == failed["survivors"]
    assert looks["features"] is None and drawn["fid"] is None
    assert "captions typed as text" in page.read_text() and "no `features/`" in markdown.read_text()
    done = company(*words, "--networks", tmp_path / "none")
    assert done.returncode == 2 and "neither a folder clip/ nor features/" in done.stderr


def test_a_model_is_asked_in_several_orders(
    company: Run, content: Benchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with rating_server() as server:  # it answers A to whatever ends in `Answer: X`
        model = ("--model", "openai/gpt-4o", "--model-base-url", server.url, "--log-dir", tmp_path / "logs")
        words = ("--rotations", "2", "--categories", "svg_color", "--json")
        done = company("evaluate", content.folder, *model, *words)
        told = json.loads(done.stdout)
        assert told["accuracy"]["cases"] == 2 and told["failures"] == {"another option": 2}, done.stderr
        assert len(server.bodies) == 4
        seen = company("evaluate", content.folder, *model, "--see", "picture", "--categories", "svg_color")
        assert seen.returncode == 0 and len(server.bodies) == 6
        assert all(pictures_of(each) and "<svg" not in text_of(each) for each in server.bodies[4:])
        page = tmp_path / "models.html"
        assert company("report", content.folder, tmp_path / "logs", "--out", page).returncode == 0
        assert "By format and type" in page.read_text() and "2 orders" in page.read_text()
        judge = ("--judge", "openai/gpt-4o-mini", "--judge-base-url", server.url, "--categories", "svg_color", "--json")
        done = company("evaluate", content.folder, *model, "--mode", "chain-of-thought", *judge)
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        assert told["reasoning"]["supported"]["cases"] == 2, done.stderr
        assert [each["model"] for each in server.bodies[6:]].count("gpt-4o-mini") == 2 and len(server.bodies) == 18
        done = company("evaluate", content.folder, *model, "--mode", "in-context", "--categories", "svg_color")
        assert done.returncode == 2 and "has no example of" in done.stderr


def test_a_folder_that_is_not_named_is_refused_before_any_work(company: Run, tmp_path: Path) -> None:
    (tmp_path / "simulation.toml").write_text('[vector_graphics]\nsources = ["folder"]\n\n[targets]\nsvg_color = 1\n')
    done = company("check", tmp_path)
    assert done.returncode == 2 and "`folder`" in done.stderr


def test_drawings_of_a_folder_are_asked_about(company: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    shapes = '<rect x="0" y="0" width="90" height="60" fill="{}"/><circle cx="{}" cy="150" r="40" fill="#0000e6"/>'
    for number, colour in enumerate(("#dc143c", "#ffd700", "#008000")):
        inner = shapes.format(colour, 60 + 50 * number)
        code = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300"><title>secret</title>{inner}</svg>'
        (folder / f"{number}.svg").write_text(code)
    (folder / "broken.svg").write_text("<svg>")
    (tmp_path / "simulation.toml").write_text(
        '[vector_graphics]\nsources = ["folder"]\nfolder = "mine"\nlicence = "CC0-1.0"\nblind = 0\n'
        "questions = 2\n\n[targets]\nsvg_color = 5\n"
    )
    done = company("simulate", tmp_path, "--out", tmp_path / "run", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0 and told["accepted"] == 5, done.stderr
    assert company("export", tmp_path / "run").returncode == 0
    lines = read_benchmark(tmp_path / "run" / "benchmark").entries
    asked: dict[str, set[str]] = {}
    for line in lines:
        right = json.loads(line["reference_answer"])["correct_answer"]
        answer = next(each["text"] for each in line["choice"]["options"] if each["letter"] == right)
        asked.setdefault(line["prompt_with_hist_txt"].partition(line["current_query"])[0], set()).add(answer)
    assert len(asked) == 3 and sorted(map(len, asked.values())) == [1, 2, 2]  # two answers about a drawing differ
    assert {line["data_id"].rpartition(".")[2] for line in lines} == {"svg_color", "svg_color2"}
    assert all("secret" not in line["prompt_with_hist_txt"] for line in lines)


def test_what_a_model_says_a_drawing_is_waits_for_people(company: Run, tmp_path: Path) -> None:
    run = tmp_path / "run"
    with Loopback() as server:
        (tmp_path / "simulation.toml").write_text(
            "[vector_graphics]\nlengths = [1000]\nblind = 0\nexamples = 0\n\n"
            "[targets]\nsvg_usage = 1\nsvg_color = 1\n\n[review]\noverlap = 1\n\n"
            f'[model]\nbackend = "openai"\nname = "{MODEL}"\nbase_url = "{server.base_url}"\nusd_per_million = [1, 1]\n'
        )
        told = json.loads(company("simulate", tmp_path, "--out", run, "--json").stdout)
        assert told["accepted"] == 1
        done = company("export", run)
        assert done.returncode == 0 and re.search(r"\b1 case", done.stdout + done.stderr), done.stdout + done.stderr
        assert set(read_benchmark(run / "benchmark").cases) == {"svg_color"}
        with Archive.open(run) as archive, closing(ReviewStore.of_run(run)) as store:
            assert [each.target for each in archive.records("case", ["proposed"])] == ["svg_usage"]
            fill(archive, store, told_of_review(archive))
            (ann,) = invited(store, "Ann")
            for case in archive.records("case"):  # the other one is in the queue as well, once there is one
                judge(store, ann, case.id, Accept())
            apply(archive, store, settled_for=0)
        told = json.loads(company("simulate", tmp_path, "--out", run, "--json").stdout)
        assert told["accepted"] == 2
    assert company("export", run).returncode == 0
    assert set(read_benchmark(run / "benchmark").cases) == {"svg_usage", "svg_color"}
