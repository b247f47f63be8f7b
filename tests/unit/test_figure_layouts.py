"""Others' layouts: what is written is read back, what is damaged is told with its file, and answers are found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from company.errors import ArchiveError, ConfigError
from company.families.figures.evaluation.layouts import matplotagent, matplotbench, paperbanana
from company.families.figures.evaluation.layouts.drawing_cases import DrawingCase
from company.families.figures.evaluation.responses import response_in
from company.families.figures.numbered import is_matplotbench
from company.families.figures.pictures import is_blank, picture_in
from tests.support.judges_by_hand import as_png, picture


@pytest.fixture
def cases(tmp_path: Path) -> list[DrawingCase]:
    found = []
    for at in range(3):
        truth, table = tmp_path / f"t{at}.png", tmp_path / f"bars_{at}.csv"
        truth.write_bytes(picture([10 * at + 5, 40]))
        table.write_text(f"name,value\na,{at}\n")
        found.append(
            DrawingCase(
                f"o{at}.figure", f"Draw {at} bars.", truth, f"1. Read bars_{at}.csv.", (table,) if at else (),
                code="plt.bar()", table="| a |", category="Bar", difficulty="easy", aspect=1.34,
            )
        )  # fmt: skip
    return found


def test_matplotbench_is_written_as_its_programs_read_it(cases: list[DrawingCase], tmp_path: Path) -> None:
    folder = tmp_path / "mpb"
    matplotbench.write(folder, cases)
    told = json.loads((folder / "benchmark_instructions.json").read_text())
    assert [each["id"] for each in told] == [1, 2, 3]
    assert told[1] == {
        "simple_instruction": "Draw 1 bars.\n\nThe data: bars_1.csv.",
        "expert_instruction": "1. Read bars_1.csv.",
        "id": 2,
    }
    assert (folder / "ground_truth" / "example_3.png").read_bytes() == cases[2].truth.read_bytes()
    assert (folder / "data" / "2" / "bars_1.csv").read_text() == "name,value\na,1\n"
    assert not (folder / "data" / "1").exists()
    assert is_blank((folder / "ground_truth" / "empty.png").read_bytes())
    assert json.loads((folder / "index.json").read_text()) == {"1": "o0.figure", "2": "o1.figure", "3": "o2.figure"}
    assert is_matplotbench(folder) and not is_matplotbench(tmp_path)
    with pytest.raises(ConfigError, match="is there already"):
        matplotbench.write(folder, cases)


def test_matplotbench_is_read_with_and_without_an_index(cases: list[DrawingCase], tmp_path: Path) -> None:
    folder = tmp_path / "mpb"
    matplotbench.write(folder, cases)
    found = matplotbench.read(folder)
    assert [each.data_id for each in found] == ["o0.figure", "o1.figure", "o2.figure"]
    assert found[1].query == "Draw 1 bars.\n\nThe data: bars_1.csv." and found[1].expert_query == "1. Read bars_1.csv."
    assert [file.name for file in found[1].data_files] == ["bars_1.csv"] and found[0].data_files == ()
    (folder / "index.json").unlink()
    assert [each.data_id for each in matplotbench.read(folder)] == ["example_1", "example_2", "example_3"]


Harm = Callable[[Path], object]
HARMS: dict[str, Harm] = {
    "cannot be read": lambda folder: (folder / "benchmark_instructions.json").write_text("{"),
    "should hold a list": lambda folder: (folder / "benchmark_instructions.json").write_text("{}"),
    "instruction 1: it should have": lambda folder: (folder / "benchmark_instructions.json").write_text('[{"id": 1}]'),
    "its id should be a number": lambda folder: retold(folder, 0, id="one"),
    "two instructions have the same id": lambda folder: (retold(folder, 1, id=1), (folder / "index.json").unlink()),
    "example_2.png is missing": lambda folder: (folder / "ground_truth" / "example_2.png").unlink(),
    "should hold the data_id of each number": lambda folder: (folder / "index.json").write_text("[]"),
}


def retold(folder: Path, place: int, **fields: object) -> None:
    file = folder / "benchmark_instructions.json"
    told = json.loads(file.read_text())
    told[place] |= fields
    file.write_text(json.dumps(told))


@pytest.mark.parametrize("said", HARMS)
def test_a_damaged_matplotbench_is_told_with_what_to_do(cases: list[DrawingCase], tmp_path: Path, said: str) -> None:
    folder = tmp_path / "mpb"
    matplotbench.write(folder, cases)
    HARMS[said](folder)
    with pytest.raises(ArchiveError, match=said):
        matplotbench.read(folder)


def test_answers_of_matplotagent_are_the_last_picture_with_its_code(cases: list[DrawingCase], tmp_path: Path) -> None:
    matplotbench.write(tmp_path / "mpb", cases)
    known = {each.more["number"]: each.data_id for each in matplotbench.read(tmp_path / "mpb")}
    place = tmp_path / "workspace"
    draft, final = picture([1, 2]), picture([3, 4])
    for number in (1, 2, 3):
        (place / f"example_{number}").mkdir(parents=True)
    one, two = place / "example_1", place / "example_2"
    (one / "novice.png").write_bytes(draft)
    (one / "novice_final.png").write_bytes(final)
    for name, code in {
        "code_action_gpt-4_initial_0.py": "first",
        "code_action_gpt-4_vis_refined_0.py": "fails",
        "code_action_gpt-4_vis_refined_1.py": "final()",
    }.items():
        (one / name).write_text(code)
    (two / "novice.png").write_bytes(as_png(Image.new("RGB", (20, 20), "red"), "JPEG"))
    (place / "example_3" / "novice.png").write_text("no picture")
    assert matplotagent.is_matplotagent(place) and not matplotagent.is_matplotagent(tmp_path / "mpb")
    found = matplotagent.read_answers(place, known)
    whole = response_in(found["o0.figure"])
    assert whole.code == "```python\nfinal()\n```" and whole.picture and picture_in(whole.picture) == final
    shown = response_in(found["o1.figure"]).picture
    assert shown and response_in(found["o1.figure"]).code == "" and picture_in(shown).startswith(b"\x89PNG")  # type: ignore[union-attr]
    assert found["o2.figure"] == ""
    (one / "novice_final.png").unlink()
    assert response_in(matplotagent.read_answers(place, known)["o0.figure"]).code == "```python\nfirst\n```"
    (place / "example_9").mkdir()
    with pytest.raises(ConfigError, match="none of this number"):
        matplotagent.read_answers(place, known)


def test_paperbanana_is_written_in_two_halves_and_read(cases: list[DrawingCase], tmp_path: Path) -> None:
    folder = tmp_path / "pb"
    paperbanana.write(folder, {"test": cases[:2], "reference": cases[2:]})
    told = json.loads((folder / "plot" / "test.json").read_text())
    assert told[1] == {
        "id": "o1.figure",
        "content": "| a |",
        "visual_intent": "Draw 1 bars.",
        "category": "Bar",
        "difficulty": "easy",
        "additional_info": {"rounded_ratio": "4:3"},
        "path_to_gt_image": "images/o1.figure.png",
        "gt_code": "plt.bar()",
    }
    assert paperbanana.is_paperbanana(folder) and not paperbanana.is_paperbanana(tmp_path)
    found = paperbanana.read(folder)
    assert [len(found[half]) for half in ("test", "reference")] == [2, 1]
    again = found["test"][1]
    assert (again.data_id, again.query, again.table, again.category) == ("o1.figure", "Draw 1 bars.", "| a |", "Bar")
    assert again.truth.read_bytes() == cases[1].truth.read_bytes() and again.aspect == pytest.approx(4 / 3)
    told[0]["content"] = {"a": [1, 2]}
    (folder / "plot" / "test.json").write_text(json.dumps(told[:1]))
    assert paperbanana.read(folder)["test"][0].table == '{"a": [1, 2]}'
    (folder / "plot" / "images" / "o0.figure.png").unlink()
    with pytest.raises(ArchiveError, match=r"o0\.figure\.png is missing"):
        paperbanana.read(folder)
    with pytest.raises(ConfigError, match="is there already"):
        paperbanana.write(folder, {})


@pytest.mark.parametrize(("aspect", "ratio"), [(1.0, "1:1"), (1.2, "5:4"), (1.45, "3:2"), (2.5, "21:9")])
def test_sides_are_told_as_the_nearest_ratio(aspect: float, ratio: str) -> None:
    assert paperbanana.ratio_of(aspect) == ratio
