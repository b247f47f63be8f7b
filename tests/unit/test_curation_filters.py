"""Filters of the curation: planted scripts are refused by the step that is meant, and good ones pass."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import pytest

from company.families.figures.chart_types import CATEGORIES, category_of, chart_types, is_named_otherwise, named_type
from company.families.figures.curation.filters import Plot, refusal
from company.families.figures.curation.given_values import given_by_code, given_share
from company.families.figures.gate.randomness import random_source
from company.families.figures.types import KNOWN
from company.results.portraits.taking import portrait

HEAD = "import numpy as np\nimport matplotlib.pyplot as plt\n"


def drawn(code: str) -> dict[str, Any]:
    from matplotlib import pyplot as plt

    plt.close("all")
    exec(HEAD + code, {})
    plt.gcf().savefig(io.BytesIO(), format="png")
    found = portrait(plt.gcf())
    plt.close("all")
    return found


def looked(code: str, files: Mapping[str, bytes] | None = None, aspect: float = 1.33) -> str:
    found = refusal(Plot(HEAD + code, files or {}, drawn(code), aspect), (1.0, 2.5))
    return "" if found is None else found.step


@pytest.mark.parametrize(
    ("code", "source"),
    [
        ("import numpy as np\nnp.random.seed(1)", "numpy.random"),
        ("from numpy.random import rand\nrand(3)", "numpy.random.rand"),
        ("import numpy.random as nr\nnr.normal(0, 1)", "numpy.random"),
        ("from numpy import random as r\nr.rand()", "numpy.random"),
        ("import random\nrandom.gauss(0, 1)", "random"),
        ("from random import gauss\ngauss(0, 1)", "random.gauss"),
        ("from scipy import stats\nstats.norm.rvs(3)", "rvs"),
        ("import os\nos.urandom(3)", "os.urandom"),
        ("from sklearn.datasets import make_blobs\nmake_blobs()", "sklearn.datasets.make_blobs"),
        ("import pandas as pd\npd.DataFrame([1]).sample(1)", "sample"),
    ],
)
def test_sources_of_random_numbers_are_found_whatever_they_are_called(code: str, source: str) -> None:
    assert (random_source(code) or "").startswith(source)


@pytest.mark.parametrize(
    "code",
    [
        "random = [3, 5]\nprint(random[0])",
        "import matplotlib.pyplot as plt\nplt.title('np.random.rand(3)')",
        "class random: pass\nrandom.x = 1",
        "import pandas as pd\nprint(pd.Series([1], pd.to_datetime(['2024-01-01'])).resample('MS').sum())",
        "def f(:",
    ],
)
def test_what_only_sounds_like_chance_is_none(code: str) -> None:
    assert random_source(code) is None


GOOD = {
    "bars": "plt.bar(['a', 'b', 'c'], [3.5, 8.25, 5.75])",
    "grouped bars": "plt.bar([0, 1], [3.5, 8.2], width=.4); plt.bar([.4, 1.4], [4.5, 2.2], width=.4)",
    "stacked bars": "plt.bar([*'ab'], [3.5, 8.2]); plt.bar([*'ab'], [4.5, 2.2], bottom=[3.5, 8.2])",
    "lines": "plt.plot([1, 2, 4], [3.5, 8.2, 1.1])",
    "dates": "plt.plot(np.array(['2024-01-01', '2024-02-05', '2024-03-20'], dtype='M8[D]'), [3.5, 8.2, 1.1])",
    "places that count": "plt.plot(np.arange(4), [3.5, 8.2, 1.1, 7.3])",
    "points": "plt.scatter([3.1, 5.7, 2.2], [8.4, 1.9, 3.3], s=[20.5, 80.25, 33.0])",
    "errors": "plt.errorbar([1, 2, 3], [8.4, 1.9, 3.3], yerr=[.31, .47, .29])",
    "pie": "plt.pie([30.5, 12.25, 7.0], labels=['a', 'b', 'c'])",
    "histogram": "plt.hist([1.5, 2.5, 2.25, 7.75, 9.5, 3.25, 4.5, 4.75], bins=5)",
    "box": "plt.boxplot([[1.5, 2.5, 2.25, 7.75], [9.5, 3.25, 4.5, 4.75]])",
    "violin": "plt.violinplot([1.5, 2.5, 2.25, 7.75, 9.5, 3.25])",
    "heat map": "plt.imshow([[1.5, 2.5, 2.25], [7.75, 9.5, 3.25]])",
    "stacked areas": "plt.stackplot([1, 2, 3], [3.5, 8.2, 1.1], [2.5, 1.2, 4.1])",
    "radar": "ax = plt.subplot(projection='polar')\n"
             "ax.plot(np.linspace(0, 2 * np.pi, 5), [3.5, 8.2, 1.1, 7.3, 3.5])",
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_plots_of_given_values_pass(name: str, clean_pages: None) -> None:
    assert looked(GOOD[name]) == ""


BAD = {
    "seeded": ("random", "np.random.seed(3)\nplt.plot(np.random.rand(9))"),
    "a wave": ("computed", "x = np.linspace(0, 9, 40)\nplt.plot(x, np.sin(x))"),
    "squares": ("computed", "plt.bar([*'abcd'], [each ** 2 for each in [3.5, 8.25, 5.75, 2.5]])"),
    "a field": ("computed", "x = np.linspace(0, 3, 12)\nplt.imshow(np.outer(np.sin(x), np.cos(x)))"),
    "counts of a sum": ("computed", "plt.hist(np.cumsum([1.5, 2.5, 2.25, 7.75, 9.5, 3.25]) ** 2, bins=[0, 9, 700])"),
    "shapes": (
        "geometry",
        "from matplotlib.patches import Polygon\nax = plt.gca()\nax.axis('off')\n"
        "for n in [[0, 1, 5], [2, 3, 7]]:\n"
        "    ax.add_patch(Polygon([[n[0], 0], [n[1], n[2]], [n[0], n[2]]], fill=False))\nax.autoscale()",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_planted_scripts_are_refused_by_the_step_that_is_meant(name: str, clean_pages: None) -> None:
    step, code = BAD[name]
    assert looked(code) == step


def test_the_first_step_in_order_gives_the_reason(clean_pages: None) -> None:
    wave = "x = np.linspace(0, 9, 40)\nplt.plot(x, np.sin(x))"
    assert looked(wave, aspect=4.0) == "computed"
    assert looked(f"np.random.seed(1)\n{wave}", aspect=4.0) == "random"
    assert looked(GOOD["bars"], aspect=4.0) == "aspect" == looked(GOOD["bars"], aspect=0.9)
    assert looked(GOOD["bars"], aspect=1.0) == "" == looked(GOOD["bars"], aspect=2.5)


def test_values_of_files_are_given(clean_pages: None) -> None:
    code = "plt.plot([1, 2, 3, 4], [float(each) for each in '31.5 28.25 47.75 11.5'.split()])"
    assert looked(code) == "computed"
    assert looked(code, {"rain.csv": b"rain\n31.5\n28.25\n47.75\n11.5\n"}) == ""


def test_the_share_of_given_values_is_counted(clean_pages: None) -> None:
    code = "plt.plot([1, 2, 4, 8], [3.5, 8.2, 1.1, 2.2 * 3.7])"
    assert given_share(drawn(code), given_by_code(HEAD + code, {})) == pytest.approx(7 / 8)


def test_22_types_of_chart_are_of_seven_categories() -> None:
    assert len(chart_types()) == 22
    assert {each.category for each in chart_types().values()} == {*CATEGORIES}
    assert {category_of(name) for name in KNOWN} == {*CATEGORIES}
    told = [name for each in chart_types().values() for name in each.plot_types]
    assert sorted(told) == sorted(KNOWN), "each type that a portrait can be of is of one type of chart"


def test_file_names_are_a_cross_check() -> None:
    assert named_type("ori_500/errorbar_12.py").name == "error bar"  # type: ignore[union-attr]
    assert named_type("HR_3.py").category == "miscellaneous"  # type: ignore[union-attr]
    assert named_type("my_script.py") is None
    assert is_named_otherwise("pie_2.py", "bar") and not is_named_otherwise("bar_2.py", "stacked bar")
    assert not is_named_otherwise("my_script.py", "bar")
