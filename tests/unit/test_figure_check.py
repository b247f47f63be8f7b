"""The check of a figure as a plain script: it compares two pictures' portraits, and believes no file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from company.families.figures.gate.drawing import ANSWER, REFERENCE, code_in, left, script
from company.results.likeness.controls import controls
from company.results.likeness.exporting import LINES, PICTURE, check_code, likeness_code
from company.results.portraits.exporting import portrait_code

HEAD = "import matplotlib\nmatplotlib.use('Agg')\n"
CODE = "import matplotlib.pyplot as plt\nplt.bar(['rye', 'oat', 'spelt'], {tonnes})\nplt.ylabel({name!r})\n"
ASKED = [{"aspect": "text", "element": "axes[0].ylabel", "value": "Tonnes"}]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "portrait.py").write_text(portrait_code())
    (tmp_path / "likeness.py").write_text(likeness_code())
    (tmp_path / "eval_metrics.py").write_text(check_code(json.dumps(ASKED)))
    for folder in (REFERENCE, ANSWER):
        (tmp_path / folder).mkdir()
    return tmp_path


def _run(place: Path, name: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words, name], cwd=place, capture_output=True, text=True, check=False)


def _draw(place: Path, folder: str, tonnes: list[int], name: str = "Tonnes") -> None:
    (place / "draw.py").write_text(HEAD + script(CODE.format(tonnes=tonnes, name=name), folder))
    done = _run(place, "draw.py")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_it_prints_true_for_the_same_figure_and_false_for_others(place: Path) -> None:
    _draw(place, REFERENCE, [3, 5, 4])
    _draw(place, ANSWER, [3, 5, 4])
    done = _run(place, "eval_metrics.py")
    assert done.stdout.split() == ["True"] and "likeness of figure: 100.0 (data 1.00" in done.stderr
    _draw(place, ANSWER, [3, 5, 9])
    assert _run(place, "eval_metrics.py").stdout.split() == ["False"]
    _draw(place, ANSWER, [3, 5, 4], "Sacks")
    assert _run(place, "eval_metrics.py").stdout.split() == ["False"]
    (place / ANSWER / PICTURE).write_bytes((place / REFERENCE / PICTURE).read_bytes() + b"!")
    done = _run(place, "eval_metrics.py")
    assert done.stdout.split() == ["False"] and "not one that matplotlib's `savefig` wrote" in done.stderr


@pytest.mark.slow
def test_what_was_left_is_believed_as_far_as_it_goes_with_the_picture(place: Path) -> None:
    _draw(place, ANSWER, [3, 5, 4])
    found = left(place / ANSWER)
    assert not isinstance(found, str) and found.portrait["axes"][0]["ylabel"] == "Tonnes"
    lines = place / ANSWER / LINES
    real = lines.rename(place / "elsewhere.jsonl")
    lines.symlink_to(real)
    assert "no figure of matplotlib was saved" in str(left(place / ANSWER))
    (place / ANSWER / PICTURE).unlink()
    assert left(place / ANSWER) == "no picture was drawn"


def test_a_check_says_what_is_required_and_the_comparison_stands_beside_it_once() -> None:
    assert len(check_code(json.dumps(ASKED))) < 300 and json.dumps(ASKED) in check_code(json.dumps(ASKED))
    assert len(likeness_code()) > 30_000


def test_code_is_read_back_from_its_script() -> None:
    code = "plt.plot([1, 2])"
    assert code_in(script(f"\n{code}\n\n", ANSWER), ANSWER) == code and code_in(code, ANSWER) == code


@pytest.mark.slow
def test_a_matrix_that_is_the_same_with_x_for_y_is_no_wrong_version_of_itself(place: Path) -> None:
    matrix = "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.imshow({values})\n"
    matrix += "ax.set_xticks([0, 1], ['a', 'b'])\nax.set_yticks([0, 1], ['a', 'b'])\n"
    labels = {}
    for name, values in (("even", [[1, 0.5], [0.5, 1]]), ("odd", [[1, 0.5], [0.2, 1]])):
        (place / "draw.py").write_text(HEAD + script(matrix.format(values=values), ANSWER))
        assert _run(place, "draw.py").returncode == 0
        found = left(place / ANSWER)
        assert not isinstance(found, str)
        labels[name] = {label for label, _ in controls(found.portrait)}
    assert "x and y exchanged" in labels["odd"] and "x and y exchanged" not in labels["even"]
