"""What staff are asked to reply with when they make the cases beyond plain code."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from company.families.dialogues.programs import Program
from company.families.dialogues.stages.actions.slips import PublicSlip, Slip
from company.records import Frozen


class WrongVersion(Frozen):
    """The chatbot's answer as it would have been in a hurry."""

    message: str
    """One sentence that goes with the code."""
    code: Program | None = None
    """The whole wrong code of the turn; None where nothing can believably go wrong."""
    kind: Slip | None = None
    """The kind of slip that it holds."""
    slip: str = ""
    """What is wrong with it, as a clause in the past tense that could follow "you"; it is kept for reviewers."""


class PublicWrongVersion(WrongVersion):
    """The same where there is no library of which a rule could be missed."""

    kind: PublicSlip | None = None
    """The kind of slip that it holds."""


class Feedback(Frozen):
    """The data scientist's words on a wrong answer."""

    message: str = Field(min_length=10)


class Reading(Frozen):
    """One thing that a query may mean."""

    text: str
    """What is taken to be meant, in a few words, such as "the median"."""
    code: Program
    """The whole code of the turn, were this meant; it leaves its results in the variables that the brief names."""


LeftOpen = Literal["measure", "group", "time", "statistic", "method", "order", "number", "threshold"]
"""What a query can leave open: which figure, which groups or part of the rows, which time, and so on."""


class Clarified(Frozen):
    """A query that leaves something open, the question back, and the answer."""

    query: str = ""
    """The query without the words that settled one thing; as it was where the chatbot really asked back."""
    open: LeftOpen = "statistic"
    """What the query leaves open."""
    taken_out: str = ""
    """The words that settled it, exactly as they stand in the given query."""
    question: str = ""
    """What the chatbot asks back."""
    answer: str = ""
    """The answer, which brings the words back that were taken out."""
    meant: str = ""
    """What the answer says is meant, in a few words, such as "the mean"."""
    readings: tuple[Reading, ...] = ()
    """One to three other things that the vague query could mean; none where there is nothing to leave open."""


class Limits(Frozen):
    """One reading of a vague word: where in a column it begins and ends, both included."""

    said: str
    """As a person says it, with its limits in digits, such as "20 to 40 years" or "1200 euros or more"."""
    low: float | None = None
    """None: it has no lower limit."""
    high: float | None = None
    """None: it has no upper limit."""

    @model_validator(mode="after")
    def _holds_something(self) -> Self:
        if self.low is None and self.high is None:
            raise ValueError("low, high: give at least one of them, as a number")
        if self.low is not None and self.high is not None and self.low >= self.high:
            raise ValueError(f"low, high: {self.low:g} is not below {self.high:g}")
        return self


class Decision(Frozen):
    """A decision that hangs on what a vague word means, and what people of the field take it to mean."""

    question: str
    """Asks for the decision, with the vague word in it and without saying what it means."""
    word: str
    """The vague word, as it stands in the question."""
    side: Literal["high", "low", "middle"]
    """Where in the column it lies: "expensive" is high, "young" is low."""
    source: str
    """The data frame that it is decided on; the question names it, unless it is the whole table."""
    column: str
    """The column of numbers that the word speaks of."""
    code: str
    """Defines `decision(low, high)`, which returns the decision as text, and None where nobody or several lead."""
    alternatives: tuple[str, ...] = Field(default=(), max_length=3)
    """For other ways to read the question, such as a share of each group or of all rows: `decision` once more each."""
    assumption: str
    """The assumption as a sentence with `{reading}` in it, such as "Take customers aged {reading} as young."."""
    readings: tuple[Limits, ...] = Field(max_length=6)
    """Two to six readings of the word that people of the field would hold, of one form."""
    others: tuple[Limits, ...] = Field(default=(), max_length=8)
    """Up to four that nobody in the field would hold; further ones are drawn over the column."""


class Decisions(Frozen):
    """Several decisions, the one that suits the client best first; none where the table has nothing to decide."""

    decisions: tuple[Decision, ...] = ()


class Meaning(Frozen):
    """One sense of a vague word."""

    text: str = Field(min_length=1)
    """What is meant, in a few words, such as "the median" or "at least 30"."""
    value: str
    """A Python expression that stands for it in the code, such as `"median"` or `30`."""


class Vague(Frozen):
    """A vague word of a query, which a person of the field could take in several senses."""

    word: str = Field(min_length=1)
    """As it stands in the query."""
    meanings: tuple[Meaning, ...] = Field(min_length=2, max_length=4)
    """Two to four senses, of which two are offered."""


Pair = tuple[int, int]
"""The places of two meanings of a vague word, from 0."""


class Proposed(Frozen):
    """A query on which group is in front, written without knowing whether it can be answered."""

    query: str = Field(min_length=1)
    takes: tuple[int, int]
    """The numbers of the two claims that it takes for granted."""
    points: tuple[Vague, Vague]
    code: Program
    """Leaves in `figures` a Series with one figure for each group; the senses of the vague words are `first`, `second`.
    """
    wanted: Literal["highest", "lowest"]
    """Which of the figures is asked for."""

    def offering(self, senses: tuple[Pair, Pair]) -> Self:
        """Return the query with two meanings of each of its words: those at these places, from 0."""
        points = [
            point.model_copy(update={"meanings": tuple(point.meanings[place] for place in pair)})
            for point, pair in zip(self.points, senses, strict=True)
        ]
        return self.model_copy(update={"points": tuple(points)})


class Diagnosed(Frozen):
    """Several such queries; none where the frame has nothing to ask about."""

    queries: tuple[Proposed, ...] = ()
