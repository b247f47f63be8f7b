"""The words of questions about a figure."""

from __future__ import annotations

OPENERS = (
    "Looking at the figure you just drew,",
    "Going by the chart,",
    "{first} will see this chart on a slide.",
    "From the picture alone,",
    "Before I show the figure to {first}:",
    "Reading it off the plot,",
)
HIGHEST = (
    "which bar is the {rank}highest?",
    "which {of} has the {rank}highest bar?",
    "whose bar is the {rank}highest?",
)
LOWEST = ("which bar is the lowest?", "which {of} has the shortest bar?")
GAP = (
    "by about how much does the highest bar exceed the second highest?",
    "how large is the gap between the highest bar and the one after it?",
)
SPAN = (
    "how far is it from the lowest bar to the highest?",
    "what is the distance between the highest bar and the lowest?",
)
ABOVE = ("how many bars reach beyond {at}?", "how many of the bars are above {at}?")
SERIES = (
    "which {of} has the highest bar among those of {series}?",
    "looking only at the bars of {series}, which {of} comes first?",
)
BIN = ("which interval holds the {rank}most values?", "between which two values does the {rank}highest bar lie?")
BINS_ABOVE = ("how many of the intervals hold more than {at} values?", "how many bars of the histogram go beyond {at}?")
BARS_ABOVE = (
    "how many bars of the histogram go beyond {at}?",
    "how many of the histogram's bars are higher than {at}?",
)
MEDIAN = ("which {of} has the {rank}highest median?", "whose median line lies {rank}highest?")
WIDEST = ("which {of} has the widest box?", "for which {of} does the middle half of the values spread the most?")
MEDIAN_AT = ("at about which value does the median{of} lie?", "about where is the middle line of the box{of}?")
TWO_BOXES = (
    "how do the boxes of {one} and {other} compare, by median and by width?",
    "which of {one} and {other} lies higher by its median line, and which is spread more widely by its box?",
)
TWO_BOXES_SAID = {
    True: (
        "{higher} has both the higher median and the wider box.",
        "{higher} lies higher, and spreads more.",
        "The median line of {higher} is above that of {lower}, and the middle half of its values spreads more widely.",
    ),
    False: (
        "{higher} has the higher median, but {wider} the wider box.",
        "{higher} lies higher, but {wider} spreads more.",
        "The median line of {higher} is above that of {wider}, but the middle half of its values spreads less widely.",
    ),
}
"""Wordings, by whether the higher one is the wider one."""
SLICE = ("which slice is the {rank}biggest?", "which {of} takes the {rank}biggest part of the pie?")
SMALLEST = ("which slice is the smallest?", "which {of} has the smallest part of the pie?")
SHARE = (
    "about what percentage does the biggest slice take?",
    "what share of the whole, in percent, is the biggest slice?",
)
PEAK = ("at which {x} does the line{of} have its highest point?", "at which {x} does the line{of} peak?")
TROUGH = ("at which {x} does the line{of} have its lowest point?", "at which {x} is the line{of} lowest?")
COURSE = (
    "how does the line{of} go on these two stretches, each from its first place to its last?",
    "which account of the line{of} is true, if each stretch is judged by its two ends?",
)
COURSES = {
    (True, True): (
        "It rises from {one}, and again from {other}.",
        "Up from {one}, up from {other}.",
        "It ends higher than it begins on both stretches, that is, from {one} and from {other}.",
    ),
    (True, False): (
        "It rises from {one}, but falls from {other}.",
        "Up from {one}, down from {other}.",
        "From {one} it ends higher than it begins, but on the later stretch, from {other}, lower.",
    ),
    (False, True): (
        "It falls from {one}, but rises from {other}.",
        "Down from {one}, up from {other}.",
        "From {one} it ends lower than it begins, but on the later stretch, from {other}, higher.",
    ),
    (False, False): (
        "It falls from {one}, and again from {other}.",
        "Down from {one}, down from {other}.",
        "It ends lower than it begins on both stretches, that is, from {one} and from {other}.",
    ),
}
"""Wordings, by whether it rises on the first and on the second stretch."""
ENDS = ("which line ends {rank}highest?", "at the right end, which line is the {rank}highest?")
RELATION = (
    "what does the cloud of points say about {one} and {other}?",
    "do {one} and {other} go together, along a straight line?",
)
RELATIONS = (
    (
        (
            "they have a strong negative relation.",
            "the higher {other}, the lower {one}, and strongly so.",
            "there is a strong negative relation: the points keep close to a line that goes down to the right.",
        ),
        "{r} < -0.7",
    ),
    (
        (
            "they have a loose negative relation.",
            "the higher {other}, the lower {one}, but only loosely.",
            "there is a loose negative relation: the points drift down to the right, but scatter widely.",
        ),
        "-0.6 < {r} < -0.3",
    ),
    (
        (
            "they have no relation to speak of.",
            "high {other} says next to nothing about {one}.",
            "there is no relation along a line: the points drift neither up nor down to the right.",
        ),
        "-0.15 < {r} < 0.15",
    ),
    (
        (
            "they have a loose positive relation.",
            "the higher {other}, the higher {one}, but only loosely.",
            "there is a loose positive relation: the points drift up to the right, but scatter widely.",
        ),
        "0.3 < {r} < 0.6",
    ),
    (
        (
            "they have a strong positive relation.",
            "the higher {other}, the higher {one}, and strongly so.",
            "there is a strong positive relation: the points keep close to a line that goes up to the right.",
        ),
        "{r} > 0.7",
    ),
)
TOP_POINT = ("at about which {x} does the highest point lie?", "about what is the {x} of the highest point?")
CELL = ("which pair has the {rank}highest value in the grid?", "in which cell is the {rank}highest value?")
CELL_LOW = ("which pair has the lowest value in the grid?", "in which cell is the lowest value?")
RANKS = {0: "", 1: "second ", 2: "third "}
