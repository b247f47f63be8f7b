"""What can be told of earlier results by how they look: their numbers, their labels, and the columns they come from."""

from dataclasses import replace

import pytest

from grammar.scene import Var
from grammar.steps.earlier import columns_with_labels, elements, is_flat, measures_around, number_of, numbers_in
from tests.support.offered_steps import start


def seen(preview: str, **more: object) -> Var:
    return replace(Var("seen", "other", 0, preview=preview, table=start().table), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("preview", "held", "numbers"),
    [
        ("(1, 2.5)", (1, 2.5), [1.0, 2.5]),
        ("[1, 2.5]", (1, 2.5), [1.0, 2.5]),
        ("[1, True]", (1, True), []),
        ("{'a': 3, 'b': -1}", ("a", "b"), [3.0, -1.0]),
        ("{'a': True}", ("a",), []),
        ("['North', 'South']", ("North", "South"), []),
        ("Index['North']", ("North",), []),
        ("(1, 2, …)", (), []),
        ("<object>", (), []),
    ],
)
def test_what_a_small_result_holds(preview: str, held: tuple[object, ...], numbers: list[float]) -> None:
    assert numbers_in(seen(preview)) == numbers
    assert elements(seen(preview)) == held


def test_a_number_is_known_where_nothing_else_is_shown() -> None:
    assert number_of(seen("-1.5e-3")) == -0.0015
    assert number_of(seen("1.5 km")) is None


@pytest.mark.parametrize(
    ("preview", "flat"),
    [("[array of shape (240,), int64]", True), ("[array of shape (240,), float64]", False)],
)
def test_an_array_is_counted_where_it_holds_no_fractions(preview: str, flat: bool) -> None:
    assert is_flat(seen(preview)) is flat


def test_labels_lead_back_to_the_column_that_holds_them_and_others() -> None:
    assert columns_with_labels(seen("['North', 'South']")) == ["region"]
    assert columns_with_labels(seen("['yes', 'no']")) == []
    assert columns_with_labels(seen("['web', 'North']")) == []
    assert columns_with_labels(seen("", nature="grouped", index_name="region", rows=3)) == ["region"]
    assert columns_with_labels(seen("", nature="grouped", index_name="region", rows=4)) == []


def test_a_number_leads_back_to_the_measure_that_its_name_speaks_of() -> None:
    assert measures_around(seen("150.0", name="mean_price")) == ["price"]
    assert "price" in measures_around(seen("150.0", name="mean_value"))
    assert measures_around(seen("150.0", name="mean_margin")) == []
    assert measures_around(seen("150.0", name="price_ratio")) == []
