"""What a wrong figure and the right one differ in."""

from typing import Any

from company.families.dialogues.stages.actions.drawn_otherwise import drawn_otherwise
from company.records import Result


def figure(line: float, last: float, name: str = "plot") -> Result:
    boxes = {"columns": ["name", "median"], "rows": [["rye", 3.0], ["oats", last]]}
    axes: dict[str, Any] = {"title": "Yield", "shows": {"guides": [["y", line]], "boxes": boxes}}
    return Result(name=name, type="plot", digest="0", shown="", facts={"axes": [axes]})


def test_both_sides_are_told_and_what_is_alike_is_not() -> None:
    told = drawn_otherwise([figure(4.0, 5.0)], [figure(6.0, 5.0)])
    assert told == {"shows": [{"shows": {"guides": [["y", 6]]}}], "should_show": [{"shows": {"guides": [["y", 4]]}}]}
    told = drawn_otherwise([figure(4.0, 5.0)], [figure(4.0, 7.0)])
    assert told["shows"] == [{"shows": {"boxes": {"rows": [["oats", 7]]}}}]


def test_nothing_is_told_where_nothing_differs_or_there_is_no_one_figure() -> None:
    assert drawn_otherwise([figure(4.0, 5.0)], [figure(4.0, 5.0)]) == {}
    assert drawn_otherwise([], [figure(4.0, 5.0)]) == {}
    assert drawn_otherwise([figure(4.0, 5.0)], [figure(1.0, 5.0), figure(2.0, 5.0)]) == {}
