"""Statistical plots: curated out of a pool of scripts with planted ones, sampled in two halves, verified, passed on."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

from company import api
from company.archive import Archive
from company.benchmark.reading import Benchmark, read_benchmark, read_cases
from company.families.figures.curation.tables import counts
from company.families.figures.evaluation.task import figures
from company.families.figures.gate.drawing import ANSWER, code_in
from company.reviewing.subjects import subjects
from tests.support.commands import Run, company_command
from tests.support.drawing_server import drawing_server
from tests.support.made_once import made_once

MAKER = Path(__file__).parents[2] / "scenarios" / "pairs" / "make_scripts.py"
POOL, WANTED = 46, 16
HEAD = "import matplotlib.pyplot as plt\n"
BARS = f"{HEAD}plt.bar(['a', 'b', 'c'], [3.5, 8.25, 5.75])\n"
SHAPES = (
    f"{HEAD}ax = plt.gca()\nax.axis('off')\nfor n in (3, 5, 8):\n"
    "    ax.add_patch({}([[n, 0], [n, 2], [9, n]], fill=False))\nax.autoscale()\n"
)
DISPUTED = "tree_911"
"""What the built-in company takes for no geometry: it knows the names of shapes alone."""
REFUSED = {
    "bar_901": ("fails", "1 / 0\n"),
    "bar_902": ("fails", f"{BARS}plt.savefig('a.png')\nplt.title('More')\nplt.figure()\nplt.plot([1, 4, 2])\n"),
    "bar_904": ("unstable", f"import os\n{HEAD}plt.plot(list(os.urandom(9)))\n"),
    "line_905": ("random", f"from numpy.random import default_rng\n{HEAD}plt.plot(default_rng(1).normal(size=9))\n"),
    "line_906": ("computed", f"import numpy as np\n{HEAD}x = np.linspace(0, 5, 30)\nplt.plot(x, np.exp(x))\n"),
    "tree_907": ("geometry", f"from matplotlib.patches import Polygon\n{SHAPES.format('Polygon')}"),
    "bar_908": ("aspect", BARS.replace("plt.bar", "plt.figure(figsize=(4, 7))\nplt.bar")),
    "bar_909": ("aspect", BARS.replace("plt.bar", "plt.figure(figsize=(12, 3))\nplt.bar")),
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scenario over a pool in ChartMimic's form, its run, and its benchmark; not to be written to."""

    def make(folder: Path) -> None:
        pool = folder / "scenario" / "direct_mimic"
        command = [sys.executable, MAKER, "--count", str(POOL), "--out", pool]
        subprocess.run(command, check=True, capture_output=True)
        for name, (_, code) in REFUSED.items():
            (pool / f"{name}.py").write_text(code)
        (pool / "bar_910.py").write_text(  # what a file gives is given
            "import pandas as pd\n" + HEAD + "t = pd.read_csv('bar_910.csv')\nplt.bar(t['crop'], t['tonnes'])\n"
            "plt.title('Crops')\n"
        )
        (pool / "bar_910.csv").write_text("crop,tonnes\nrye,3.5\noats,8.25\nflax,5.75\n")
        (pool / f"{DISPUTED}.py").write_text(f"from matplotlib.patches import Polygon as Form\n{SHAPES.format('Form')}")
        for script in pool.glob("*.py"):
            script.with_suffix(".png").write_bytes(b"\x89PNG")
            script.with_suffix(".pdf").write_bytes(b"%PDF")
        (folder / "scenario" / "simulation.toml").write_text(
            '[originals]\nfrom = "scripts"\nfolder = "direct_mimic"\nlicence = "CC0-1.0"\n\n'
            f"[curation]\nhard = 0.5\nfew = {{ radar = 2 }}\n\n[targets]\nstatistical_plot = {WANTED}\n"
        )
        company_command("simulate", folder / "scenario", "--out", folder / "run")
        done = company_command("export", folder / "run")
        assert done.returncode == 0, done.stdout + done.stderr

    return made_once(tmp_path_factory, "figures_curated", make)


@pytest.fixture(scope="module")
def content(made: Path) -> Benchmark:
    return read_benchmark(made / "run" / "benchmark")


def test_planted_scripts_are_refused_by_their_steps_and_the_steps_add_up(company: Run, made: Path) -> None:
    lost = {}
    for line in (made / "run" / "rejected.jsonl").read_text().splitlines():
        told = json.loads(line)
        lost[told["id"].split(".")[1]] = told["reason"].partition(":")[0]
    assert {name: lost.get(name) for name in REFUSED} == {name: step for name, (step, _) in REFUSED.items()}
    curation = json.loads(company("status", made / "run", "--json").stdout)["curation"]
    assert curation["scripts"] == POOL + len(REFUSED) + 2
    assert curation["scripts"] - sum(curation["refused"].values()) == curation["cases"]
    least = Counter(step for step, _ in REFUSED.values())
    assert all(curation["refused"][step] >= count for step, count in least.items())


def test_halves_are_equal_in_each_category_and_nothing_like_one_is_in_the_other(content: Benchmark) -> None:
    halves = {
        half: content.cases[name]
        for half, name in (("test", "statistical_plot"), ("reference", "statistical_plot_reference"))
    }
    found = {half: Counter(line["category"] for line in lines) for half, lines in halves.items()}
    assert found["test"] == found["reference"] and sum(found["test"].values()) >= WANTED // 2 - 2
    assert found["test"]["radar"] <= 1
    assert all(line["half"] == half for half, lines in halves.items() for line in lines)
    codes = {half: {code_in(line["reference_answer"], ANSWER) for line in lines} for half, lines in halves.items()}
    assert not codes["test"] & codes["reference"]


def test_tables_have_the_drawn_values_and_texts_that_are_required_stand_in_the_words(content: Benchmark) -> None:
    for line in content.entries:
        portrait = json.loads((content.folder / line["portrait"]).read_text())
        assert counts(portrait, line["table"]), line["data_id"]
        file = content.folder / line["data_folder"] / line["data_files"][0]
        assert file.read_text() == line["table"] and line["table"].strip() in line["prompt_with_hist_txt"]
        assert all(each["quote"] in line["description"] for each in line["requirements"])
        assert 1.0 <= line["aspect"] <= 2.5 and line["current_query"] == line["description"]
    assert any(line["requirements"] for line in content.entries)


def test_it_verifies_and_nothing_slips_through(company: Run, made: Path, content: Benchmark) -> None:
    told = json.loads(company("verify", content.folder, "--json").stdout)
    assert told["passed"] == len(content.entries) and not told["problems"]
    assert told["controls"]["slipped through"] == 0


def test_steps_stand_in_stats_and_on_the_card(company: Run, made: Path, content: Benchmark) -> None:
    stats = company("stats", content.folder).stdout
    card = (content.folder / "README.md").read_text()
    for step in ("− fails", "− unstable", "− random", "− computed", "− geometry", "− aspect", "agreement: difficulty"):
        assert step in stats and step in card, step
    first = content.entries[0]
    shown = company("show", content.folder, first["data_id"]).stdout
    assert first["description"].split(".")[0] in shown and "half" in shown


def test_the_reference_scores_and_another_answer_does_not(content: Benchmark) -> None:
    first, other = content.entries[:2]
    answers = {
        line["data_id"]: f"```python\n{code_in(first['reference_answer'], ANSWER)}```" for line in (first, other)
    }
    found = api.score(content.folder, answers, quiet=True)
    scored = {case.data_id: case for case in found.scored}
    assert scored[first["data_id"]].right and not scored[other["data_id"]].right
    examples = content.cases["statistical_plot_reference"]
    assert {*scored} == {line["data_id"] for line in content.cases["statistical_plot"]}
    assert f"{len(examples)} cases of statistical_plot_reference left out" in found.text
    answered = api.score(content.folder, {examples[0]["data_id"]: "no code"}, quiet=True)
    assert examples[0]["data_id"] in {case.data_id for case in answered.scored}
    assert f"{len(examples) - 1} cases of statistical_plot_reference left out" in answered.text


def test_models_are_asked_the_test_half_unless_the_other_is_named(content: Benchmark) -> None:
    for named, asked in (("", "statistical_plot"), ("statistical_plot_reference", "statistical_plot_reference")):
        task = figures(str(content.folder), categories=named)
        assert {sample.id for sample in task.dataset} == {line["data_id"] for line in content.cases[asked]}


def test_models_draw_them_and_are_scored_by_what_they_drew(
    content: Benchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    codes = {line["description"]: code_in(line["reference_answer"], ANSWER) for line in content.entries}

    def draws(text: str) -> str:
        code = next(code for description, code in codes.items() if description in text)
        return f"```python\n{code}\n```"

    with drawing_server(draws=draws) as server:
        asking = {"base_url": server.url, "logs": tmp_path, "quiet": True}
        found = api.evaluate(content.folder, "openai/gpt-4o", mode="base", limit=3, **asking)
    assert [case.right for case in found.scored] == [True] * 3 and found.figures["accuracy"]["value"] == 1
    assert server.asked == {"draw": 3}


def test_loaders_know_two_splits_of_one_part(content: Benchmark) -> None:
    head = (content.folder / "README.md").read_text().split("---\n")[1]
    configs = {each["config_name"]: each["data_files"] for each in yaml.safe_load(head)["configs"]}
    assert set(configs) == {"all", "statistical_plot"}
    for files in (configs["statistical_plot"], configs["all"]):
        assert [each["split"] for each in files] == ["test", "reference"]
        paths = [path for each in files for path in ([each["path"]] if isinstance(each["path"], str) else each["path"])]
        rows = [duckdb.read_parquet(str(content.folder / path)).select("half").fetchall() for path in paths]
        assert [set(each) for each in rows] == [{("test",)}, {("reference",)}]


def test_paperbananas_programs_get_their_fields(company: Run, made: Path, content: Benchmark, tmp_path: Path) -> None:
    done = company("export", made / "run", "--out", tmp_path / "ours", "--layout", "paperbanana")
    assert done.returncode == 0, done.stderr
    (plot,) = tmp_path.rglob("plot")
    lines = {line["data_id"]: line for line in content.entries}
    for name, half in (("test", "test"), ("ref", "reference")):
        told = json.loads((plot / f"{name}.json").read_text())
        assert {each["id"] for each in told} == {key for key, line in lines.items() if line["half"] == half}
        for each in told:
            line = lines[each["id"]]
            assert (each["content"], each["visual_intent"]) == (line["table"], line["description"])
            assert (each["category"], each["difficulty"]) == (line["category"], line["difficulty"])
            assert each["additional_info"]["rounded_ratio"] and each["gt_code"] == code_in(
                line["reference_answer"], ANSWER
            )
            assert (plot / each["path_to_gt_image"]).is_file()
    assert read_cases(plot.parent).entries


def test_nothing_is_asked_again_and_people_see_what_is_seen_differently(
    company: Run, made: Path, tmp_path: Path
) -> None:
    shutil.copytree(made, tmp_path / "own")
    again = company("simulate", tmp_path / "own" / "scenario", "--out", tmp_path / "own" / "run", "--json")
    assert json.loads(again.stdout)["calls"] == 0
    with Archive.open(made / "run") as archive:
        extracts: list[Any] = archive.records("extract")
        assert all(each.status == "accepted" for each in extracts if not each.step)
        assert {each.status for each in extracts if each.step and not each.differs} == {"rejected"}
        asked = [each.record for each in subjects(archive, ["curation"])]
        assert asked == [each.id for each in extracts if each.differs]
        (disputed,) = (each for each in extracts if DISPUTED in each.id)
        assert disputed.id in asked and disputed.status == "proposed" and disputed.step == "geometry"


def test_what_another_hash_seed_draws_otherwise_is_refused(cold_company: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    for name, names in (("set", "list({'oats', 'rye', 'flax', 'hops', 'peas'})"), ("list", "['oats', 'rye', 'flax']")):
        (tmp_path / "mine" / f"{name}.py").write_text(
            f"{HEAD}names = {names}\nplt.bar(names, [3, 5, 9, 2, 7][:len(names)])\n"
        )
    text = '[originals]\nfrom = "scripts"\nfolder = "mine"\n\n[targets]\nstatistical_plot = 2\n'
    (tmp_path / "simulation.toml").write_text(text)
    cold_company("simulate", tmp_path, "--out", tmp_path / "run")
    lost = [json.loads(line) for line in (tmp_path / "run" / "rejected.jsonl").read_text().splitlines()]
    assert [each["id"] for each in lost if each["reason"].startswith("unstable")] == ["mine.set.measured"]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("statistical_plot = 3", "give an even number"),
        ("statistical_plot = 2\nfigure = 2", "made in runs of their own"),
        ("statistical_plot = 2\n[curation]\nfew = { rader = 2 }", "there is no category"),
        ("statistical_plot = 2\n[curation]\naspect = [2, 1]", "the least and the most"),
    ],
)
def test_what_does_not_go_together_is_refused(company: Run, tmp_path: Path, told: str, said: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.py").write_text(BARS)
    text = f'[originals]\nfrom = "scripts"\nfolder = "mine"\n\n[targets]\n{told}\n'
    (tmp_path / "simulation.toml").write_text(text)
    done = company("simulate", tmp_path, "--out", tmp_path / "run")
    assert done.returncode in (1, 2) and said in done.stderr, done.stderr
