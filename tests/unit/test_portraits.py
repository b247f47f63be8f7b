"""Portraits are taken when a picture is saved, whatever becomes of the figure, and no file is believed afterwards."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

mpl.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from company.results.likeness.aspects import likeness, right
from company.results.portraits.exporting import portrait_code
from company.results.portraits.reading import MOST_AXES, MOST_NUMBERS, portrait
from company.results.portraits.taking import SAVED, leave_picture, take_portraits
from company.results.portraits.trusting import NoPortrait, checked, portrait_of

pytestmark = pytest.mark.usefixtures("clean_pages")


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Figure, "savefig", Figure.savefig)  # what a hook replaces is put back
    place = tmp_path / "portraits.jsonl"
    take_portraits(place)
    return place


def read(figure: Any) -> Any:
    figure.draw_without_rendering()
    return json.loads(json.dumps(portrait(figure), allow_nan=False))


def test_the_picture_that_is_left_is_the_open_figure_or_else_the_last_one_saved(lines: Path, tmp_path: Path) -> None:
    SAVED.clear()
    with pytest.raises(RuntimeError, match="no figure was drawn"):
        leave_picture(tmp_path / "left.png")
    plt.plot([1, 2])
    plt.savefig(tmp_path / "first.pdf")
    plt.savefig(tmp_path / "mine.png", dpi=40)
    plt.close("all")
    leave_picture(tmp_path / "left.png")
    assert (tmp_path / "left.png").read_bytes() == (tmp_path / "mine.png").read_bytes()
    plt.bar([1, 2], [3, 4])
    leave_picture(tmp_path / "left.png")
    found = portrait_of((tmp_path / "left.png").read_bytes(), lines.read_bytes())
    assert found["axes"][0]["series"][0]["kind"] == "bar"
    plt.figure()
    with pytest.raises(RuntimeError, match="2 figures are open"):
        leave_picture(tmp_path / "left.png")


def test_a_figure_that_is_closed_at_once_leaves_its_portrait(lines: Path, tmp_path: Path) -> None:
    plt.bar(["a", "b"], [1, 2])
    plt.title("Two")
    plt.savefig(tmp_path / "two")  # without its ending
    plt.close("all")
    found = portrait_of((tmp_path / "two.png").read_bytes(), lines.read_bytes())
    assert found["axes"][0]["title"] == "Two"
    assert found["axes"][0]["series"][0]["channels"]["y"] == [1.0, 2.0]


def test_what_is_drawn_after_saving_is_not_in_the_portrait(lines: Path) -> None:
    page = io.BytesIO()
    plt.plot([1, 2, 4])
    plt.savefig(page)
    plt.plot([9, 9, 9])
    assert len(portrait_of(page.getvalue(), lines.read_bytes())["axes"][0]["series"]) == 1


def test_hooking_twice_leaves_one_line(lines: Path, tmp_path: Path) -> None:
    take_portraits(tmp_path / "other.jsonl")
    plt.plot([1, 2])
    plt.savefig(io.BytesIO())
    assert not lines.exists()
    assert len((tmp_path / "other.jsonl").read_text().splitlines()) == 1


def test_a_picture_that_matplotlib_has_not_drawn_has_no_portrait(lines: Path, tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (40, 30), "white").save(tmp_path / "own.png")
    with pytest.raises(NoPortrait, match="no figure of matplotlib"):
        portrait_of((tmp_path / "own.png").read_bytes(), b"")
    plt.plot([1, 2])
    plt.savefig(tmp_path / "drawn.png")
    with pytest.raises(NoPortrait, match="not one that"):
        portrait_of((tmp_path / "own.png").read_bytes(), lines.read_bytes())


def test_a_hook_that_is_taken_away_leaves_no_portrait(lines: Path, tmp_path: Path) -> None:
    Figure.savefig = Figure.savefig.__wrapped__  # type: ignore[method-assign]
    plt.plot([1, 2])
    plt.savefig(tmp_path / "drawn.png")
    assert not lines.exists()


def test_artists_that_bite_leave_a_problem_and_the_picture(lines: Path) -> None:
    class Biting(plt.Line2D):
        def get_xydata(self) -> Any:
            raise RuntimeError("no")

    page = io.BytesIO()
    plt.gca().add_line(Biting([1, 2], [1, 2]))
    plt.savefig(page)
    with pytest.raises(NoPortrait, match=r"cannot be read \(RuntimeError\)"):
        portrait_of(page.getvalue(), lines.read_bytes())


def test_forged_lines_are_not_believed() -> None:
    import hashlib

    picture = b"a picture"
    head = {"picture": "", "sha256": hashlib.sha256(picture).hexdigest()}
    axes = [{"series": [{"kind": "bar", "name": "", "channels": {"x": [1], "y": [1, 2]}}]}]
    for forged in (
        {"version": 0},
        {"version": 1, "axes": [3], "title": ""},
        {"version": 1, "axes": axes, "title": ""},
        [],
    ):
        with pytest.raises(NoPortrait):
            portrait_of(picture, json.dumps(head | {"portrait": forged}).encode())
    for text in (b"[" * 100_000, b'{"sha256": NaN}', b"\xff\xfe", b"not json"):
        with pytest.raises(NoPortrait):
            portrait_of(picture, text)


@pytest.mark.thorough
def test_a_thousand_axes_stay_small_and_are_counted() -> None:
    figure = plt.figure()
    for place in range(MOST_AXES + 20):
        figure.add_axes((place / 200, 0.1, 0.004, 0.5)).plot([1, place])
    found = portrait(figure)
    assert (len(found["axes"]), found["left_out"]["axes"]) == (MOST_AXES, 20)


@pytest.mark.thorough
def test_huge_arrays_stay_small_and_still_tell_data_apart() -> None:
    chance = np.random.default_rng(0)
    x, y = chance.normal(size=(2, 200_000))
    held = chance.permutation(len(x))
    drawn = []
    for across, along in ((x, y), (x[held], y[held]), (x, y[::-1]), (x, y + 0.02)):
        figure, ax = plt.subplots()
        ax.scatter(across, along)
        ax.imshow(np.outer(across[:900], along[:900]))
        drawn.append(read(figure))
    assert len(json.dumps(drawn[0])) < 20 * MOST_NUMBERS
    assert drawn[0]["axes"][0]["series"][0]["count"] == 200_000
    assert likeness(drawn[0], drawn[0]).right
    points = [{**each, "axes": [{**each["axes"][0], "series": each["axes"][0]["series"][:1]}]} for each in drawn]
    assert [likeness(points[0], each).right for each in points] == [True, True, False, False]


def test_texts_in_any_writing_and_values_that_are_none_are_read() -> None:
    figure, ax = plt.subplots()
    ax.plot([0, 1, 2, 3], [1, np.nan, np.inf, 2], label="סדרה")
    ax.set(title="כותרת", xlabel=r"$\alpha_{1}$ (m)")
    ax.legend()
    found = read(figure)
    (page,) = found["axes"]
    assert page["series"][0]["channels"]["y"] == [1.0, None, None, 2.0]
    assert (page["title"], page["xlabel"], page["series"][0]["name"]) == ("כותרת", r"$\alpha_{1}$ (m)", "סדרה")
    assert checked(found) == found
    assert right(found, found)


def test_what_cannot_be_seen_is_not_there() -> None:
    figure, (ax, other) = plt.subplots(1, 2)
    ax.plot([1, 2, 3])
    ax.plot([3, 2, 1], alpha=0)
    ax.scatter([1, 2], [1, 2], visible=False)
    other.set_visible(False)
    (page,) = read(figure)["axes"]
    assert [series["kind"] for series in page["series"]] == ["line"]


@pytest.mark.slow
def test_the_exported_file_needs_numpy_and_matplotlib_alone(tmp_path: Path) -> None:
    (tmp_path / "portrait.py").write_text(portrait_code(), encoding="utf-8")
    program = """
import sys
sys.path.insert(0, ".")
for name in ("scipy", "pandas", "company", "seaborn", "PIL.ImageGrab"):
    sys.modules[name] = None
import portrait
portrait.take_portraits("portraits.jsonl")
import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot as plt
plt.bar(["a", "b"], [3, 4])
plt.figure().add_subplot(projection="3d").bar3d([0], [0], [0], 1, 1, [5])
plt.savefig("drawn.png")
"""
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)
    found = portrait_of((tmp_path / "drawn.png").read_bytes(), (tmp_path / "portraits.jsonl").read_bytes())
    assert found["axes"][0]["series"][0]["channels"]["z"] == [5.0]
