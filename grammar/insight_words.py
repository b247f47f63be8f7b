"""The words of questions about what a result means for a decision, and of the findings among which to choose.

Findings come with several wordings of different length that say the same; which is shown is drawn with the options.
"""

from __future__ import annotations

OPENERS = (
    "",
    "Before I report to {first}:",
    "I want to give {first} one sentence on this.",
    "For the summary,",
    "A quick check of the reading before we go on:",
    "",
    "{first} will want to hear this in plain words.",
    "One finding should go on the slide for {first}.",
)
LEADER = (
    ("which {of} has the highest {what}?", "The highest {what} is that of {value}."),
    ("which {of} comes first by {what}?", "The first by {what} is {value}."),
)
RUNNER_UP = (
    ("which {of} comes right behind the leader by {what}?", "The runner-up by {what} is {value}."),
    ("if the {of} with the highest {what} is ruled out, which one is next?", "Next comes {value}."),
)
LAST = (
    ("which {of} has the lowest {what}?", "The lowest {what} is that of {value}."),
    ("which {of} comes last by {what}?", "The last by {what} is {value}."),
)
GAP = (
    ("how far is the first {of} ahead of the second by {what}?", "The first is ahead of the second by {value}."),
    ("how large is the lead of the {of} with the highest {what}?", "Its lead over the next one is {value}."),
)
SPAN = (
    ("how far apart are the highest and the lowest {what}?", "They lie {value} apart."),
    ("how much does the {what} differ between the first and the last {of}?", "The difference is {value}."),
)
ABOVE = (
    (
        "take the plain average of these figures: for how many of the {many} does the {what} lie above it?",
        "{value} of them lie above the average.",
    ),
    (
        "if we kept only each {of} whose {what} lies above the plain average of these figures, how many would stay?",
        "{value} would stay.",
    ),
)
LEAD_CLAIMS = (
    "which {of} leads by {what}, and does it lead the next by more than a tenth of the next one's figure?",
    "which {of} is ahead by {what}, and is the lead over the next more than 10 %?",
)
CLEAR_LEAD = (
    "The leader is {label}, by more than a tenth.",
    "The one clearly ahead is {label}, by more than a tenth over the next.",
    "The lead belongs to {label}, and at more than a tenth over the next it is a clear one.",
)
NARROW_LEAD = (
    "The leader is {label}, by less than a tenth.",
    "The one ahead is {label}, but by less than a tenth over the next.",
    "The lead belongs to {label}, but at less than a tenth over the next it is a narrow one.",
)
SPREAD_CLAIMS = (
    "how many times the lowest {what} is the highest?",
    "how do the highest and the lowest {what} compare?",
)
TIMES = (1.02, 1.05, 1.1, 1.2, 1.35, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0)
Bands = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Wordings below all marks, between two, and above all."""
SPREAD: Bands = (
    (
        "The highest is less than {other} times the lowest.",
        "All lie within a factor of {other}.",
        "They are not far apart: even the highest stays below {other} times the lowest.",
    ),
    (
        "The highest is {one} to {other} times the lowest.",
        "They differ by a factor of {one} to {other}.",
        "From the lowest to the highest it takes a factor of at least {one}, but less than {other}.",
    ),
    (
        "The highest is more than {one} times the lowest.",
        "They differ by a factor beyond {one}.",
        "They are far apart: the highest comes to more than {one} times the lowest.",
    ),
)
SHAPE_CLAIMS = (
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
BAND_CLAIMS = (
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
PART_CLAIMS = ("how large a part of all {rows} is that?", "do {value} {rows} carry weight, out of all that we have?")
SHARES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 0.9, 0.95)
PARTS: Bands = (
    (
        "It is less than {other} of all {rows}.",
        "Less than {other}.",
        "Of all {rows} that the table has, it takes in less than {other}.",
    ),
    (
        "It is {one} to {other} of all {rows}.",
        "Between {one} and {other}.",
        "Of all {rows} that the table has, it takes in at least {one}, but less than {other}.",
    ),
    (
        "It is more than {one} of all {rows}.",
        "More than {one}.",
        "Of all {rows} that the table has, it takes in more than {one}.",
    ),
)
P_CLAIMS = ("how far can we rely on the result of the test?", "what does the test allow us to say?")
LEVELS = (1e-5, 1e-4, 0.001, 0.01, 0.05, 0.1, 0.2, 0.5)
P_VALUES: Bands = (
    (
        "The test shows {finding} even at the {other} level.",
        "Even at {other}, the test finds {finding}.",
        "We may claim {finding} with great confidence, as the test confirms it even at the strict level of {other}.",
    ),
    (
        "The test shows {finding} at the {one_above} level, but not at {one}.",
        "The test finds {finding} at {one_above}, not at {one}.",
        "We may claim {finding} at a significance level of {one_above}, though not at the stricter level of {one}.",
    ),
    (
        "The test does not show {finding}, not even at the {one} level.",
        "Not even at {one} does the test find {finding}.",
        "We may not claim {finding}, since the test falls short even at the generous level of {one}.",
    ),
)
FINDINGS = (
    (r"\b(normaltest|shapiro|jarque_bera|anderson)\b", "a departure from normality"),
    (r"\bchi2_contingency\b", "a link between the two"),
    (r"\b(pearsonr|spearmanr|kendalltau)\b", "a correlation"),
    (r"\b(ttest_\w+|mannwhitneyu|f_oneway|kruskal|ks_2samp|levene|bartlett|wilcoxon)\b", "a difference"),
)
"""What a test finds where it rejects, by how it is called in code."""
T_CLAIMS = (
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
RELATION_CLAIMS = (
    "how do {one} and {other} go together{here}? {scale}",
    "how much does {one} tell us about {other}{here}? {scale}",
    "can {one} stand in for {other}{here}? {scale}",
)
RELATION_SCALE = (
    "Call a correlation strong from 0.6 on and loose between 0.2 and 0.6, whatever its sign.",
    "A correlation below 0.2 either way counts as none, and one above 0.6 as strong.",
)
RELATION = (
    (
        (
            "They have a strong negative relation.",
            "The higher {other}, the lower {one}, and strongly so.",
            "There is a strong negative relation: high {other} nearly always comes with low {one}.",
        ),
        "{r} < -0.62",
    ),
    (
        (
            "They have a loose negative relation.",
            "The higher {other}, the lower {one}, but only loosely.",
            "There is a loose negative relation: high {other} often comes with low {one}, with many exceptions.",
        ),
        "-0.58 < {r} < -0.22",
    ),
    (
        (
            "They have no relation to speak of.",
            "High {other} says next to nothing about {one}.",
            "There is no relation along a straight line: high {other} comes with low {one} and with high {one} alike.",
        ),
        "-0.18 < {r} < 0.18",
    ),
    (
        (
            "They have a loose positive relation.",
            "The higher {other}, the higher {one}, but only loosely.",
            "There is a loose positive relation: high {other} often comes with high {one}, with many exceptions.",
        ),
        "0.22 < {r} < 0.58",
    ),
    (
        (
            "They have a strong positive relation.",
            "The higher {other}, the higher {one}, and strongly so.",
            "There is a strong positive relation: high {other} nearly always comes with high {one}.",
        ),
        "{r} > 0.62",
    ),
)
GROUP = (
    (
        "among these {rows}, which {group} has the highest mean {measure}?",
        "The highest mean {measure} is that of {value}.",
    ),
    ("which {group} comes first by mean {measure} in this selection?", "The first by mean {measure} is {value}."),
)
COMMON = (
    (
        "how much of this selection does the most common {group} make up?",
        "The most common {group} makes up {value} % of it.",
    ),
    (
        "does one {group} dominate these {rows}?",
        "The most common {group} has {value} % of them.",
    ),
    ("is this selection mostly of one {group}?", "Its most common {group} accounts for {value} %."),
)
AGAINST_CLAIMS = (
    "how does {measure} in this selection compare with all {rows}, by mean and by standard deviation?",
    "what sets the selected {rows} apart from all {rows} in {measure}, going by mean and standard deviation?",
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
)
COMMONNESS = (
    ("how common is {said} as the {of} among all {rows}?", "It is the {of} of {value} % of all {rows}."),
    (
        "before we build on the {of} {said}: what part of all {rows} does it stand for?",
        "It stands for {value} % of them.",
    ),
)
CLUSTER = (
    ("how large is the largest of the clusters?", "The largest cluster holds {value} % of all."),
    ("do the clusters split the {rows} evenly?", "The largest cluster takes {value} % of them."),
)
FREQUENT = (
    ("which of these is the most frequent {group} among all {rows}?", "The most frequent of them is {value}."),
    ("of these, which {group} is found most often among all {rows}?", "The one found most often is {value}."),
)
MODEL_CLAIMS = (
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
