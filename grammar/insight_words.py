"""The words of questions about what a result means for a decision, and of the findings among which to choose.

A finding is a course of action, or a statement whose meaning differs from the others': another direction, another
group, another strength. Each has several wordings of different length that say the same; which is shown is drawn.
"""

from __future__ import annotations

DECISIONS = (
    "{first} decides on this as a {job}:",
    "{first}, who is a {job}, has to act on it:",
    "For {first}'s decision as a {job}:",
)
"""Where the client's goal is about something else: who decides."""
LEAD_ASKS = (
    "going by the {what} of each {of}, where should {first} begin?",
    "what does the {what} by {of} mean for the choice?",
    "which {of} should {first} turn to first, by {what}?",
)
CLEAR_LEAD = (
    "Begin with {label}, which is more than a tenth ahead of every other.",
    "{label} comes first, and no other comes near it: the next one is more than a tenth behind.",
    "Begin with {label}: the next one lies more than a tenth behind it, which is more than a close race would show.",
)
SEVERAL_LEAD = (
    "Do not settle on one or two: at least three come first, less than a tenth apart.",
    "The first three or more are level, within a tenth, and only others fall behind.",
    "Leave the choice open among the first ones, as three of them or more lie within a tenth, and drop only the last.",
)
FLAT = (
    "Do not choose by {of}: from the first to the last it is less than a tenth.",
    "The {of} makes no difference that counts; all lie within a tenth of each other.",
    "Leave the {of} out of the decision, since even the first and the last are less than a tenth apart.",
)
GAP_ASKS = (
    "looking at the {what} of each {of}, is there one to be treated apart from the others?",
    "does any {of} call for a treatment of its own, by {what}?",
)
ABOVE_ALL = (
    "Treat {label} apart: it lies far above all others.",
    "{label} is a case of its own at the top; what lies between the others is small beside that.",
    "Only {label} stands out, and upwards: its lead takes up most of the way from the last to the first.",
)
BELOW_ALL = (
    "Treat {label} apart: it lies far below all others.",
    "{label} is a case of its own at the bottom; what lies between the others is small beside that.",
    "Only {label} stands out, and downwards: its lag takes up most of the way from the last to the first.",
)
NONE_APART = (
    "Treat them all alike: none lies far from its neighbours.",
    "No {of} stands out; from the first to the last it goes down in steps.",
    "Treat none of them apart, as the way from the first to the last is made of several steps and no single leap.",
)
MAJORITY_ASKS = (
    "how do the {rows} spread over the {many}, and whom should {first} plan for?",
    "can {first} plan for a single {of}, going by where the {rows} are?",
)
MAJORITY = (
    "Plan for {label} alone: more than half are there.",
    "{label} by itself makes up more than half.",
    "Plan for {label} first of all, since it alone has more than half of these {rows}.",
)
TWO_TOGETHER = (
    "Plan for {label} and {other}: together they pass half.",
    "Neither {label} nor {other} makes up half, but both together do.",
    "Plan for {label} and {other} together, since it takes both of them to have more than half of these {rows}.",
)
SCATTERED = (
    "Plan for several: even the two biggest stay below half.",
    "No two {many} together make up half.",
    "Plan for no one or two of them alone, since even the two biggest together have less than half of these {rows}.",
)
RELATION_ASKS = (
    "should {first} go by {one} to judge {other}? {scale}",
    "what does {one} tell {first} about {other}? {scale}",
    "can {first} let {one} stand in for {other}? {scale}",
)
RELATION_SCALES = (
    ("Call a correlation strong from 0.5 on and weak from 0.1 on, whatever its sign.", 0.1, 0.5),
    ("A correlation below 0.1 either way counts as none, and one above 0.3 as strong.", 0.1, 0.3),
    ("Take a correlation of 0.3 or more, either way, as strong, and one below 0.05 as none.", 0.05, 0.3),
    ("A correlation below 0.05 either way counts as none, and one above 0.2 as strong.", 0.05, 0.2),
)
"""What is called strong differs from field to field: where it begins to be weak, and where to be strong.

They lie low, as of two columns of a table, most tell little of each other.
"""
RELATION = (
    (
        (
            "No, not as it stands: where {one} is high, {other} is low, strongly so.",
            "Strongly, but the other way round: high {one} goes with low {other}.",
            "Only turned around: high {one} points to low {other}, and the relation is a strong one.",
        ),
        "strong",
        -1,
    ),
    (
        (
            "Hardly: high {one} goes with low {other}, and only weakly.",
            "A weak relation, and the other way round: high {one}, rather low {other}.",
            "At most as a hint, and turned around: high {one} points to low {other}, but with many exceptions.",
        ),
        "weak",
        -1,
    ),
    (
        (
            "No: {one} says next to nothing about {other}.",
            "Not at all, as the two go their own ways.",
            "No, since there is no relation along a line: with high {one}, {other} is high or low alike.",
        ),
        "none",
        0,
    ),
    (
        (
            "With care: high {one} goes with high {other}, but only weakly.",
            "A weak relation: high {one}, rather high {other}.",
            "At most as a hint: high {one} points to high {other}, but with many exceptions.",
        ),
        "weak",
        1,
    ),
    (
        (
            "Yes: where {one} is high, {other} is high, strongly so.",
            "Strongly, and in the same direction: high {one} goes with high {other}.",
            "Yes, as it stands: high {one} points to high {other}, and the relation is a strong one.",
        ),
        "strong",
        1,
    ),
)
"""Wordings, the strength, and the sign."""
CLOSEST_ASKS = (
    "to judge {target}{here}, which other measure should {first} go by, going by correlation of either sign?",
    "what tells {first} most about {target}{here}, if the strength of a correlation counts and its sign does not?",
    "which measure comes closest to standing in for {target}{here}, by the strength of its correlation?",
)
CLOSEST = (
    "Go by {label}: it tells more about {target} than the others.",
    "{label} says most about {target}, and is to be looked at first.",
    "Of all that could stand in for {target}, {label} is the one that is most closely related to it.",
)
PART_ASKS = (
    "do these {value} {rows} carry enough weight to act on, out of all that there are?",
    "how much of the whole would {first} reach with these {value} {rows}?",
)
PARTS = (
    (
        "A few exceptions only: fewer than one in twenty.",
        "Next to nothing, less than one {row} in twenty.",
        "They are exceptions, which no plan should be made for: not one {row} in twenty is among them.",
    ),
    (
        "A small part, but at least one in twenty and less than a quarter.",
        "More than exceptions, and still less than one in four.",
        "They are a small group of its own, more than exceptions, but less than a quarter of all {rows}.",
    ),
    (
        "A large minority: at least a quarter, but not half.",
        "One in four or more, and still not half.",
        "They are a large part, a quarter at least, though more of the {rows} are outside it than inside.",
    ),
    (
        "More than half, but less than nine in ten.",
        "The majority, though not nearly all.",
        "They are the greater part, so that a plan for them is one for most {rows}, but not for nearly all.",
    ),
    (
        "Nearly all: nine in ten or more.",
        "Practically the whole, with hardly one in ten left out.",
        "They are nearly everything, so that it hardly matters whether the plan is for them or for all {rows}.",
    ),
)
"""Between the shares of `PART_MARKS`, the smallest part first."""
PART_MARKS = (0.0, 0.05, 0.25, 0.5, 0.9, 1.0)
P_ASKS = (
    "may {first} act on {finding}, by this test?",
    "how far can {first} rely on {finding}, by this test?",
)
P_SCALE = " Call it proven below {sure}, likely below {likely}, and open below {open}, going by the p-value."
P_SCALES = ((0.001, 0.01, 0.1), (0.01, 0.05, 0.2), (0.05, 0.1, 0.2), (0.01, 0.1, 0.5))
P_FINDINGS = (
    (
        "Yes: {finding} is proven.",
        "{Finding} is certain enough to act on without more data.",
        "Act on {finding}: by this measure it is proven, and the test leaves no room for chance.",
    ),
    (
        "With some care: {finding} is likely.",
        "{Finding} is likely, though not proven.",
        "Act on {finding} where a mistake costs little, since it is likely and still not proven.",
    ),
    (
        "Not yet: whether there is {finding} stays open.",
        "{Finding} is neither likely nor to be ruled out by these data.",
        "Gather more data before acting: {finding} can neither be claimed nor dropped, and so stays open.",
    ),
    (
        "No: nothing here speaks for {finding}.",
        "The test gives no sign of {finding}.",
        "Act as if there were none: chance alone explains what looks like {finding}, and easily.",
    ),
)
"""From the surest to what nothing speaks for."""
FINDINGS = (
    (r"\b(normaltest|shapiro|jarque_bera|anderson)\b", "a departure from normality"),
    (r"\bchi2_contingency\b", "a link between the two"),
    (r"\b(pearsonr|spearmanr|kendalltau)\b", "a correlation"),
    (
        r"\b(ttest_\w+|mannwhitneyu|f_oneway|kruskal|ks_2samp|levene|bartlett|wilcoxon)\b",
        "the difference that was tested for",
    ),
)
"""What a test finds where it rejects, by how it is called in code."""
T_ASKS = (
    "which of {one} and {other} has the higher mean, and is the difference significant at the {level} level?",
    "at the {level} level, what may we say about the means of {one} and {other}?",
)
T_SURE = (
    "{first} has the higher mean, significantly so.",
    "{first} lies above {second}, and the difference is significant.",
    "The mean is higher for {first} than for {second}, by more than chance would readily explain at this level.",
)
T_UNSURE = (
    "{first} has the higher mean, but not significantly.",
    "{first} lies above {second}, yet the difference is not significant.",
    "The mean is higher for {first} than for {second}, but at this level chance may well explain the difference.",
)
AGAINST_ASKS = (
    "is {first} better off with this selection if {measure} matters, going by mean and standard deviation?",
    "what would {first} get in {measure} by keeping to the selected {rows}, going by mean and standard deviation?",
)
AGAINST = (
    (
        (
            "Higher on average, and more varied.",
            "The mean {measure} is higher than overall, and it varies more.",
            "The selection is higher in {measure} on average than all {rows} together, and it is less uniform.",
        ),
        ">",
        ">",
    ),
    (
        (
            "Higher on average, but less varied.",
            "The mean {measure} is higher than overall, but it varies less.",
            "The selection is higher in {measure} on average than all {rows} together, but it is more uniform.",
        ),
        ">",
        "<",
    ),
    (
        (
            "Lower on average, but more varied.",
            "The mean {measure} is lower than overall, but it varies more.",
            "The selection is lower in {measure} on average than all {rows} together, but it is less uniform.",
        ),
        "<",
        ">",
    ),
    (
        (
            "Lower on average, and less varied.",
            "The mean {measure} is lower than overall, and it varies less.",
            "The selection is lower in {measure} on average than all {rows} together, and it is more uniform.",
        ),
        "<",
        "<",
    ),
    (
        (
            "No difference that counts on average.",
            "The mean {measure} is about what it is overall.",
            "On average the selection is in {measure} what all {rows} are, so choosing it changes next to nothing.",
        ),
        "~",
        "",
    ),
)

SHAPE_ASKS = (
    "how are the values of {what} distributed? Outliers are those beyond the 1.5 IQR fences.",
    "is the mean a fair summary of {what}? Call values beyond the 1.5 IQR fences outliers.",
)
SHAPE = (
    (
        (
            "The mean lies clearly above the median, and there are outliers.",
            "High values pull the mean up, with outliers among all the values.",
            "The distribution leans to the right, so that the mean exceeds the median, and some values are outliers.",
        ),
        "> 0.08",
        "> 0",
    ),
    (
        (
            "The mean lies clearly above the median, without outliers.",
            "High values pull the mean up, though none is an outlier.",
            "The distribution leans to the right, so that the mean exceeds the median, but no value is an outlier.",
        ),
        "> 0.08",
        "== 0",
    ),
    (
        (
            "Mean and median nearly agree, but there are outliers.",
            "The distribution is balanced, with some outliers.",
            "The mean is about as high as the median, so neither side weighs more, yet some values are outliers.",
        ),
        "near",
        "> 0",
    ),
    (
        (
            "Mean and median nearly agree, and there are no outliers.",
            "The distribution is balanced, without outliers.",
            "The mean is about as high as the median, so neither side weighs more, and no value is an outlier.",
        ),
        "near",
        "== 0",
    ),
    (
        (
            "The mean lies clearly below the median, and there are outliers.",
            "Low values pull the mean down, with outliers among all the values.",
            "The distribution leans to the left, so that the mean falls short of the median, and some are outliers.",
        ),
        "< -0.08",
        "> 0",
    ),
    (
        (
            "The mean lies clearly below the median, without outliers.",
            "Low values pull the mean down, though none is an outlier.",
            "The distribution leans to the left, so that the mean falls short of the median, but none is an outlier.",
        ),
        "< -0.08",
        "== 0",
    ),
)
"""Wordings, how far the mean is from the median in standard deviations, and how many outliers there are."""
BAND_ASKS = (
    "where does this {what} of {value} stand among the {column} of all {rows}?",
    "is a {what} of {value} high or low, next to the {column} of all {rows}?",
)
BANDS = (
    (
        (
            "It is low, within the lowest quarter.",
            "Three quarters of the {rows} have more.",
            "It stands low: at least three in four {rows} lie above it.",
        ),
        None,
        0.25,
    ),
    (
        (
            "It is below the median, but above the lowest quarter.",
            "It lies in the second quarter from below.",
            "It is somewhat low: more than half of the {rows} lie above it, but not three quarters.",
        ),
        0.25,
        0.5,
    ),
    (
        (
            "It is above the median, but below the highest quarter.",
            "It lies in the third quarter from below.",
            "It is somewhat high: more than half of the {rows} lie below it, but not three quarters.",
        ),
        0.5,
        0.75,
    ),
    (
        (
            "It is high, within the highest quarter.",
            "Three quarters of the {rows} have less.",
            "It stands high: at least three in four {rows} lie below it.",
        ),
        0.75,
        None,
    ),
)
CLUSTER_ASKS = (
    "do the clusters split the {rows} into groups that {first} can treat as equals?",
    "how are the {rows} spread over the clusters, and what can {first} make of them?",
)
CLUSTERS = (
    (
        (
            "One cluster has more than half of all, so that the others are side issues.",
            "Most are in one cluster.",
            "Look at the biggest cluster first, since more than half of the {rows} are in it alone.",
        ),
        "{top} > 0.51",
    ),
    (
        (
            "No cluster has half, but the biggest is more than twice the smallest.",
            "They differ in size, without one that has half.",
            "Weigh the clusters by their size: none has half of the {rows}, yet the biggest has more than twice as "
            "many as the smallest.",
        ),
        "{top} < 0.49 and {top} > 2.05 * {low} and {low} > 0.052",
    ),
    (
        (
            "They are much alike in size, the biggest at most twice the smallest, and none with half.",
            "No cluster has half, and all are of like size.",
            "Treat the clusters as equals, since the biggest has at most twice as many {rows} as the smallest and none "
            "has half.",
        ),
        "{top} < 0.49 and {top} < 1.95 * {low}",
    ),
    (
        (
            "No cluster has half, and one is a handful of exceptions, fewer than one in twenty.",
            "One is tiny, under one in twenty, and none has half.",
            "Set the smallest cluster aside as exceptions: not one of twenty {rows} is in it, while no other has half.",
        ),
        "{top} < 0.49 and {low} < 0.048",
    ),
)
MODEL_ASKS = (
    "how does the prediction change with {one} and with {other}, the other one held fixed?",
    "which way do {one} and {other} move the prediction, each taken by itself?",
)
MODEL = (
    (("It rises with both.", "More {one} raises it, and so does more {other}.",
      "Whichever of {one} and {other} grows while the other is fixed, the prediction goes up."), ">", ">"),
    (("It rises with {one} and falls with {other}.", "More {one} raises it, more {other} lowers it.",
      "With {other} fixed, the prediction goes up as {one} grows, but with {one} fixed, down as {other} grows."),
     ">", "<"),
    (("It falls with {one} and rises with {other}.", "More {one} lowers it, more {other} raises it.",
      "With {other} fixed, the prediction goes down as {one} grows, but with {one} fixed, up as {other} grows."),
     "<", ">"),
    (("It falls with both.", "More {one} lowers it, and so does more {other}.",
      "Whichever of {one} and {other} grows while the other is fixed, the prediction goes down."), "<", "<"),
)  # fmt: skip
