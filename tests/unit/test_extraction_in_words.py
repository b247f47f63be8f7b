"""What the built-in company extracts of a script: values under the names that they have on the plot, and no others."""

from __future__ import annotations

import csv
import io
import random
from typing import Any

import pytest

from grammar.drawing.extracting import extract_plot

HEAD = "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\n"
CODES = {
    "labels name series": (
        "ax.bar(['a', 'b', 'c'], [3, 5, 4], label='Size of 2019')\nax.bar(['a', 'b', 'c'], [1, 2, 9], label='2020')",
        {"x": "a", "Size of 2019": "3", "x_2": "a", "2020": "1"},
    ),
    "so they do where one variable holds one after the other": (
        "held = [3, 5, 4]\nax.bar(names, held, label='2019')\nheld = [1, 2, 9]\nax.bar(names, held, label='2020')",
        {"2019": "3", "2020": "1"},
    ),
    "two arguments are what they are for": (
        "ax.barh([1, 2, 3], [3, 5, 4])\nax.plot([7, 8, 9])",
        {"y": "1", "x": "3", "values": "7"},
    ),
    "what chooses a panel is no value": ("pages[0, 1].plot([3, 5, 4])\nax = pages[(1, 1)]", {"values": "3"}),
    "names head the groups that they stand for": (
        "ax.boxplot([[3, 5, 4], [1, 2, 9]])\nax.set_xticklabels(['rye', 'oats'])",
        {"rye": "3", "oats": "1"},
    ),
    "and stand beside what groups have one of each": (
        "ax.imshow([[3, 5], [1, 2]])\nax.set_xticks(range(2), ['rye', 'oats'])",
        {"values_1": "3", "values_2": "1", "names": "rye"},
    ),
}


def _extracted(code: str, **brief: Any) -> dict[str, Any]:
    told = {"code": f"{HEAD}{code}\n", "files": [], "type": "bar", "drawn": [{"title": ""}], **brief}
    return extract_plot(told, random.Random(1))


@pytest.mark.parametrize("what", CODES)
def test_values_stand_in_columns_with_their_names(what: str) -> None:
    code, first = CODES[what]
    rows = list(csv.DictReader(io.StringIO(_extracted(code)["table"])))
    assert rows[0] == first


def test_each_axes_of_several_is_told_for_itself() -> None:
    drawn = [
        {"title": "Harvest"},
        {"title": "Grain", "ylabel": "Tonnes", "marks": ["bar"], "names": ["rye"]},
        {"ylabel": "Euros", "marks": ["line"]},
    ]
    twins = _extracted("", type="twin axes", drawn=drawn)["description"]
    assert "Chart 1 shows bars." in twins and "Chart 2 shows lines." in twins
    assert "The vertical axis of chart 2 is named “Euros”." in twins
    assert "The series of chart 1 are called “rye”." in twins
    assert "axis of" not in _extracted("", drawn=drawn[:2])["description"]
