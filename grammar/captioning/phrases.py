"""What sections say beside what can be seen: reasons, questions, answers, leads, links, and how far findings go.

{subject} is what the section is about, {rows} a row of the table, {x} and {y} the axes of a figure, {lines} its series,
{name} the figure, {before} the one before it.
"""

from __future__ import annotations

REASONS = (
    "Whoever collects data on {rows}s pays for each measurement: if {subject} follows from another one, it need not be "
    "taken any more.",
    "Before {subject} is put into a model of {rows}s, it has to be known whether it goes along with other columns in a "
    "straight line, turns somewhere, or does neither.",
    "Somebody who sets a limit on {subject} should know what else is different beyond that limit.",
    "If {rows}s are to be compared fairly, {subject} may have to be held fixed; we look at what would be held fixed "
    "with it.",
    "We were asked which of the columns are worth collecting again for new {rows}s, beside {subject}.",
    "{subject} is often the first thing that is looked up about a new {rows}. We want to know what it already tells.",
)
"""Why a section is written: the goal of a paper."""
LEADS = (
    "This section asks what goes together with {subject}. We sum up {rows}s that have the same value, one question at "
    "a time, and read the answers off the figures.",
    "We describe what can be seen beside {subject} before we say what it may mean.",
    "Each figure below puts {subject} beside one other column.",
    "What follows is a look at {subject} from several sides.",
    "None of the figures below is a test; they show where one would pay.",
)
LEADS_OF_QUESTIONS = (
    "Several questions came up about the {rows}s. We take them one by one, and say what the figures show of each.",
    "This section collects what was asked about the {rows}s, with a figure for each question.",
)
WHETHER = (
    "Does {y} change with {x}?",
    "Is there a trend of {y} along {x}?",
    "If {x} matters at all, it should show in {y}. Does it?",
    "Can {y} be told from {x}, at least by its direction?",
)
"""Questions that a trend answers."""
YES = ("Yes: {told}", "Yes, {told}", "There is a clear direction: {told}", "The answer is yes, as {told}")
PARTLY = ("Only in part: {told}", "Not in one direction: {told}", "It depends on where one looks: {told}")
NO = ("Not that we could see: {told}", "Hardly, since {told}", "The answer is no: {told}")
AGREE = (
    "Do {lines} agree in how {y} changes?",
    "Does {y} go the same way for {lines}?",
    "The question is whether {lines} go the same way.",
    "Would one curve have been enough for {lines}?",
)
"""Questions that the trends of two series answer; each of these answers goes with each of them."""
SAME = ("As far as direction goes, yes: {told}", "The direction is the same: {told}", "In direction, yes: {told}")
APART = ("Not in direction: {told}", "No, and the difference is plain: {told}", "They part ways: {told}")
OPEN = (
    "The question here is how {y} changes with {x}.",
    "What {x} tells about {y} is not clear beforehand.",
    "We looked at {y} next, along {x}.",
    "{y} is what one would like to know from {x} alone.",
    "We turn to {y}, and what can be seen of it along {x}.",
)
"""What is looked at where no trend answers a question; none of them asks one."""
OPENINGS = (
    "{name} shows {axes}.",
    "{name} plots {axes}.",
    "To see this, we look at {axes} ({name}).",
    "In {name}, we plot {axes}.",
    "We drew {axes} in {name}.",
    "{name} has {axes}.",
)
MENTIONS = ("{told} ({name}).", "{told}, see {name}.", "{told}, as {name} shows.")
"""A finding with where it is seen; the last one goes with any."""
SAME_X = (
    "{before} shares its horizontal axis with {name}.",
    "The horizontal axis of {before} is kept in {name}.",
    "{before} and {name} can be read side by side, since {x} lies along both.",
    "Still along {x}, {name} follows {before} with another quantity.",
)
SAME_Y = (
    "What {before} is about is put beside something else in {name}.",
    "What {before} measures is looked at from another side in {name}.",
    "The vertical axis of {before} comes back in {name}, over another column.",
)
OTHER = (
    "{before} leaves open what else varies, to which we turn in {name}.",
    "After {before}, we go on to another quantity in {name}.",
    "{name} is about something that {before} does not show.",
    "Little of this could be guessed from {before}, hence {name}.",
)
HEDGES = (
    "The values behind a point are not equally many everywhere, so a small difference may well be chance.",
    "This is an association, and what brings it about cannot be told from these data.",
    "We did not test whether this would be found again in other {rows}s.",
    "Since places with very few {rows}s are left out, little can be said about the margins.",
    "Other properties of the {rows}s may be behind it, which we did not hold fixed.",
    "How far single {rows}s lie from these values, the figure does not tell.",
    "A finer grid might show more, and would rest on fewer {rows}s at each place.",
    "Whether that is large enough to act on is for others to say.",
    "It would be rash to go beyond the range that is drawn.",
)
FURTHER = (
    "As {name} further shows, {rest}",
    "Also in {name}, {rest}",
    "We return to {name}: {rest}",
    "There is more to {name}: {rest}",
    "Going over {name} once more, one sees that {rest}",
)
ENDS = (
    "Taken together, {names} make {subject} a reasonable place to look further. They describe these {rows}s and no "
    "others, and do not say what causes what.",
    "None of {names} settles the matter by itself. What they share is {subject}; whether it is the reason is open.",
    "Would {names} look alike for other {rows}s? Only new data can say.",
    "For a decision on {subject}, {names} are a beginning: they say where to look, and not what to do.",
)
ASIDES = (
    *(*REASONS, *LEADS, *LEADS_OF_QUESTIONS, *WHETHER, *AGREE, *OPEN),
    *(*SAME_X, *SAME_Y, *OTHER, *HEDGES, *ENDS),
)
"""All that says nothing that can be seen."""
BEFORE_FINDINGS = (*YES, *PARTLY, *NO, *SAME, *APART, *FURTHER)
"""What leads to a finding in one sentence with it."""
