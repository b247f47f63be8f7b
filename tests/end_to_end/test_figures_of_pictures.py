"""Figures from pictures alone: told by who sees them, revised, aligned, exported with a licence, and judged."""

from __future__ import annotations

import base64
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from company import api
from company.benchmark.reading import read_benchmark
from company.errors import ArchiveError
from company.evaluation.asking import Seeing
from company.families.figures.evaluation.layouts import matplotbench
from company.families.figures.evaluation.layouts.drawing_cases import DrawingCase
from company.families.figures.pictures import opened
from tests.support.commands import company_command
from tests.support.conversing_server import Heard, conversing_server
from tests.support.drawing_server import drawing_server
from tests.support.judges_by_hand import picture
from tests.support.rating_server import pictures_of, text_of

MODEL = "gpt-4o"
SIMPLE = "Draw bars of `value` for each `name`. The title is “Grain {n}”."
ANSWER = "```python\nimport matplotlib.pyplot as plt\nplt.bar(['a'], [1])\n```"
EXPERT = "1. Read the rows.\n2. Draw a bar as high as `value` for each `name`.\n3. The title is “Grain {n}”."
ELEMENTS = [
    {"aspect": "type", "element": "axes[0].type", "value": "bar"},
    {"aspect": "data", "element": "axes[0].data", "value": "value by name"},
    {"aspect": "text", "element": "title", "value": "Grain"},
]


class Staff:
    """A model that sees: it knows the pictures by their first bars, and one of them cannot be told."""

    def __init__(self) -> None:
        self.tasks: Counter[str] = Counter()
        self.shown: Counter[str] = Counter()

    def __call__(self, messages: list[dict[str, Any]]) -> str:
        text = text_of({"messages": messages})
        brief = json.loads(text.split("```json\n")[1].split("\n```")[0])
        shown = pictures_of({"messages": messages})
        task = brief["task"]
        self.tasks[task] += 1
        self.shown[task] += len(shown)
        if task == "revise_query":
            change = {"of": "simple", "old": "bars", "new": "upright bars", "reason": "they could lie"}
            return json.dumps({"changes": [] if shown else [change]})
        if task == "align_query":
            asked = {"type": "upright bars", "data": "`value` for each `name`", "text": "The title is"}
            names = [each["element"] for each in brief["elements"]]
            return json.dumps({"quotes": [{"element": name, "quote": asked[_aspect(name)]} for name in names]})
        if task == "write_queries_of_picture":
            number = _number(shown)
            return json.dumps({"simple": SIMPLE.format(n=number), "expert": EXPERT.format(n=number)})
        if _number(shown) == 3:
            return json.dumps({"cannot": "it is a drawing of many free shapes"})
        return json.dumps({"plot_type": "bar", "panels": 1, "values": 3, "elements": ELEMENTS})


def _number(shown: list[str]) -> int:
    """Which picture it is: the first one has the lowest bar, and so on."""
    page = opened(base64.b64decode(shown[0].partition(",")[2]))
    assert page is not None
    column = [page.getpixel((15, y)) for y in range(page.height)]
    return sum(pixel != (255, 255, 255) for pixel in column) // 10


def _aspect(element: str) -> str:
    return element.rpartition(".")[2] if "." in element else "text"


def _scenario(folder: Path, model: str, licence: str = "CC BY 4.0", cases: int = 3) -> Path:
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for n in (1, 2, 3):
        (pictures / f"grain {n}.png").write_bytes(picture([10 * n, 30, 50]))
        (pictures / f"grain {n}.csv").write_text(f"name,value\nrye,{n}\noat,3\nspelt,5\n")
    (folder / "simulation.toml").write_text(
        f'[originals]\nfrom = "pictures"\nfolder = "pictures"\nlicence = "{licence}"\nsource = "our own"\n'
        f"[targets]\nfigure = {cases}\n{model}"
    )
    return folder


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Heard, Staff]]:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    staff = Staff()
    with conversing_server(staff) as heard:
        yield heard, staff


def _model(heard: Heard, more: str = "vision = true") -> str:
    told = f'[model]\nbackend = "openai"\nname = "{MODEL}"\nbase_url = "{heard.url}"\nusd_per_million = [1, 1]\n'
    return f"{told}{more}\n"


def test_pictures_become_cases_that_only_a_judge_can_score(tmp_path: Path, served: tuple[Heard, Staff]) -> None:
    heard, staff = served
    done = company_command("simulate", _scenario(tmp_path / "s", _model(heard)), "--out", tmp_path / "run")
    assert done.returncode == 1, done.stdout + done.stderr  # two of three, and the reason
    lost = (tmp_path / "run" / "rejected.jsonl").read_text()
    assert "cannot be told in words: it is a drawing of many free shapes" in lost
    assert staff.tasks == {
        "look_at_picture": 3, "write_queries_of_picture": 2, "revise_query": 4, "align_query": 6,
    }  # fmt: skip
    assert staff.shown == {"look_at_picture": 3, "write_queries_of_picture": 2, "revise_query": 2, "align_query": 6}

    exported = company_command("export", tmp_path / "run")
    assert exported.returncode == 0, exported.stdout + exported.stderr
    content = read_benchmark(tmp_path / "run" / "benchmark")
    assert len(content.entries) == 2
    for line in content.entries:
        assert line["origin"]["from"] == "pictures" and line["origin"]["licence"] == "CC BY 4.0"
        assert (line["portrait"], line["reference_answer"], line["eval_metrics"]) == ("", "", "")
        assert "upright bars" in line["current_query"]
        assert {each["aspect"] for each in line["requirements"]} == {"type", "data", "text"}
        assert (content.folder / line["ground_truth"]).is_file()
        assert (content.folder / line["data_folder"] / line["data_files"][0]).read_text().startswith("name,value")
        assert (line["plot_type"], line["category"], line["difficulty"], line["points"]) == ("bar", "bar", "easy", 3)
    assert company_command("verify", content.folder).returncode == 0
    card = (content.folder / "README.md").read_text()
    assert "references are pictures" in card and "CC BY 4.0" in card and "held against the reference's" not in card

    for layout in ("matplotbench", "paperbanana"):
        assert company_command("export", tmp_path / "run", "--layout", layout).returncode == 0
    with drawing_server() as server:
        answers = {line["data_id"]: ANSWER for line in content.entries}
        judge = Seeing("openai/gpt-4o", server.url, logs=tmp_path / "logs")
        found = api.score(content.folder, answers, quiet=True, judge=judge)
    assert [case.value for case in found.scored] == [None, None] and found.figures["judged"]["cases"] == 2
    assert "not available" in found.text


def test_a_folder_as_matplotbench_has_it_gives_its_pictures_with_their_data(
    tmp_path: Path, served: tuple[Heard, Staff]
) -> None:
    heard, staff = served
    scenario = _scenario(tmp_path / "s", _model(heard), cases=2)
    own = scenario / "pictures"
    cases = [
        DrawingCase(f"c{n}", f"Draw {n}.", own / f"grain {n}.png", data_files=(own / f"grain {n}.csv",) * (n == 1))
        for n in (1, 2)
    ]
    matplotbench.write(tmp_path / "benchmark_data", cases)
    told = (scenario / "simulation.toml").read_text()
    (scenario / "simulation.toml").write_text(told.replace('"pictures"\nlicence', '"../benchmark_data"\nlicence'))
    assert company_command("simulate", scenario, "--out", tmp_path / "run").returncode == 0
    assert staff.tasks["look_at_picture"] == 2  # nobody is shown the empty page
    api.export(tmp_path / "run")
    lines = read_benchmark(tmp_path / "run" / "benchmark").entries
    assert sorted(line["data_files"] for line in lines) == [[], ["grain 1.csv"]]


def test_pictures_without_a_licence_are_not_exported(tmp_path: Path, served: tuple[Heard, Staff]) -> None:
    heard, _ = served
    folder = _scenario(tmp_path / "s", _model(heard), licence="", cases=1)
    assert company_command("simulate", folder, "--out", tmp_path / "run").returncode == 0
    with pytest.raises(ArchiveError, match="pictures that were given without a `licence`"):
        api.export(tmp_path / "run")


@pytest.mark.parametrize(
    ("more", "said"),
    [("", "only a language model can answer for the admin"), ("vision = false", "does not see")],
)
def test_who_does_not_see_is_refused_before_any_work(
    tmp_path: Path, served: tuple[Heard, Staff], more: str, said: str
) -> None:
    heard, _ = served
    folder = _scenario(tmp_path / "s", _model(heard, more) if more else "")
    done = company_command("simulate", folder, "--out", tmp_path / "run")
    assert done.returncode == 2 and said in re.sub(r"\s+", " ", done.stderr), done.stderr
    assert heard.bodies == []
