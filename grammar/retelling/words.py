"""All sentences about figures of others, in the order in which they are said."""

from __future__ import annotations

from collections.abc import Sequence

from grammar.retelling.sentences import Sentence

_LOOKS = "[[ in {colour:colour}]][[, called {name:text} in the legend,]]"
_ERRORS = (
    "[[, with error bars of {y_error:place} up and down]][[, with error bars that reach {x_error:place} to both sides]]"
)
_OF_LYING = "[[, with error bars of {y_error:place} to both sides]]"
FIGURE = (
    Sentence(
        "figure",
        "size",
        "Draw a figure of {wide:number} by {high:number} inches with one panel.",
        "Make a figure of {wide:number} by {high:number} inches that has one panel.",
        (("count", 1),),
    ),
    Sentence(
        "figure",
        "size",
        "Draw a figure of {wide:number} by {high:number} inches with {count:int} panels, in {rows:int} rows and "
        "{columns:int} columns.",
        "Make a figure of {wide:number} by {high:number} inches for {count:int} panels, on a grid of {rows:int} rows "
        "and {columns:int} columns.",
    ),
    Sentence("figure", "title", "The whole figure is titled {title:text}.", "Title the whole figure {title:text}."),
)
PANEL = (
    Sentence(
        "panel",
        "cell",
        "A panel stands in row {row:int} and column {column:int}[[, over {row_span:int} rows]]"
        "[[, over {column_span:int} columns]].",
        "Fill the place in row {row:int} and column {column:int}[[, over {row_span:int} rows]]"
        "[[, over {column_span:int} columns]].",
    ),
    Sentence(
        "panel",
        "twin",
        "A vertical axis on its right has a scale of its own for what follows.",
        "Add a vertical axis on the right, with a scale of its own, for what follows.",
        (("beside", "twin"), ("shared", "x")),
    ),
    Sentence(
        "panel",
        "twin",
        "A horizontal axis above it has a scale of its own for what follows.",
        "Add a horizontal axis above, with a scale of its own, for what follows.",
        (("beside", "twin"), ("shared", "y")),
    ),
    Sentence(
        "panel",
        "inset",
        "Smaller axes stand within it for what follows.",
        "Add smaller axes within it for what follows.",
        (("beside", "inset"),),
    ),
)
WORDS = (
    Sentence("words", "projection", "Its axes are polar.", "Take polar axes.", (("projection", "polar"),)),
    Sentence("words", "projection", "Its axes stand in space.", "Take axes in space.", (("projection", "3d"),)),
    Sentence(
        "words",
        "stacked",
        "Bars with the same name stand on one another, in the order in which they are told.",
        "Stack bars with the same name, in the order in which they are told.",
        (("stacked", True),),
    ),
    Sentence("words", "title", "It is titled {title:text}.", "Title it {title:text}."),
    Sentence(
        "words", "xlabel", "Its horizontal axis is named {xlabel:text}.", "Label its horizontal axis {xlabel:text}."
    ),
    Sentence("words", "ylabel", "Its vertical axis is named {ylabel:text}.", "Label its vertical axis {ylabel:text}."),
    Sentence("words", "zlabel", "Its upright axis is named {zlabel:text}.", "Label its upright axis {zlabel:text}."),
    Sentence(
        "words",
        "log_x",
        "Its horizontal axis counts by logarithms.",
        "Give its horizontal axis a logarithmic scale.",
        (("log_x", True),),
    ),
    Sentence(
        "words",
        "log_y",
        "Its vertical axis counts by logarithms.",
        "Give its vertical axis a logarithmic scale.",
        (("log_y", True),),
    ),
    Sentence(
        "words",
        "window_x",
        "Its horizontal axis shows only what lies between {from_x:number} and {to_x:number}.",
        "Have its horizontal axis reach from {from_x:number} to {to_x:number}, and cut off what lies outside.",
    ),
    Sentence(
        "words",
        "window_y",
        "Its vertical axis shows only what lies between {from_y:number} and {to_y:number}.",
        "Have its vertical axis reach from {from_y:number} to {to_y:number}, and cut off what lies outside.",
    ),
    Sentence(
        "words",
        "colourbar",
        "A colour bar tells what the colours stand for[[, and is named {scale:text}]].",
        "Add a colour bar[[ and name it {scale:text}]].",
        (("colourbar", True),),
    ),
    Sentence(
        "words",
        "legend",
        "It has a legend[[ titled {legend_title:text}]].",
        "Add a legend[[ titled {legend_title:text}]].",
        (("has_legend", True),),
    ),
    Sentence("words", "notes", "Written on it is {notes:texts}.", "Write on it {notes:texts}."),
    Sentence(
        "words",
        "written",
        "Each value is written at its mark, with {decimals:int} decimals[[ and {ending:text} behind it]].",
        "Write each value at its mark, with {decimals:int} decimals[[ and {ending:text} behind it]].",
    ),
    Sentence(
        "words",
        "percent",
        "Each slice carries its percentage, with {percent:int} decimals[[ and {percent_ending:text} behind it]].",
        "Write its percentage on each slice, with {percent:int} decimals[[ and {percent_ending:text} behind it]].",
    ),
)
"""Of a panel, after its series."""
SERIES: Sequence[Sentence] = (
    Sentence(
        "series",
        "line",
        f"A line{_LOOKS} shows {{y:place}} over {{x:place}}{_ERRORS}.",
        f"Draw a line{_LOOKS} through the points that have {{x:place}} on the horizontal axis and {{y:place}} on the "
        f"vertical one{_ERRORS}.",
    ),
    Sentence(
        "series",
        "closed line",
        f"A line{_LOOKS} shows {{y:place}} over {{x:place}} and goes back to its first point.",
        f"Draw a line{_LOOKS} through the points that have {{x:place}} on the horizontal axis and {{y:place}} on the "
        "vertical one, and close it.",
    ),
    *(
        Sentence(
            "series",
            f"step {form}",
            f"Steps{_LOOKS} show {{y:place}} over {{x:place}}; {how}.",
            f"Draw steps{_LOOKS} for the values {{y:place}} at the places {{x:place}}; {how}.",
        )
        for form, how in (
            ("pre", "each value holds from the place before up to its own"),
            ("post", "each value holds from its place up to the next"),
            ("mid", "they change halfway between two places"),
        )
    ),
    Sentence(
        "series",
        "points",
        f"Points{_LOOKS} show {{y:place}} over {{x:place}}[[, their areas growing with {{size:place}}]]"
        f"[[, their colours on a scale by {{value:place}}]]{_ERRORS}.",
        f"Draw points{_LOOKS} with {{x:place}} on the horizontal axis and {{y:place}} on the vertical one"
        f"[[, their areas growing in proportion with {{size:place}}]][[, coloured on a scale by {{value:place}}]]"
        f"{_ERRORS}.",
    ),
    Sentence(
        "series",
        "stem",
        f"Stems{_LOOKS} show {{y:place}} over {{x:place}}.",
        f"Draw stems{_LOOKS} up to {{y:place}} at the places {{x:place}}.",
    ),
    Sentence(
        "series",
        "bar",
        f"Bars{_LOOKS} that stand show {{y:place}} for {{x:place}}[[, and begin at {{base:place}}]]{_ERRORS}.",
        f"Draw standing bars{_LOOKS} as high as {{y:place}}, one for each of {{x:place}}[[, from {{base:place}} up]]"
        f"{_ERRORS}.",
    ),
    Sentence(
        "series",
        "lying bar",
        f"Bars{_LOOKS} that lie show {{y:place}} for {{x:place}}[[, and begin at {{base:place}}]]{_OF_LYING}.",
        f"Draw lying bars{_LOOKS} as long as {{y:place}}, one for each of {{x:place}}[[, from {{base:place}} on]]"
        f"{_OF_LYING}.",
    ),
    Sentence(
        "series",
        "histogram",
        f"A histogram{_LOOKS} shows how many values of {{values:place}} lie in each of {{bins:int}} intervals of equal "
        "width between the lowest and the highest one.",
        f"Draw a histogram{_LOOKS} of {{values:place}} with {{bins:int}} intervals of equal width, from its lowest to "
        "its highest value.",
    ),
    Sentence(
        "series",
        "box",
        "Boxes show how {columns:columns} are spread[[, named {names:place}]], with a point for each outlier.",
        "Draw a box for each of {columns:columns}[[, named {names:place}]], with whiskers up to 1.5 times the "
        "interquartile range, and points for what lies further out.",
        (("outliers", True),),
    ),
    Sentence(
        "series",
        "box",
        "Boxes show how {columns:columns} are spread[[, named {names:place}]]; no value lies beyond their whiskers, or "
        "is shown there.",
        "Draw a box for each of {columns:columns}[[, named {names:place}]], with whiskers up to 1.5 times the "
        "interquartile range, and no points beyond them.",
        (("outliers", False),),
    ),
    Sentence(
        "series",
        "violin",
        "Violins show how {columns:columns} are spread[[, named {names:place}]], with the usual Gaussian kernels.",
        "Draw a violin for each of {columns:columns}[[, named {names:place}]], its density estimated with Gaussian "
        "kernels (bandwidth by Scott's rule).",
    ),
    Sentence(
        "series",
        "slice",
        "Slices of a pie show the shares of {values:place}[[, named {names:place}]].",
        "Draw a pie whose slices have the shares of {values:place}[[, labelled with {names:place}]].",
    ),
    Sentence(
        "series",
        "hole slice",
        "Slices of a ring show the shares of {values:place}[[, named {names:place}]].",
        "Draw a pie with a hole whose slices have the shares of {values:place}[[, labelled with {names:place}]].",
    ),
    *(
        Sentence(
            "series",
            "grid",
            f"Cells show the numbers of {{file:file}} on a scale of colours, {down} of the file from the top down"
            "[[; along the horizontal axis stand {x_names:place}]][[; along the vertical axis stand {y_names:place}]].",
            f"Draw the numbers of {{file:file}} as cells on a scale of colours, {down} of the file from the top down"
            "[[; along the horizontal axis write {x_names:place}]][[; along the vertical axis write {y_names:place}]].",
            (("way", way),),
        )
        for way, down in (("rows", "the rows"), ("columns", "the columns"))
    ),
    *(
        Sentence(
            "series",
            kind,
            f"{said} of the numbers of {{file:file}} stand at the levels {{levels:numbers}}; its columns count along "
            "the horizontal axis from 0, its rows along the vertical one.",
            f"Draw {said.lower()} of the numbers of {{file:file}} at the levels {{levels:numbers}}, with its columns "
            "along the horizontal axis and its rows along the vertical one, both counted from 0.",
        )
        for kind, said in (("contour", "Contour lines"), ("filled contour", "Filled contours"))
    ),
    Sentence(
        "series",
        "cells",
        "Hexagons show how many rows have which {x:place}, along the horizontal axis, and {y:place}, along the "
        "vertical one; {count:int} of them lie side by side.",
        "Bin the rows into hexagons by {x:place} (horizontal) and {y:place} (vertical), with a grid of {count:int} in "
        "horizontal direction, and colour each by its number of rows.",
    ),
    Sentence(
        "series",
        "area",
        f"An area{_LOOKS} is filled between {{low:place}} and {{y:place}} over {{x:place}}.",
        f"Fill the area{_LOOKS} between {{low:place}} and {{y:place}} at the places {{x:place}}.",
        (("lies", False),),
    ),
    Sentence(
        "series",
        "area",
        f"An area{_LOOKS} is filled from the horizontal axis up to {{y:place}} over {{x:place}}.",
        f"Fill the area{_LOOKS} between 0 and {{y:place}} at the places {{x:place}}.",
        (("lies", False),),
    ),
    Sentence(
        "series",
        "area",
        f"An area{_LOOKS} lies on the one before it, as high as {{y:place}} over {{x:place}}.",
        f"Stack an area{_LOOKS} on the one before it, as high as {{y:place}} over {{x:place}}.",
        (("lies", True),),
    ),
    Sentence(
        "series",
        "points in space",
        f"Points{_LOOKS} stand in space at {{x:place}}, {{y:place}} and, upright, {{z:place}}.",
        f"Draw points{_LOOKS} in space, with {{x:place}} on the first axis, {{y:place}} on the second and {{z:place}} "
        "on the upright one.",
    ),
    Sentence(
        "series",
        "line in space",
        f"A line{_LOOKS} leads in space through {{x:place}}, {{y:place}} and, upright, {{z:place}}.",
        f"Draw a line{_LOOKS} in space, with {{x:place}} on the first axis, {{y:place}} on the second and {{z:place}} "
        "on the upright one.",
    ),
    Sentence(
        "series",
        "bar in space",
        f"Bars{_LOOKS} stand in space at {{x:place}} and {{y:place}}, as high as {{z:place}}.",
        f"Draw bars{_LOOKS} in space as high as {{z:place}}, centred at {{x:place}} on the first axis and {{y:place}} "
        "on the second.",
    ),
    *(
        Sentence(
            "series",
            f"guide {axis}",
            f"A line{_LOOKS} goes {way} the panel at {{at:number}}.",
            f"Add a line{_LOOKS} {way} the panel at {{at:number}}.",
        )
        for axis, way in (("y", "across"), ("x", "up"))
    ),
    *(
        Sentence(
            "series",
            f"band {axis}",
            f"A band{_LOOKS} goes {way} the panel from {{low:number}} to {{high:number}}.",
            f"Add a band{_LOOKS} {way} the panel from {{low:number}} to {{high:number}}.",
        )
        for axis, way in (("y", "across"), ("x", "up"))
    ),
)
EVERY = (*FIGURE, *PANEL, *WORDS, *SERIES)
