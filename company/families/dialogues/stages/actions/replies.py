"""What staff are asked to reply with when they make the cases beyond plain code."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from company.families.dialogues.replies import unfenced
from company.families.dialogues.stages.actions.slips import Slip
from company.records import Frozen


class WrongVersion(Frozen):
    """The chatbot's answer as it would have been in a hurry."""

    message: str
    """One sentence that goes with the code."""
    code: str | None = None
    """The whole wrong code of the turn; None where nothing can believably go wrong."""
    kind: Slip | None = None
    """The kind of slip that it holds."""
    slip: str = ""
    """What is wrong with it, as a clause in the past tense that could follow "you"; it is kept for reviewers."""

    @field_validator("code")
    @classmethod
    def _is_one_program(cls, code: str | None) -> str | None:
        return None if code is None else unfenced(code)


class Feedback(Frozen):
    """The data scientist's words on a wrong answer."""

    message: str = Field(min_length=10)


class Reading(Frozen):
    """One thing that a query may mean."""

    text: str
    """What is taken to be meant, in a few words, such as "the median"."""
    code: str
    """The whole code of the turn, were this meant; it leaves its results in the variables that the brief names."""

    @field_validator("code")
    @classmethod
    def _is_one_program(cls, code: str) -> str:
        return unfenced(code)


class Clarified(Frozen):
    """A query that leaves something open, the question back, and the answer (paper, appendix G.3)."""

    query: str = ""
    """The query without the words that settled one thing; as it was where the chatbot really asked back."""
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


class Decision(Frozen):
    """A decision that hangs on where the line of a vague word is drawn (paper, appendix G.4)."""

    question: str
    """Asks for the decision, with the vague word in it and without saying where its line is."""
    word: str
    """The vague word, as it stands in the question."""
    source: str
    """The variable that it is decided on."""
    column: str
    """The column of numbers that the line runs through."""
    code: str
    """Defines `decision(line)`, which returns the decision as text, and the names of all that lead where several do."""
    assumption: str
    """The assumption as a sentence with `{line}` in it, such as "Count a wine as strong from {line} % on."."""

    @field_validator("code")
    @classmethod
    def _is_one_program(cls, code: str) -> str:
        return unfenced(code)


class Decisions(Frozen):
    """Several decisions, the one that suits the client best first; none where the table has nothing to decide."""

    decisions: tuple[Decision, ...] = ()


class Needed(Frozen):
    """Something that a query takes for granted of the data."""

    kind: Literal["column", "value", "period", "unit", "premise"]
    column: str = ""
    """The column that it is about: of a value, a period or a unit; for "column", the one that is needed."""
    name: str = ""
    """The value, the year or month as the data would write it, the unit, or what is presupposed, as a clause that goes
    on after "presupposes that"; empty for "column"."""
    code: str = ""
    """Of a premise: an expression that is true where it holds."""


class Diagnosed(Frozen):
    """A query that can be answered, leaves something open, or cannot be answered (paper, appendix G.2)."""

    query: str = ""
    """The whole query; empty where the given one cannot be changed as wanted."""
    columns: tuple[str, ...] = ()
    """Columns of the source that its code needs, by the names that the query uses."""
    readings: tuple[Reading, ...] = ()
    """What it may mean: one reading, or two where it leaves something open. Each code leaves its result in `result`."""
    open_points: tuple[tuple[str, str], ...] = ()
    """Two points that a reader could find left open, each by two alternatives, such as "the mean" and "the median"."""
    needs: tuple[Needed, ...] = ()
    """Two things that the query takes for granted and names."""
    lacking: int = 0
    """1-based position in `needs` of what the data does not hold; 0 where it holds both."""
