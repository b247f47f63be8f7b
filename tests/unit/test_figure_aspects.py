"""What the likeness of figures is put together from: pairs, colours, texts, and what a query requires."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

mpl.use("Agg")

from matplotlib import pyplot as plt

from company.results.likeness.aspects import likeness
from company.results.likeness.assignment import assignment
from company.results.likeness.colours import ciede2000, difference
from company.results.likeness.wording import alike
from company.results.portraits.reading import portrait

SHARMA = [  # of the table of Sharma, Wu and Dalal (2005): two colours as L*, a*, b*, and their difference
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, 2.8361, -74.0200), (50, 0, -82.7485), 3.4412),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, -1.1848, -84.8006), (50, 0, -82.7485), 1.0000),
    ((50, -0.9009, -85.5211), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0010), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, 2.49, -0.001), (50, -2.49, 0.0012), 7.2195),
    ((50, -0.001, 2.49), (50, 0.0009, -2.49), 4.8045),
    ((50, -0.001, 2.49), (50, 0.0010, -2.49), 4.8045),
    ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((50, 2.5, 0), (50, 3.1736, 0.5854), 1.0000),
    ((50, 2.5, 0), (50, 3.2972, 0), 1.0000),
    ((50, 2.5, 0), (50, 1.8634, 0.5757), 1.0000),
    ((50, 2.5, 0), (50, 3.2592, 0.3350), 1.0000),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "apart"), SHARMA)
def test_differences_of_colours_are_those_of_the_paper(one: Any, other: Any, apart: float) -> None:
    assert ciede2000(one, other) == pytest.approx(apart, abs=6e-5)
    assert ciede2000(other, one) == pytest.approx(apart, abs=6e-5)


def test_colours_of_one_name_are_near_and_others_are_not() -> None:
    assert difference("#336699", "#336699") == 0
    assert difference("#1f77b4", "#2a7fbb") < 10 < difference("#1f77b4", "#ff7f0e")
    with pytest.raises(ValueError, match="write #rrggbb"):
        difference("red", "#ff0000")


@pytest.mark.parametrize("shape", [(1, 1), (4, 4), (3, 7), (9, 5), (0, 3), (30, 30)])
def test_pairs_cost_as_little_as_scipy_finds(shape: tuple[int, int]) -> None:
    chance = np.random.default_rng(3)
    for cost in (chance.normal(size=shape), chance.integers(0, 3, shape).astype(float)):
        rows, columns = linear_sum_assignment(cost)
        pairs = assignment(cost)
        assert len(pairs) == len(rows) == len({column for _, column in pairs})
        assert sum(cost[pair] for pair in pairs) == pytest.approx(cost[rows, columns].sum())


def test_texts_are_alike_whatever_their_case_spaces_and_marks_of_mathtext() -> None:
    assert alike("Mean  Price", "mean price") == 1
    assert alike(r"$\mathrm{CO}_2$ [$\mu$g]", "CO2 [µg]") == 1
    assert alike("עברית", "\u200fעברית") == 1
    assert 0.8 <= alike("Harvest by field", "Harvests by field") < 1
    assert alike("Harvest", "Losses") == 0


def figure(**words: str) -> Any:
    fig, ax = plt.subplots()
    ax.plot([1, 2, 4], color=words.pop("color", "#1f77b4"))
    fig.suptitle(words.pop("suptitle", ""))
    ax.set(**words)
    fig.draw_without_rendering()
    made = portrait(fig)
    plt.close(fig)
    return made


TITLE = {"aspect": "text", "element": "axes[0].title", "value": "Harvest by field"}
COLOUR = {"aspect": "colour", "element": "axes[0].series[0].colour", "value": "#1f77b4"}


def test_only_required_texts_and_colours_count() -> None:
    reference, other = figure(title="Harvest by field"), figure(title="Something", color="#ff7f0e")
    assert likeness(reference, other).right
    assert likeness(reference, other, [TITLE]).aspects["text"] == 0
    assert likeness(reference, other, [COLOUR]).aspects["colour"] == 0
    assert likeness(reference, reference, [TITLE, COLOUR]).right
    assert likeness(reference, figure(suptitle="Harvest by field"), [TITLE]).right
    assert 0.8 < likeness(reference, figure(title="Harvests by field"), [TITLE]).aspects["text"] < 1
    with pytest.raises(ValueError, match="no element of a figure"):
        likeness(reference, reference, [TITLE | {"element": "caption"}])


def test_a_blank_page_is_like_nothing() -> None:
    blank = {**figure(), "axes": []}
    assert not likeness(blank, blank).right
    assert likeness(figure(), blank).score == 0


def test_small_values_count_on_a_scale_of_logarithms() -> None:
    made = []
    for least in (1.0, 50.0):
        fig, ax = plt.subplots()
        ax.plot([0, 1, 2], [least, 1e3, 1e6])
        ax.set_yscale("log")
        fig.draw_without_rendering()
        made.append(portrait(fig))
        plt.close(fig)
    assert not likeness(*made).right


def test_a_density_is_the_same_at_other_places() -> None:
    made = []
    for count in (120, 300):
        places = np.linspace(-3, 3, count)
        fig, ax = plt.subplots()
        ax.plot(places, np.exp(-(places**2)))
        fig.draw_without_rendering()
        made.append(portrait(fig))
        plt.close(fig)
    assert likeness(*made).right


def test_what_limits_cut_off_counts() -> None:
    made = []
    for limits in ((0, 3), (0, 3.4), (0, 1.5)):
        fig, ax = plt.subplots()
        ax.plot([0, 1, 2, 3], [1, 2, 4, 3])
        ax.set_xlim(*limits)
        fig.draw_without_rendering()
        made.append(portrait(fig))
        plt.close(fig)
    assert likeness(made[0], made[1]).right
    assert not likeness(made[0], made[2]).right
