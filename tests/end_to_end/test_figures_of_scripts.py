"""Figures from scripts: read, refused with a reason, given other values, told, and drawn from the words alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from company import api
from company.archive import Archive, natural
from company.benchmark.reading import Benchmark, read_benchmark, read_cases
from company.families.figures.gate.drawing import ANSWER, code_in
from company.families.figures.origins.memorizing import MOST, remembered
from tests.support.commands import Run, company_command
from tests.support.made_once import made_once

GALLERY = Path(__file__).parents[2] / "scenarios" / "gallery" / "scripts"
GOOD = ("bar", "lines", "pie", "contour", "words")
BARS = "import matplotlib.pyplot as plt\nplt.bar(['a', 'b', 'c'], [3.5, 8.25, 5.75])\n"
REFUSED = {
    "fails": ("1 / 0\n", "division by zero"),
    "draws_none": ("print('no figure')\n", "no figure was drawn"),
    "draws_two": (BARS + "plt.savefig('a.png')\nplt.title('More')\nplt.figure()\nplt.plot([1, 4, 2])\n", "2 figures"),
    "blank": ("import matplotlib.pyplot as plt\nplt.figure()\n", "nothing on its figure"),
    "by_chance": ("import random\nimport matplotlib.pyplot as plt\nplt.plot([random.random() for _ in range(5)])\n",
                  "something else the second time"),
    "free_shapes": (
        "import matplotlib.pyplot as plt\nfrom matplotlib.patches import Polygon\nax = plt.gca()\n"
        "for n in range(14):\n    ax.add_patch(Polygon([[n, 0], [n + 1, 2], [n, 3]], fill=False))\nax.autoscale()\n",
        "14 free shapes cannot be told in words"),
    "computed": ("import matplotlib.pyplot as plt\nimport numpy as np\nx = np.arange(20)\nplt.plot(x, np.sin(x))\n",
                 "its values are computed"),
    "told_twice": (BARS + "plt.title('At most 8.25')\n", "the old value 8.25 still stands"),
    "not_in_words": (BARS.replace("[3.5, 8.25, 5.75])", "[each ** 2 for each in [3.5, 8.25, 5.75]])"),
                     "what its bar shows (y) stands in no column"),
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a scenario of good and bad scripts, its run, and its benchmark; not to be written to."""

    def make(folder: Path) -> None:
        scripts = folder / "mine"
        scripts.mkdir(parents=True)
        for name in GOOD:
            shutil.copy(GALLERY / f"{name}.py", scripts)
        shutil.copy(GALLERY / "river_levels.csv", scripts)
        for name, (code, _) in REFUSED.items():
            (scripts / f"{name}.py").write_text(code)
        begun = company_command("new", folder / "scenario", "--scripts", scripts)
        assert begun.returncode == 0 and "14, with 1 data files" in begun.stdout, begun.stdout + begun.stderr
        assert company_command("simulate", folder / "scenario", "--out", folder / "run").returncode == 1
        done = company_command("export", folder / "run")
        assert done.returncode == 0, done.stdout + done.stderr

    return made_once(tmp_path_factory, "figures_of_scripts", make)


@pytest.fixture(scope="module")
def content(made: Path) -> Benchmark:
    return read_benchmark(made / "run" / "benchmark")


def _script_of(made: Path, line: dict[str, Any]) -> str:
    with Archive.open(made / "run") as archive:
        original = archive.get(line["data_id"].replace(".figure", ".replacement")).original  # type: ignore[attr-defined]
    return str(original.split(".")[1])


def test_scripts_that_draw_one_figure_become_cases_and_the_others_are_refused(made: Path, content: Benchmark) -> None:
    assert {_script_of(made, line) for line in content.entries} == {*GOOD}
    lost = [json.loads(line) for line in (made / "run" / "rejected.jsonl").read_text().splitlines()]
    for name, (_, said) in REFUSED.items():
        own = [each["reason"] for each in lost if name in f"{each['id']} {each['reason']}"]
        told = own or [each["reason"] for each in lost]
        assert any(said in reason for reason in told), (name, told)


def test_no_series_shows_its_old_values_and_files_have_the_new_ones(content: Benchmark) -> None:
    for line in content.entries:
        one, other = (json.loads((content.folder / line[name]).read_text()) for name in ("original", "portrait"))
        assert max(remembered(one, other)) <= MOST and line["origin"]["replaced"] is True
        files = [content.folder / line["data_folder"] / name for name in line["data_files"]]
        assert files and all(file.is_file() for file in files)
        assert line["origin"]["from"] == "scripts" and len(line["origin"]["sha256"]) == 64


def test_every_check_refuses_the_figure_of_the_original(company: Run, made: Path) -> None:
    told = json.loads(company("verify", made / "run" / "benchmark", "--json").stdout)
    assert told["passed"] == len(GOOD) and not told["problems"]
    assert told["controls"]["the original's own figure"] == len(GOOD) and told["controls"]["slipped through"] == 0


def test_whoever_draws_the_old_values_is_told_to_recall_them(made: Path, content: Benchmark, tmp_path: Path) -> None:
    lines = {_script_of(made, line): line for line in content.entries}
    old = (GALLERY / "bar.py").read_text()
    responses = {
        lines["bar"]["data_id"]: f"```python\n{old}```",
        lines["words"]["data_id"]: f"```python\n{code_in(lines['words']['reference_answer'], ANSWER)}```",
    }
    found = api.score(content.folder, responses, quiet=True)
    scored = {case.data_id: case for case in found.scored}
    recalled, right = (scored[lines[name]["data_id"]] for name in ("bar", "words"))
    assert (recalled.right, recalled.recalled) == (False, True)  # type: ignore[attr-defined]
    assert (right.right, right.recalled) == (True, False)  # type: ignore[attr-defined]


def test_a_public_folder_has_the_data_and_no_figure(company: Run, made: Path, tmp_path: Path) -> None:
    done = company("export", made / "run", "--out", tmp_path / "public", "--held-back", tmp_path / "gold")
    assert done.returncode == 0, done.stderr
    public = read_cases(tmp_path / "public")
    for line in public.entries:
        assert all((public.folder / line["data_folder"] / name).is_file() for name in line["data_files"])
        assert "original" not in line
    assert not list((tmp_path / "public").rglob("*.png")) and not list((tmp_path / "public").rglob("*.original.json"))


def test_it_goes_on_without_the_folder_and_cannot_be_made_again_elsewhere(
    company: Run, made: Path, tmp_path: Path
) -> None:
    shutil.copytree(made, tmp_path / "own")
    shutil.rmtree(tmp_path / "own" / "scenario" / "scripts")
    (tmp_path / "own" / "scenario" / "scripts").mkdir()
    again = company("simulate", tmp_path / "own" / "scenario", "--out", tmp_path / "own" / "run", "--json")
    assert json.loads(again.stdout)["calls"] == 0 and json.loads(again.stdout)["accepted"] == len(GOOD)
    rebuilt = company("rebuild", made / "run" / "benchmark", "--out", tmp_path / "rebuilt")
    assert rebuilt.returncode == 1 and "was given its originals (scripts)" in rebuilt.stderr


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ('from = "scripts"', "no `folder`"),
        ('from = "scripts"\nfolder = "none"', "is not there, or no folder"),
        ('folder = "mine"', "are drawn over [table]"),
        ('from = "scripts"\nfolder = "empty"', "holds no scripts"),
        ('from = "scripts"\nfolder = "mine"\n\n[table]\nbuiltin = "wine"', "need no table"),
    ],
)
def test_what_does_not_go_together_is_refused(company: Run, tmp_path: Path, told: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.py").write_text(BARS)
    (tmp_path / "simulation.toml").write_text(f"[originals]\n{told}\n\n[targets]\nfigure = 1\n")
    done = company("simulate", tmp_path, "--out", tmp_path / "run")
    assert done.returncode in (1, 2) and said in done.stderr, done.stderr


def test_figures_of_another_runs_turns_are_originals_over_its_table(
    company: Run, simulated: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    run = simulated[0]
    (tmp_path / "simulation.toml").write_text(
        f'[originals]\nfrom = "run"\nrun = "{run}"\nredistribute = true\n\n[targets]\nfigure = 1\n'
    )
    company("simulate", tmp_path, "--out", tmp_path / "run")
    with Archive.open(run) as archive:
        turns = [
            turn.id for turn in archive.records("turn", ["accepted", "edited"]) if len(archive.figures(turn.id)) == 1
        ]
    with Archive.open(tmp_path / "run") as archive:
        assert [each.path for each in archive.records("script")] == sorted(turns, key=natural) and turns
        made = archive.records("original", ["accepted"])
        assert made and all("read_csv" in each.code and each.portrait["axes"] for each in made)
        kept = archive.records("replacement")
        assert all(not each.replaced and [file.name for file in each.files] == ["wine.csv"] for each in kept)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "simulation.toml").write_text('[originals]\nfrom = "run"\nrun = "../run"\n')
    done = company("simulate", tmp_path / "other", "--out", tmp_path / "none")
    assert done.returncode == 2 and "is a run of figures; name one of dialogues" in done.stderr, done.stderr
