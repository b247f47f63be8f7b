"""What plots know of what they draw, and how a figure is opened and named."""

import random

import pytest

from grammar.scene import Var
from grammar.steps import charts
from grammar.steps.templates import bare, lines_of


def series(preview: str, index_name: str | None = None) -> Var:
    return Var("figures", "series", 4, (), index_name, "grouped", preview)


@pytest.mark.parametrize(
    ("labels", "ascends", "numbers"),
    [
        (["2019", "2020", "2021", "2022"], True, True),
        (["9", "10", "11.5", "12"], True, True),
        (["2021-12", "2022-01", "2022-02", "2022-03"], True, False),
        (["2022-01", "2021-12", "2022-02", "2022-03"], False, False),
        (["9", "10", "8", "12"], False, True),
        (["9", "10", "11"], False, True),
        (["9", "10", "11", "North"], False, False),
    ],
)
def test_labels_are_read_off_the_preview(labels: list[str], ascends: bool, numbers: bool) -> None:
    shown = series("\n".join(["units", *(f"{label}  1.5" for label in labels)]), "units")
    assert (charts.ascends(shown), charts.has_numbers_for_labels(shown)) == (ascends, numbers)


@pytest.mark.parametrize(("preview", "found"), [("(9,), float64", 1), ("(9, 3), float64", 3), ("(9,), int64", 0)])
def test_dimensions_are_those_of_numbers(preview: str, found: int) -> None:
    assert charts.dimensions(Var("made", "array", 9, preview=f"[array of shape {preview}]")) == found


@pytest.mark.parametrize("style", range(4))
def test_a_figure_is_drawn_on_in_one_way_and_two_dollar_signs_are_no_formula(style: int) -> None:
    template = '{% call(on, to) canvas.figure("from $5 to $9", "in $") %}\n{{ on }}.plot({{ made }})\n{% endcall %}'
    lines = lines_of(template, {"made": bare("prices")}, random.Random(style))
    through, put = ("plt", "") if lines[0] == "plt.figure(figsize=(8, 5))" else ("ax", "set_")
    assert lines[0] in ("plt.figure(figsize=(8, 5))", "fig, ax = plt.subplots(figsize=(8, 5))")
    title, label = rf'{put}title("from \\$5 to \\$9")', f"{put}xlabel('in $')"
    assert lines[1:] == [f"{through}.plot(prices)", f"{through}.{title}", f"{through}.{label}"]
