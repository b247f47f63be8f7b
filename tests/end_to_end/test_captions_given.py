"""Captions of figures that are there already: of dialogues' runs, and of a folder in the SciCap Challenge's form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.benchmark.reading import Benchmark, read_benchmark
from company.config import load
from company.errors import ConfigError
from company.families.captions.gate import ranking
from company.families.captions.making import MAKING
from company.families.dialogues.prelude import prelude
from company.families.dialogues.records import Dialogue, Turn
from company.tables.intake import intake
from company.tables.settings import ColumnsSettings, TableSettings
from company.tables.several.said import TablesSaid
from tests.support.commands import Run, company_command
from tests.support.made_once import made_once

BEFORE = 'df["step"] = (df["alcohol"] / 0.5).round() * 0.5\n'
PLOT = """import matplotlib.pyplot as plt
fig, ax = plt.subplots()
for name, part in df[df["step"].between(12, 14)].groupby(df["hue"] > 1):
    line = part.groupby("step")["{column}"].{how}()
    ax.plot(line.index, line, marker="o", label=f"{{'high' if name else 'low'}} hue")
ax.set_xlabel("Alcohol")
ax.set_ylabel("{label}")
ax.legend()
"""
BARS = 'import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.pie([1, 2, 3], labels=["a", "b", "c"])\n'
OF_DIALOGUES = """[table]
builtin = "wine"
row = "wine"

[captions]
figures = ["dialogues"]
runs = ["asked"]
spoiled = 0
unmentioned = 0

[targets]
ranking = 2
detection = 1
"""
OF_FOLDER = """[captions]
figures = ["folder"]
folder = "my figures"
spoiled = 0.5

[targets]
ranking = 5
"""


def dialogues(run: Path) -> None:
    """Write a run of dialogues whose turns drew two line charts and a pie."""
    run.mkdir()
    (run / "resource").mkdir()
    with Archive.create(run) as archive:
        said = TablesSaid(TableSettings(builtin="wine"), ColumnsSettings(), run / "simulation.toml")
        table = intake(said, archive, lambda _: None)
        archive.put(table.model_copy(update={"status": "accepted"}))
        known: dict[str, Any] = {"stage": "dialogues", "status": "accepted"}
        dialogue = {
            "speech": "statement",
            "table_variable": "df",
            "prelude": prelude(table),
            "turns": 4,
            "ended": "done",
        }
        archive.put(Dialogue(id="wine.p1.s1.d1", parent=table.id, position=1, **dialogue, **known))
        codes = [
            BEFORE,
            PLOT.format(column="proline", how="mean", label="Mean proline"),
            BARS,
            PLOT.format(column="ash", how="mean", label="Mean ash"),
        ]
        for number, code in enumerate(codes, start=1):
            turn = Turn(
                id=f"wine.p1.s1.d1.t{number:02d}",
                parent="wine.p1.s1.d1",
                position=number,
                question=number,
                query="How does it change with alcohol, by class?",
                answer="",
                code=code,
                **known,
            )
            archive.put(turn)
            if number > 1:
                archive.put_figures(turn.id, [b"a picture"])


def pictures(folder: Path) -> None:
    """Write seven pictures with annotations, one of a chart that is not wanted and one that cannot be read."""
    from PIL import Image

    folder.mkdir()
    images, notes = [], []
    for number in range(1, 8):
        Image.new("RGB", (60, 40), (30 * number, 90, 120)).save(folder / f"f{number}.png")
        images.append({"id": number, "file_name": f"f{number}.png"})
        told = (
            [] if number == 2 else [f"In Figure {number}, accuracy on task {number} rises with each epoch of training."]
        )
        note = {"id": number, "image_id": number, "figure_type": "Scatterplot" if number == 6 else "Graph Plot"}
        note |= {"caption": f"Figure {number}: Accuracy on task {number} by epoch. Ours ends above 0.9."}
        notes.append(note | {"paragraph": told, "mention": [told], "ocr": ["Epoch", f"Task {number}", "ours", "0.5"]})
    (folder / "f7.png").write_bytes(b"no picture")
    (folder / "annotations.json").write_text(json.dumps({"images": images, "annotations": notes}))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with runs of captions over both, and their benchmarks; not to be written to."""

    def make(folder: Path) -> None:
        dialogues(folder / "asked")
        pictures(folder / "my figures")
        for name, words in (("of_dialogues", OF_DIALOGUES), ("of_folder", OF_FOLDER)):
            (folder / f"{name}.toml").write_text(words)
            done = company_command("simulate", folder / f"{name}.toml", "--out", folder / name)
            assert done.returncode == 0, done.stdout + done.stderr
            (folder / f"{name}.told").write_text(done.stdout + done.stderr)
        runs = (folder / "of_dialogues", folder / "of_folder")
        done = company_command("export", *runs, "--out", folder / "benchmark")
        assert done.returncode == 0, done.stdout + done.stderr

    return made_once(tmp_path_factory, "captions-given", make)


@pytest.fixture(scope="module")
def content(made: Path) -> Benchmark:
    return read_benchmark(made / "benchmark")


def test_runs_over_a_table_and_over_a_folder_are_one_benchmark_that_verifies(
    company: Run, made: Path, content: Benchmark
) -> None:
    done = company("verify", made / "benchmark", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0, told
    assert told["passed"] == 8 and told["controls"]["slipped through"] == 0
    assert {line["domain_name"] for line in content.cases["ranking"]} == {"wine", "my_figures"}
    examples = [line["data_id"] for line in content.cases["ranking"] if line["example"]]
    assert len(examples) == 1  # of seven sets, though three are asked for


def test_figures_of_dialogues_are_drawn_by_their_whole_code_and_have_truth(made: Path, content: Benchmark) -> None:
    own = [line for line in content.cases["ranking"] if line["domain_name"] == "wine"]
    assert {line["drawn"][0]["ylabel"] for line in own} == {"Mean proline", "Mean ash"}
    for line in own:
        assert BEFORE in line["figure_code"] and "plt.close('all')" in line["figure_code"]
        assert {claim["truth"] for each in line["captions"] for claim in each["claims"]} == {"true"}
        assert line["twins"] and line["paragraphs"]
    assert [line["domain_name"] for line in content.cases["detection"]] == ["wine"]
    assert "wine.p1.s1.d1.t03 shows no line chart" in (made / "of_dialogues.told").read_text()


def test_pictures_of_a_folder_have_captions_and_no_truth(made: Path, content: Benchmark) -> None:
    own = [line for line in content.cases["ranking"] if line["domain_name"] == "my_figures"]
    assert len(own) == 5
    for line in own:
        claims = [claim for each in line["captions"] for claim in each["claims"]]
        assert claims and {(claim["truth"], claim["code"]) for claim in claims} == {("unproved", "")}
        assert not line["twins"] and not line["drawn"] and line["figure_code"] == ""
        author = next(each for each in line["captions"] if each["writer"] == "author")
        assert author.get("extracted_from", author["text"]).startswith("Accuracy on task")
        assert any("ocr" in claim["aspects"] for claim in claims)
    assert any("text" in each["errors"] for line in own for each in line["captions"])
    told = (made / "of_folder.told").read_text()
    assert "f6.png: it is a Scatterplot" in told and "f7.png: its picture cannot be read" in told
    card = (made / "benchmark" / "README.md").read_text()
    assert "unproved" in card


@pytest.mark.asyncio(loop_scope="session")
async def test_truth_of_a_picture_without_code_is_refused(content: Benchmark, local_sandbox: Any) -> None:
    line = json.loads(json.dumps(next(each for each in content.cases["ranking"] if not each["figure_code"])))
    picture = (content.folder / line["figure"]).read_bytes()
    assert (await ranking.judged(line, picture, content.resource, local_sandbox)).passed
    assert not (await ranking.judged(line, b"no picture", content.resource, local_sandbox)).passed
    line["captions"][0]["claims"][0]["truth"] = "true"
    report = await ranking.judged(line, picture, content.resource, local_sandbox)
    assert "it tells what is true of a picture without code" in report.reasons[0]


def test_a_run_of_given_figures_is_not_made_again_from_its_benchmark(company: Run, made: Path, tmp_path: Path) -> None:
    done = company("rebuild", made / "benchmark", "--out", tmp_path / "again")
    assert done.returncode != 0 and "was given figures" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ('[captions]\nfigures = ["folder"]\nfolder = "my figures"\n', "[targets] detection = 20: pictures of a folder"),
        ('[captions]\nfigures = ["folder"]\nfolder = "my figures"\n[targets]\nranking = 9\n', "has 5 figures that"),
        (
            '[captions]\nfigures = ["folder"]\nfolder = "asked"\n[targets]\nranking = 9\n',
            "annotations.json is not there",
        ),
        ('[captions]\nfigures = ["folder"]\nfolder = "x"\ntwins = 2\n[targets]\nranking = 2\n', "twins = 2: pictures"),
        ('[captions]\nfigures = ["folder", "drawn"]\nfolder = "x"\n', 'has a "folder" beside other figures'),
        ('[captions]\nfigures = ["dialogues"]\n', 'has figures of "dialogues", and no `runs`'),
        ('[captions]\nruns = ["asked"]\n', 'has `runs`, and no "dialogues" in `figures`'),
        ("[captions]\n[targets]\nranking = 2\n", "[table] is missing"),
        ("[captions]\nexamples = 4\n[targets]\nranking = 10\n", "ask for ranking = 20 or more"),
        (
            '[table]\nbuiltin = "iris"\n[captions]\nfigures = ["dialogues"]\nruns = ["asked"]\n',
            "is about another table than [table]",
        ),
        ('[table]\nbuiltin = "wine"\n[captions]\nfigures = ["dialogues"]\nruns = ["nowhere"]\n', "cannot be read"),
        ('[table]\nbuiltin = "wine"\n[captions]\ncharts = ["pie"]\n', "charts"),
    ],
)
def test_what_cannot_come_about_is_refused_before_any_work(made: Path, tmp_path: Path, words: str, said: str) -> None:
    for name in ("asked", "my figures"):
        (tmp_path / name).symlink_to(made / name)
    file = tmp_path / "simulation.toml"
    file.write_text(words)
    with pytest.raises(ConfigError) as refused, Archive.create(tmp_path / "run", "captions") as archive:
        MAKING.roots(load(file), archive, lambda _: None)
    assert said in str(refused.value)
