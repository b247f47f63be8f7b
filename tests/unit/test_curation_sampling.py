"""The sample of plots: exact numbers, equal halves, what is equal but for data on one side, reasons for the rest."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from company.families.figures.chart_types import CATEGORIES
from company.families.figures.curation.alike import clusters_of, keys_of, without_data
from company.families.figures.curation.sampling import Item, Sample, quotas, sampled
from company.families.figures.types import Half
from tests.unit.test_curation_filters import HEAD, drawn

PAPER = {"heatmap": 40, "radar": 40}


def test_the_numbers_of_the_paper() -> None:
    assert quotas(480, PAPER) == {name: 40 if name in PAPER else 80 for name in CATEGORIES}


@given(st.integers(0, 300), st.dictionaries(st.sampled_from(CATEGORIES), st.integers(0, 40)))
def test_quotas_are_even_and_come_to_what_is_wanted(pairs: int, few: dict[str, int]) -> None:
    found = quotas(2 * pairs, few)
    assert all(count >= 0 and count % 2 == 0 for count in found.values())
    assert all(found[name] <= most for name, most in few.items())
    if few.keys() < set(CATEGORIES):
        assert sum(found.values()) == 2 * pairs


ITEMS = st.lists(
    st.tuples(st.sampled_from(CATEGORIES[:3]), st.sampled_from(["easy", "hard"]), st.integers(0, 25)), max_size=60
)


def _items(told: list[tuple[str, Any, int]]) -> list[Item]:
    return [Item(f"p{n}", category, hard, f"c{cluster}") for n, (category, hard, cluster) in enumerate(told)]


def _holds(items: list[Item], wanted: dict[str, int], found: Sample) -> None:
    known = {item.name: item for item in items}
    for category, count in wanted.items():
        own = {name: half for name, half in found.halves.items() if known[name].category == category}
        halves = Counter(own.values())
        assert halves["test"] == halves["reference"] and len(own) <= count
        if len(own) < count:
            assert any(reason.startswith(f"{category}: ") for reason in found.reasons)
    sides: dict[str, set[Half]] = {}
    for name, half in found.halves.items():
        sides.setdefault(known[name].cluster, set()).add(half)
    assert all(len(each) == 1 for each in sides.values())


@settings(max_examples=60, deadline=None)
@given(ITEMS, st.sampled_from([0.0, 0.4, 0.6, 1.0]), st.integers(0, 8))
def test_halves_are_equal_and_what_lacks_has_its_reason(told: list[tuple[str, Any, int]], hard: float, n: int) -> None:
    items, wanted = _items(told), dict.fromkeys(CATEGORIES[:3], 2 * n)
    found = sampled(items, wanted, hard)
    _holds(items, wanted, found)
    assert sampled(items[::-1], wanted, hard) == found


def test_of_single_plots_all_numbers_are_exact_and_difficulties_go_to_both_sides() -> None:
    items = _items([(CATEGORIES[n % 7], "hard" if n % 3 else "easy", n) for n in range(914)])
    found = sampled(items, quotas(480, PAPER), 0.6)
    known = {item.name: item for item in items}
    counts = Counter((known[name].category, half) for name, half in found.halves.items())
    assert all(
        counts[name, half] == (20 if name in PAPER else 40) for name in CATEGORIES for half in ("test", "reference")
    )
    hard = Counter(
        (known[name].category, half) for name, half in found.halves.items() if known[name].difficulty == "hard"
    )
    assert all(hard[name, "test"] == hard[name, "reference"] == (12 if name in PAPER else 24) for name in CATEGORIES)
    assert found.reasons == found.remarks == ()


def test_a_short_category_gives_its_even_number() -> None:
    items = _items([("bar", "easy", n) for n in range(7)])
    found = sampled(items, {"bar": 10}, 0.5)
    assert len(found.halves) == 6 and found.reasons == ("bar: 7 plots are there, and 10 are wanted",)
    assert found.remarks == ("bar: 0 of 6 plots are hard, and 3 are wanted; easy ones took their place",)


def test_a_cluster_fills_no_more_than_its_side() -> None:
    items = _items([("bar", "easy", 1)] * 9 + [("bar", "easy", 10 + n) for n in range(3)])
    found = sampled(items, {"bar": 8}, 0.0)
    assert len(found.halves) == 6, found
    assert found.reasons == ("bar: 6 plots, since others are equal to them but for their data",)


def test_what_was_drawn_keeps_its_side_when_more_are_wanted() -> None:
    items = _items([("bar", "hard" if n % 2 else "easy", n // 2) for n in range(60)])
    first = sampled(items, {"bar": 12}, 0.5)
    lost = sorted(first.halves)[0]
    rest = [item for item in items if item.name != lost]
    placed = {name: half for name, half in first.halves.items() if name != lost}
    again = sampled(rest, {"bar": 12}, 0.5, placed)
    assert placed.items() <= again.halves.items() and len(again.halves) == 12
    more = sampled(items, {"bar": 30}, 0.5, first.halves)
    assert first.halves.items() <= more.halves.items() and len(more.halves) == 30
    _holds(items, {"bar": 30}, more)


def _keys(code: str) -> tuple[str, str]:
    return keys_of(HEAD + code, drawn(code.replace("plt.savefig", "len")))


def test_plots_that_are_equal_but_for_their_data_are_one_cluster(clean_pages: None) -> None:
    bars = (
        "names = ['a', 'b', 'c']\nheld = {}\nplt.bar(names, held, color='{}')\nplt.title('{}')\nplt.savefig('{}.png')"
    )
    made = {
        "one": bars.format([3, 5, 9], "teal", "Rye", "one"),
        "other values": bars.format([2, 6, 8], "teal", "Rye", "two"),
        "other title": bars.format([2, 6, 8], "teal", "Oats", "three"),
        "other colour": bars.format([3, 5, 9], "tomato", "Barley", "four"),
        "other code": "for n, v in zip('abc', [4, 1, 7]): pass\nplt.bar(['a', 'b', 'c'], [4, 1, 7], color='teal')\n"
                      "plt.title('Rye')",
        "lines": "plt.plot([3, 5, 9])",
    }  # fmt: skip
    found = clusters_of({name: _keys(code) for name, code in made.items()})
    together = {name for name in made if found[name] == found["one"]}
    assert together == {"one", "other values", "other title", "other code"}


def test_code_without_data_keeps_its_looks(clean_pages: None) -> None:
    code = "plt.plot([1, 2, 3], [3.5, 8.5, 1.5], color='teal', linewidth=3)\nplt.title('Rain')"
    told = without_data(HEAD + code, drawn(code))
    assert "8.5" not in told and "Rain" not in told and "teal" in told and "linewidth=3" in told
