"""Vector graphics out of the figures of another run: taken in, drawn as SVG in the jail, asked about, passed on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")
pytest.importorskip("pygraphviz", reason="drawings need the extra graphics")

from company.archive import Archive
from company.benchmark.reading import read_benchmark
from tests.support.commands import Run

TARGETS = "svg_color = 1\nsvg_generation = 1\n"


def _scenario(folder: Path, run: Path, more: str = "") -> Path:
    folder.mkdir()
    told = f'[vector_graphics]\nsources = ["figures"]\nfigures = ["{run}"]\nblind = 0\n{more}\n[targets]\n{TARGETS}'
    (folder / "simulation.toml").write_text(told)
    return folder


@pytest.fixture(scope="module")
def bars(tmp_path_factory: pytest.TempPathFactory, simulated: tuple[Path, dict[str, Any]]) -> Path:
    """A run of dialogues in which the first turns that draw show bars, and pie charts, of several colours each."""
    run = tmp_path_factory.mktemp("bars") / "run"
    shutil.copytree(simulated[0], run)
    with Archive.open(run) as archive:
        turns = [each for each in archive.records("turn", ["accepted", "edited"]) if len(archive.figures(each.id)) == 1]
        for number, turn in enumerate(turns[:2]):
            heights = [3, 7, 11] if number else [9, 2, 5]
            code = (
                "import matplotlib.pyplot as plt\n"
                f"plt.bar(['a', 'b', 'c'], {heights}, color=['tab:red', 'tab:green', 'tab:purple'])\n"
                "plt.savefig('of_its_own.png')\nplt.close()\n"
            )
            archive.put(turn.model_copy(update={"code": code}))
    return run


def test_the_figures_of_a_run_are_asked_about_and_drawn_again(company: Run, bars: Path, tmp_path: Path) -> None:
    started = company("new", tmp_path / "mine", "--run", bars)
    assert started.returncode == 0 and 'sources = ["figures"]' in (tmp_path / "mine" / "simulation.toml").read_text()
    folder = _scenario(tmp_path / "own", bars, "redistribute = true\n")
    done = company("simulate", folder, "--out", tmp_path / "run", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["accepted"] == 2, done.stdout + done.stderr
    assert company("export", tmp_path / "run").returncode == 0
    content = read_benchmark(tmp_path / "run" / "benchmark")
    (colour,), (drawn,) = content.cases["svg_color"], content.cases["svg_generation"]
    assert "<svg" in colour["prompt_with_hist_txt"] and "<text" in colour["prompt_with_hist_txt"]
    assert drawn["reference_answer"].count("<path") > 3
    verified = company("verify", content.folder)
    assert verified.returncode == 0, verified.stdout
    again = company("simulate", folder, "--out", tmp_path / "run", "--json")
    assert json.loads(again.stdout)["calls"] == 0


def test_it_goes_on_with_the_figures_that_it_began_with(company: Run, bars: Path, tmp_path: Path) -> None:
    run = tmp_path / "other"
    shutil.copytree(bars, run)
    folder = _scenario(tmp_path / "own", run)
    company("simulate", folder, "--out", tmp_path / "run", "--preview")
    with Archive.open(tmp_path / "run") as archive:
        given = archive.note("given_figures")
    assert [each["file"] for each in given][:2] == ["001.py", "002.py"]
    assert (tmp_path / "run" / "resource" / "drawings" / given[0]["data"] / "wine.csv").is_file()


@pytest.mark.parametrize(
    ("targets", "said"),
    [
        ("graphviz_layout = 1", "figures of runs are drawn as SVG"),
        ("svg_category = 1", "does not know what is on drawings"),
    ],
)
def test_what_figures_do_not_have_is_refused(company: Run, bars: Path, tmp_path: Path, targets: str, said: str) -> None:
    folder = _scenario(tmp_path / "own", bars)
    file = folder / "simulation.toml"
    file.write_text(file.read_text().replace(TARGETS, targets))
    done = company("simulate", folder, "--out", tmp_path / "run")
    assert done.returncode == 2 and said in done.stderr, done.stderr


def test_a_run_without_figures_and_one_that_is_not_there_are_refused(company: Run, tmp_path: Path) -> None:
    folder = _scenario(tmp_path / "own", tmp_path)
    done = company("simulate", folder, "--out", tmp_path / "run")
    assert done.returncode == 2 and "is not a run" in done.stderr, done.stderr
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong" / "simulation.toml").write_text(
        f'[vector_graphics]\nsources = ["scenes"]\nfigures = ["x"]\n\n[targets]\n{TARGETS}'
    )
    done = company("check", tmp_path / "wrong")
    assert done.returncode == 2 and "`figures`, and no" in done.stderr, done.stderr
