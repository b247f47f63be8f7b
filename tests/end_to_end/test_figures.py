"""A benchmark of figures: made, verified from its files alone, scored by what is drawn, refused where it is not so."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from company import api
from company.archive import Archive
from company.benchmark.canary import guids_in
from company.benchmark.reading import Benchmark, read_benchmark, read_cases
from company.families.figures.gate.drawing import ANSWER, code_in
from company.families.figures.gate.judging import judged
from company.families.figures.types import TYPES
from company.sandbox import Sandbox
from tests.support.commands import Run, company_command
from tests.support.killing import contents, counted, killed
from tests.support.loopback import MODEL, Loopback
from tests.support.loopback.faults import REPLIES
from tests.support.made_once import made_once

SCENARIO = """[table]
builtin = "wine"
row = "wine"

[originals]
from = "tables"

[figures]
types = [{types}]

[targets]
figure = {figures}
"""
Line = dict[str, Any]
SESSION = pytest.mark.asyncio(loop_scope="session")


def _scenario(folder: Path, figures: int, types: tuple[str, ...] = (), more: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    told = SCENARIO.format(figures=figures, types=", ".join(f'"{name}"' for name in types))
    (folder / "simulation.toml").write_text(f"{told}\n{more}\n")
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of one figure of each type, and its benchmark; not to be written to."""

    def make(folder: Path) -> None:
        _scenario(folder, len(TYPES))
        for words in (("simulate", folder, "--out", folder / "run"), ("export", folder / "run")):
            done = company_command(*words)
            assert done.returncode == 0, done.stdout + done.stderr

    return made_once(tmp_path_factory, "figures", make)


@pytest.fixture(scope="module")
def content(made: Path) -> Benchmark:
    return read_benchmark(made / "run" / "benchmark")


def _lines(content: Benchmark) -> list[Line]:
    return [dict(line) for line in content.cases["figure"]]


def test_every_reference_holds_and_every_wrong_figure_is_refused(company: Run, made: Path) -> None:
    done = company("verify", made / "run" / "benchmark", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0, told["problems"] + [case for case in told["cases"] if not case["passed"]]
    assert told["passed"] == len(TYPES) and told["controls"].pop("slipped through") == 0
    assert all(count > 10 for count in told["controls"].values()), told["controls"]


def test_types_take_turns_and_half_of_the_figures_are_hard(content: Benchmark) -> None:
    lines = _lines(content)
    assert len({line["plot_type"] for line in lines}) >= 27 and len({line["category"] for line in lines}) == 7
    assert abs(sum(line["difficulty"] == "hard" for line in lines) / len(lines) - 0.5) < 0.06
    assert all(line["blind"] == {"original": True, "simple": True} for line in lines)
    for line in lines:
        assert (line["panels"] > 1 or line["points"] > 50) == (line["difficulty"] == "hard")


def test_what_is_required_is_quoted_from_the_query(content: Benchmark) -> None:
    for line in _lines(content):
        aspects = Counter(each["aspect"] for each in line["requirements"])
        assert all(each["quote"] in line["current_query"] for each in line["requirements"])
        assert aspects["type"] == aspects["data"] >= 1 and aspects["text"] >= 1
        said = [each for each in line["requirements"] if each["aspect"] == "text" and "panel" not in each["quote"]]
        assert all(f"“{each['value']}”" in each["quote"] for each in said)


def test_pictures_and_portraits_stand_beside_the_lines(content: Benchmark) -> None:
    for line in _lines(content):
        with Image.open(content.folder / line["ground_truth"]) as picture:
            assert guids_in(picture.info["Comment"]) == guids_in(line["canary"])
            assert line["aspect"] == round(picture.width / picture.height, 3) and 1 <= line["aspect"] <= 2.5
        assert json.loads((content.folder / line["portrait"]).read_text())["axes"]


def _other_quote(line: Line) -> None:
    line["requirements"][0]["quote"] = "Draw whatever you like."


def _other_values(line: Line) -> None:
    for name in ("reference_answer", "ref_code_all"):
        line[name] = line[name].replace("pd.read_csv('wine.csv')", "pd.read_csv('wine.csv').head(90)")


def _lenient_check(line: Line) -> None:
    line["eval_metrics"] = "print(True)\n"


def _other_type(line: Line) -> None:
    line |= {"plot_type": "pie", "category": "tree, pie"}


def _fewer_values(line: Line) -> None:
    line["points"] -= 1


def _data_in_words(line: Line) -> None:
    line["expert_query"] += " Draw 1" + ", 2" * 40 + "."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_other_quote, "do not stand in its query"),
        (_other_values, "its portrait is not that of what its code draws"),
        (_lenient_check, "its check is not one that compares by its requirements"),
        (_other_type, "what it draws is no pie plot"),
        (_fewer_values, "are not those that it tells"),
        (_data_in_words, "data stand in the file"),
    ],
)
@SESSION
async def test_a_line_that_says_what_is_not_so_is_refused(
    content: Benchmark, local_sandbox: Sandbox, change: Callable[[Line], None], said: str
) -> None:
    line = next(copy.deepcopy(each) for each in _lines(content) if each["plot_type"] == "histogram")
    portrait = json.loads((content.folder / line["portrait"]).read_text())
    picture = (content.folder / line["ground_truth"]).read_bytes()
    change(line)
    report = await judged(line, portrait, picture, content.resource, local_sandbox)
    assert not report.passed and any(said in reason for reason in report.reasons), report.reasons


def test_answers_are_scored_by_what_they_draw(content: Benchmark) -> None:
    lines = {line["plot_type"]: line for line in _lines(content)}
    code = {name: code_in(line["reference_answer"], ANSWER) for name, line in lines.items()}
    saved = f"{code['scatter']}\nplt.savefig('mine.png', dpi=60)\nplt.close('all')\n"
    responses = {
        lines["bar"]["data_id"]: f"Here it is:\n```python\n{code['bar']}```",
        lines["scatter"]["data_id"]: f"```python\n{saved}```",
        lines["line"]["data_id"]: f"```python\n{code['step']}```",
        lines["pie"]["data_id"]: "```python\nimport matplotlib.pyplot as plt\nplt.figure()\n```",
        lines["area"]["data_id"]: "```python\n1 / 0\n```",
        lines["box"]["data_id"]: "I cannot see any figure.",
    }
    found = {case.data_id: case for case in api.score(content.folder, responses, quiet=True).scored}
    told = {name: found[line["data_id"]] for name, line in lines.items()}
    assert told["bar"].right and told["bar"].value == 1.0 and told["scatter"].right
    assert not told["line"].right and 0 < told["line"].value < 0.9
    assert (told["pie"].right, told["pie"].value) == (False, 0.0)
    assert told["area"].failure == "nothing drawn" and "division" in told["area"].reason
    assert told["box"].failure == "no code" and told["violin"].failure == "no response"
    assert told["bar"].groups == {"category": "bar", "difficulty": lines["bar"]["difficulty"]}


def test_where_gold_is_held_back_no_figure_and_no_code_is_there(company: Run, made: Path, tmp_path: Path) -> None:
    out = tmp_path / "public"
    done = company("export", made / "run", "--out", out, "--held-back", tmp_path / "gold")
    assert done.returncode == 0, done.stderr
    content = read_cases(out)
    assert not content.has_gold and not list(out.rglob("*.png")) and (content.resource / "portrait.py").is_file()
    for line in content.cases["figure"]:
        assert line["current_query"] and not {"expert_query", "requirements", "eval_metrics", "blind"} & line.keys()


def test_statistics_card_and_cases_tell_of_types(company: Run, made: Path) -> None:
    told = json.loads(company("stats", made / "run" / "benchmark", "--json").stdout)
    assert sum(told["counts"]["types of plot"].values()) == len(TYPES) and told["words"]["simple"] > 40
    assert (
        "asks for" in company("show", made / "run" / "benchmark").stdout
        or "query" in company("show", made / "run" / "benchmark").stdout
    )
    assert "What is right" in (made / "run" / "benchmark" / "README.md").read_text()
    assert company("status", made / "run").returncode == 0


def test_it_is_made_again_with_the_same_bytes(company: Run, tmp_path: Path) -> None:
    place = _scenario(tmp_path / "few", 3, ("bar", "scatter", "radar"))
    for words in (("simulate", place, "--out", tmp_path / "run"), ("export", tmp_path / "run")):
        assert company(*words).returncode == 0
    done = company("rebuild", tmp_path / "run" / "benchmark", "--out", tmp_path / "again")
    assert done.returncode == 0, done.stdout + done.stderr
    once_more = json.loads(company("simulate", place, "--out", tmp_path / "run", "--json").stdout)
    assert once_more["calls"] == 0 and once_more["accepted"] == 3


def test_killed_at_any_moment_and_taken_up_again_it_has_the_same_bytes(tmp_path: Path) -> None:
    place = _scenario(tmp_path / "few", 3, ("bar", "scatter", "radar"))
    whole, run = tmp_path / "whole" / "run", tmp_path / "killed" / "run"
    for words in (("simulate", place, "--out", whole), ("export", whole)):
        assert company_command(*words).returncode == 0
    stored = ("calls", "records")
    for part in (0.0, 0.4, 0.8):
        enough = part * counted(whole, *stored)
        assert killed("simulate", place, "--out", run, when=lambda: counted(run, *stored) >= enough)  # noqa: B023
    assert company_command("simulate", place, "--out", run).returncode == 0
    assert killed("export", run, when=lambda: any((run / "benchmark").parent.glob(".benchmark*")), pause=0.05)
    assert company_command("export", run).returncode == 0
    assert contents(run / "benchmark") == contents(whole / "benchmark")


def test_language_models_that_reply_badly_cost_figures_with_reasons(company: Run, tmp_path: Path) -> None:
    with Loopback(faults=dict.fromkeys(REPLIES, 0.2 / len(REPLIES))) as server:
        model = (
            f'[model]\nbackend = "openai"\nname = "{MODEL}"\nbase_url = "{server.base_url}"\nusd_per_million = [1, 1]'
        )
        place = _scenario(tmp_path / "few", 3, ("bar", "scatter", "histogram"), model)
        done = company("simulate", place, "--out", tmp_path / "run", "--json")
        told = json.loads(done.stdout)
    assert "Traceback" not in done.stderr and told["accepted"] >= 2, done.stderr
    with Archive.open(tmp_path / "run") as archive:
        drawn = archive.records("drawing", ["accepted"])
        asked = [call for call in archive.calls() if call.stage == "drawing"]
    assert drawn and all(each.as_simple is not None for each in drawn)
    assert not any(
        "original" in call.messages or "read_csv" in call.messages.partition("failures")[0] for call in asked
    )


def test_what_is_no_type_and_a_table_that_carries_none_are_refused(company: Run, tmp_path: Path) -> None:
    done = company("simulate", _scenario(tmp_path / "one", 3, ("bars",)), "--out", tmp_path / "run")
    assert done.returncode == 2 and "there is no type 'bars'" in done.stderr
    (tmp_path / "names.csv").write_text("name,town\n" + "Ada,York\nBen,Hull\nCy,Leeds\n" * 4)
    (tmp_path / "simulation.toml").write_text(
        '[table]\nfile = "names.csv"\n\n[originals]\n\n[figures]\ntypes = ["scatter"]\n'
    )
    done = company("simulate", tmp_path, "--out", tmp_path / "none")
    assert done.returncode == 1 and "it needs 2 columns of numbers" in done.stderr + done.stdout
