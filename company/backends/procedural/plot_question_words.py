"""The words of questions about a figure."""

from __future__ import annotations

OPENERS = (
    "Looking at the figure you just drew,",
    "Going by the chart,",
    "In this figure,",
    "From the picture alone,",
    "As {first} will see this chart on a slide:",
    "Before I show the figure to {first}:",
    "Reading it off the plot,",
    "Let us read the chart together:",
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
MEDIAN = ("which {of} has the {rank}highest median?", "whose median line lies {rank}highest?")
WIDEST = ("which {of} has the widest box?", "for which {of} does the middle half of the values spread the most?")
MEDIAN_AT = ("at about which value does the median{of} lie?", "about where is the middle line of the box{of}?")
TWO_BOXES = (
    "what do the boxes of {one} and {other} tell?",
    "how do {one} and {other} compare, by the lines and the boxes?",
)
SLICE = ("which slice is the {rank}biggest?", "which {of} takes the {rank}biggest part of the pie?")
SMALLEST = ("which slice is the smallest?", "which {of} has the smallest part of the pie?")
SHARE = (
    "about what percentage does the biggest slice take?",
    "what share of the whole, in percent, is the biggest slice?",
)
PEAK = ("where does the line{of} have its highest point?", "at which place does the line{of} peak?")
TROUGH = ("where does the line{of} have its lowest point?", "at which place is the line{of} lowest?")
COURSE = ("how does the line{of} go between these places?", "which account of the line{of} is true?")
ENDS = ("which line ends {rank}highest?", "at the right end, which line is the {rank}highest?")
RELATION = ("what do the points say about how the two go together?", "which reading of the cloud of points is right?")
TOP_POINT = ("about where on the horizontal axis does the highest point lie?",)
CELL = ("which pair has the {rank}highest value in the grid?", "in which cell is the {rank}highest value?")
CELL_LOW = ("which pair has the lowest value in the grid?", "in which cell is the lowest value?")
RANKS = {0: "", 1: "second ", 2: "third "}
