"""The words of questions about what a result means for a decision, and of the findings among which to choose."""

from __future__ import annotations

OPENERS = (
    "{first} needs to act on this result.",
    "Before I report to {first}:",
    "For the decision that {first} has to take,",
    "I want to give {first} one sentence on this.",
    "{first} asks what to make of `{name}`.",
    "With `{name}` on the table,",
    "This goes into the summary for {first}.",
    "Let us pin down what this means for {first}.",
)
LEADER = (
    ("which one should come first by {what}?", "{value} stands out with the highest {what}, so start there"),
    ("where is {what} the highest?", "{value} leads in {what} and deserves the first look"),
)
RUNNER_UP = (
    ("which one comes right behind the leader by {what}?", "{value} is the runner-up in {what}"),
    ("if the leader in {what} is not available, which one is next?", "{value} is the next best by {what}"),
)
LAST = (
    ("which one trails the others by {what}?", "{value} comes last in {what}, so little is to be expected there"),
    ("where is {what} the lowest?", "{value} has the lowest {what}"),
)
GAP = (
    ("how clear is the lead in {what}?", "The leader in {what} is {value} ahead of the next"),
    ("by how much does the first exceed the second in {what}?", "In {what}, the first exceeds the second by {value}"),
)
SPAN = (
    ("how far apart are the extremes of {what}?", "From the lowest to the highest, {what} spans {value}"),
    ("how much is at stake between the best and the worst in {what}?", "Best and worst in {what} lie {value} apart"),
)
ABOVE = (
    ("how many of them beat the average of {what}?", "{value} of them lie above the average of {what}"),
    ("how many would remain if only those above the mean of {what} were kept?", "{value} of them would remain"),
)
LEAD_CLAIMS = ("which finding on {what} holds?", "which statement about {what} can be put in the report?")
SPREAD_CLAIMS = ("how different are they in {what}, all in all?", "does it matter which one is taken, going by {what}?")
TIMES = (1.02, 1.05, 1.1, 1.2, 1.35, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0)
SPREAD = (
    "The highest of {what} is less than {other} times the lowest",
    "The highest of {what} is {one} to {other} times the lowest",
    "The highest of {what} is {one} times the lowest or more",
)
"""Below all marks, between two, and above all."""
SHAPE_CLAIMS = ("what should be kept in mind about the values of {what}?", "how are the values of {what} distributed?")
SHAPE = (
    ("A few large values pull the mean of {what} above its median, and some lie beyond the 1.5 IQR fences", ">", ">"),
    ("The mean of {what} exceeds its median, yet no value lies beyond the 1.5 IQR fences", ">", "=="),
    ("The mean of {what} does not exceed its median, though some values lie beyond the 1.5 IQR fences", "<=", ">"),
    ("The mean of {what} does not exceed its median, and no value lies beyond the 1.5 IQR fences", "<=", "=="),
)
BAND_CLAIMS = ("how does this {what} compare with the column `{column}` of the whole table?",)
BANDS = (
    ("It lies within the lowest quarter of `{column}` in the whole table", None, 0.25),
    ("It lies in the second quarter of `{column}` in the whole table, below its median", 0.25, 0.5),
    ("It lies in the third quarter of `{column}` in the whole table, at or above its median", 0.5, 0.75),
    ("It lies within the highest quarter of `{column}` in the whole table", 0.75, None),
)
PART_CLAIMS = ("how much of the whole table is that?", "is this a large part of the table?")
SHARES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 0.9, 0.95)
PARTS = (
    "It is less than {other} of all {rows}",
    "It is between {one} and {other} of all {rows}",
    "It is {one} of all {rows} or more",
)
P_CLAIMS = ("how far can the result of the test be relied on?", "what does the test allow us to say?")
LEVELS = (1e-200, 1e-150, 1e-100, 1e-70, 1e-50, 1e-30, 1e-20, 1e-10, 1e-6, 1e-4, 1e-3, 0.01, 0.05, 0.1, 0.2, 0.5)
P_VALUES = (
    "The null hypothesis is rejected even at the level {other}",
    "The null hypothesis is rejected at the level {other}, but not at {one}",
    "The null hypothesis is not rejected, not even at the level {one}",
)
RELATION_CLAIMS = (
    "how do {one} and {other} go together in these {rows}?",
    "can {one} tell us something about {other}?",
)
RELATION = (
    ("{One} falls clearly as {other} grows (correlation below -0.6)", "{r} < -0.6"),
    ("{One} tends to fall as {other} grows, but loosely (correlation from -0.6 to -0.2)", "-0.6 <= {r} < -0.2"),
    ("{One} and {other} hardly go together (correlation between -0.2 and 0.2)", "-0.2 <= {r} <= 0.2"),
    ("{One} tends to grow with {other}, but loosely (correlation from 0.2 to 0.6)", "0.2 < {r} <= 0.6"),
    ("{One} grows clearly with {other} (correlation above 0.6)", "{r} > 0.6"),
)
GROUP = (
    ("within these rows, which {group} has the highest mean {measure}?", "{value} has the highest mean {measure} here"),
    (
        "which {group} should be looked at first for its mean {measure}?",
        "{value} leads by mean {measure}, so look there first",
    ),
)
COMMON = (
    (
        "what part of these rows does the most common {group} make up?",
        "The most common {group} makes up {value} % of the rows",
    ),
)
AGAINST_CLAIMS = ("how do these rows differ from the whole table in {measure}?",)
AGAINST = (
    ("Their mean {measure} is above that of the whole table, and they spread more widely", ">", ">"),
    ("Their mean {measure} is above that of the whole table, and they spread no more widely", ">", "<="),
    ("Their mean {measure} is not above that of the whole table, but they spread more widely", "<=", ">"),
    ("Their mean {measure} is not above that of the whole table, and they spread no more widely", "<=", "<="),
)
COMMONNESS = (
    ("how common is it in the whole table?", "In the whole table, it is found in {value} % of the {rows}"),
    ("how much of the table does this stand for?", "It stands for {value} % of all {rows}"),
)
CLUSTER = (
    ("how much does the biggest of these groups hold?", "The biggest of the groups holds {value} % of all"),
    ("do the labels split the rows evenly?", "The most frequent label is that of {value} % of the rows"),
)
FREQUENT = (
    (
        "which of these is the most frequent in the whole table?",
        "{value} is the most frequent of them in the whole table",
    ),
)
TWO_CLAIMS = ("how do the first two columns of `{name}` compare?",)
TWO = (
    ("The first column has the higher mean and spreads more", ">", ">"),
    ("The first column has the higher mean, but does not spread more", ">", "<="),
    ("The first column does not have the higher mean, but spreads more", "<=", ">"),
    ("The first column neither has the higher mean nor spreads more", "<=", "<="),
)
