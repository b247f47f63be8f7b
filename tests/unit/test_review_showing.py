"""What a reviewer is shown: bounded, with nothing hidden, and what differs between two results."""

import pytest

from company.records import Result
from company.showing import Side, differences, hidden_in, result_view, shown
from company.showing.grids import CELL, COLUMNS, ROWS


def frame(rows, columns=("a", "b"), index=None, length=None, **changes):
    told = {
        "name": "found",
        "type": "dataframe",
        "shown": "text",
        "digest": repr((rows, columns, length)),
        "facts": {
            "rows": length or len(rows),
            "width": len(columns),
            "columns": list(columns),
            "index": list(range(len(rows))) if index is None else index,
            "head": rows,
        },
    }
    return Result(**{**told, **changes})


def between(old, new, figures=(None, None), tables=({}, {})):
    return differences(*(Side(*each) for each in zip((old, new), figures, tables, strict=True)))


def value(content, digest=None):
    return Result(
        name="found", type="value", shown=str(content), digest=digest or str(content), facts={"value": content}
    )


def plot(title, bars, digest):
    axes = {"title": title, "xlabel": "", "ylabel": "", "artists": {"bars": bars}}
    return Result(name="plot", type="plot", shown="plot", digest=digest, facts={"axes": [axes]})


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain\ttext\nof two lines, ünïcödé 数", None),
        ("admin\u202egpj.exe", "admin⟨U+202E⟩gpj.exe"),
        ("zero\u200bwidth\ufeff", "zero⟨U+200B⟩width⟨U+FEFF⟩"),
        ("\x1b[31mred\x00\r", "⟨U+001B⟩[31mred⟨U+0000⟩⟨U+000D⟩"),
        ("\U000e0041tag \u3164blank \u2028", "⟨U+E0041⟩tag ⟨U+3164⟩blank ⟨U+2028⟩"),
        ("<script>alert(1)</script>", None),
    ],
)
def test_nothing_hides_in_a_text(text, seen):
    assert str(shown(text)) == (seen or text)


def test_a_text_without_end_is_cut_and_says_so():
    whole = shown("x" * 10_000_000, 100)
    assert str(whole) == "x" * 100 + " … (9,999,900 more characters)"


def test_code_tells_where_something_hides():
    assert hidden_in("a = 1\nb = '\u202e'\n\tc = 2") == ("U+202E in line 2",)
    assert hidden_in("x" * 10_000) == ()
    assert len(hidden_in("\u200b\n" * 1_000)) == 10


def test_a_frame_is_a_grid_of_its_first_rows():
    view = result_view(frame([[1, "x"], [0.1 + 0.2, None]], length=89))
    assert view.grid is not None
    assert view.grid.columns == ("a", "b")
    assert [[cell.text for cell in row.cells] for row in view.grid.rows] == [["1", "x"], ["0.3", "—"]]
    assert view.grid.note == "89 rows × 2 columns; the first 2 are shown"


def test_cells_columns_and_rows_are_bounded():
    width = COLUMNS + 5
    rows = [["y" * 10_000_000, *range(width - 1)], *([list(range(width))] * (ROWS + 5))]
    wide = frame(rows, [f"c{n}" for n in range(width)])
    view = result_view(wide)
    assert view.grid is not None
    assert (len(view.grid.rows), len(view.grid.columns)) == (ROWS, COLUMNS)
    assert view.grid.rows[0].cells[0].text == "y" * CELL + f" … ({10_000_000 - CELL:,} more characters)"


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"rows": "many", "columns": [], "index": [], "head": []},
        {"rows": 1, "columns": ["a"], "index": [0], "head": [[1, 2, 3]]},
        {"rows": 1, "columns": 5, "index": None, "head": "<b>"},
        {"rows": 1, "columns": ["a"], "index": [0], "head": [7]},
    ],
)
def test_facts_that_lie_leave_the_text(facts):
    view = result_view(frame([], facts=facts))
    assert view.grid is None and str(view.text) == "text"


def test_other_kinds_are_grids_where_they_can_be():
    series = Result(
        name="s", type="series", shown="", digest="", facts={"length": 2, "name": "mean", "head": [["x", 1], ["y", 2]]}
    )
    view = result_view(series)
    assert view.grid is not None and view.grid.columns == ("mean",)
    assert [row.label for row in view.grid.rows] == ["x", "y"]
    nested = Result(name="d", type="dict", shown="{…}", digest="", facts={"length": 1, "items": [["k", [1, 2]]]})
    assert result_view(nested).grid is None


def test_cells_that_differ_are_marked_by_label():
    old = frame([[1, "x"], [2, "y"], [3, "z"]], index=["p", "q", "r"])
    new = frame([[3, "z"], [1, "w"], [9, "n"]], index=["r", "p", "s"])
    (found,) = between([old], [new])
    assert not found.same and found.grid is not None
    marked = {
        row.label: (row.mark, [(cell.text, cell.mark, cell.old) for cell in row.cells]) for row in found.grid.rows
    }
    assert marked["r"] == ("", [("3", "", ""), ("z", "", "")])
    assert marked["p"] == ("", [("1", "", ""), ("w", "changed", "x")])
    assert marked["s"] == ("added", [("9", "added", ""), ("n", "added", "")])
    assert marked["q"] == ("removed", [("2", "removed", ""), ("y", "removed", "")])
    assert found.sentence == "1 row added, 1 row removed, 1 cell changed"


def test_columns_that_come_and_go_are_marked():
    (found,) = between([frame([[1, 2]])], [frame([[1, 5]], columns=("a", "c"))])
    assert found.grid is not None
    assert list(zip(found.grid.columns, found.grid.marks, strict=True)) == [("a", ""), ("c", "added"), ("b", "removed")]
    assert found.sentence == "1 column added, 1 column removed"


def test_labels_that_come_twice_go_by_order():
    old, new = frame([[1, 1], [2, 2]], index=["p", "p"]), frame([[1, 1], [2, 3]], index=["p", "p"])
    (found,) = between([old], [new])
    assert found.sentence == "1 cell changed"


def test_a_difference_beyond_what_is_shown_is_not_called_the_same():
    old, new = frame([[1, 1]], length=50), frame([[1, 1]], length=50, digest="another")
    (found,) = between([old], [new])
    assert not found.same and "further down" in found.sentence
    (found,) = between([value(1, "p")], [value(1, "q")])
    assert not found.same and found.sentence == "another beyond what is shown"


def test_values_types_plots_and_what_is_new_or_gone():
    (same,) = between([value(1)], [value(1)])
    assert same.same
    (other,) = between([value(1)], [value(2)])
    assert (other.sentence, str(other.old.text), str(other.new.text)) == ("another value", "1", "2")
    (kind,) = between([value(1)], [frame([[1, 2]])])
    assert kind.sentence == "it was a value and is a dataframe"
    (drawn,) = between([plot("Old", 3, "p")], [plot("New", 4, "q")], (1, 2))
    assert (drawn.old.figure, drawn.new.figure) == (1, 2)
    assert drawn.facts == (("title", "Old", "New"), ("drawn", "3 bars", "4 bars"))
    gone = between([value(1)], [plot("t", 1, "p")])
    assert [(each.name, each.sentence) for each in gone] == [("plot", "new"), ("found", "gone")]


def of(frame_, **more):
    import pandas as pd

    from company.results.cells import read_cells, write_cells

    whole = pd.DataFrame(frame_, **more)
    head, cells = whole.head(5), read_cells(write_cells(whole))
    return frame(head.to_numpy().tolist(), list(whole.columns), list(head.index), len(whole), digest=str(frame_)), cells


def told(old, new):
    (one, before), (other, after) = old, new
    (found,) = between([one], [other], tables=({"found": before}, {"found": after}))
    return found


def test_a_whole_table_is_compared_and_rows_that_differ_are_shown():
    old = {"a": list(range(100)), "b": ["x"] * 100}
    new = {"a": [*range(70), -1, *range(71, 100)], "b": ["x"] * 99 + ["y"]}
    found = told(of(old), of(new))
    assert found.sentence == "2 cells changed in 2 rows"
    assert [row.label for row in found.grid.rows] == ["70", "99"]
    assert found.grid.note == "100 rows × 2 columns; 2 rows differ"
    assert len(found.new.grid.rows) == ROWS


def test_rows_that_only_moved_are_called_so():
    found = told(of({"a": [1, 2, 3]}, index=["p", "q", "r"]), of({"a": [3, 1, 2]}, index=["r", "p", "q"]))
    assert found.sentence == "rows in another order"
    found = told(of({"a": [1, 2]}, index=["p", "q"]), of({"a": [1]}, index=["p"]))
    assert found.sentence == "1 row removed"
    found = told(of({"a": [1, 2]}), of({"a": ["1", "2"]}))
    assert "other kinds of values" in found.sentence


@pytest.mark.thorough
def test_more_rows_than_can_be_compared_are_told():
    from company.results.cells import ROWS as COMPARED

    rows = COMPARED + 5
    found = told(of({"a": [1] * rows}), of({"a": [2] * rows}))
    assert found.grid.note.endswith(f"the first {COMPARED:,} rows were compared") and len(found.grid.rows) == ROWS


def test_of_many_columns_those_that_are_the_same_are_left_out():
    old = {f"c{n}": [1, 2] for n in range(10)}
    found = told(of(old), of({**old, "c7": [1, 3], "d": [0, 0]}))
    assert found.grid.columns == ("c7", "d") and len(found.grid.rows[0].cells) == 2
    assert found.grid.note == "2 rows × 11 columns; 9 columns left out that are the same"
