"""What staff are asked to reply with; the schema in a prompt is made from the type that reads the reply."""

from __future__ import annotations

import keyword

from pydantic import Field, field_validator, model_validator

from company.families.dialogues.programs import Program, unfenced
from company.families.dialogues.records import Question
from company.records import Frozen, Intent

PROPOSED = (2, 4)
"""How many scenarios a client proposes, at least and at most."""
REFINED = (1, 3)
"""How many versions of the scenario that was taken up a client gives, at least and at most."""


class TableDescription(Frozen):  # paper, 3.1
    """The admin's account of a table."""

    description: str
    """Two or three sentences: what the table is about and what it may be used for."""
    row_meaning: str
    """What one row stands for: a short singular noun phrase without article."""
    meanings: dict[str, str]
    """For every listed column, its meaning and an explanation of its values."""


class Invented(Frozen):  # paper, figure 8
    """What the admin invents of a client whose name and place are given."""

    job_title: str
    background: str
    interest: str
    """In at most twelve words, what the client most wants to know from the table."""


class Said(Frozen):
    """Plain words in a conversation."""

    message: str


class ScenarioIdea(Frozen):  # paper, figure 9
    """One scenario that a client could imagine."""

    name: str
    description: str
    goal: str


class ScenarioIdeas(Frozen):
    """A client's answer in the interview."""

    message: str
    scenarios: tuple[ScenarioIdea, ...] = Field(min_length=PROPOSED[0], max_length=PROPOSED[1])


class RefinedIdeas(Frozen):
    """A client's second answer: the scenario that the admin took up, refined."""

    message: str
    scenarios: tuple[ScenarioIdea, ...] = Field(min_length=REFINED[0], max_length=REFINED[1])
    withdrawn: tuple[str, ...] = ()
    """Names of earlier scenarios that the client no longer wants."""


class ScenarioChoice(Frozen):
    """The admin's choice of the most reasonable scenario."""

    message: str
    choice: int = Field(ge=1)
    """1-based position among the proposed ones."""


class PlanDraft(Frozen):  # paper, figure 10
    """The data scientist's state of the plan."""

    message: str
    questions: tuple[Question, ...] = Field(min_length=1)


class PlanOpinion(Frozen):
    """The client's opinion of a draft."""

    message: str
    agreed: bool
    """True when every question is what the client wants to know."""


class Query(Frozen):  # paper, figure 11
    """The data scientist's next words to the chatbot."""

    message: str
    question: int = Field(ge=1)
    """1-based position in the plan of the question that this serves."""
    instead: str = ""
    """What is asked in place of the planned question, and because of which result; empty where the plan stands."""
    also: str = ""
    """What the client wishes to know on top of that question, which stands; empty where there is none."""
    finished: bool = False
    """True when nothing of the plan is left to ask; `message` says just that, and asks for nothing."""


class Closing(Frozen):
    """The data scientist's words that end the dialogue."""

    message: str


class Reaction(Frozen):
    """What the client says to the first answers."""

    message: str
    """What surprises them, and what they would now rather know."""


class CodeReply(Frozen):  # paper, figure 12
    """The chatbot's answer to a query."""

    message: str
    """One or two sentences beside the code, or a clarifying question."""
    code: Program | None = None
    """Complete code of this turn; None when it asks back instead."""
    results: tuple[Intent, ...] = ()
    """The variables that hold what was asked for; name "plot" for the figure."""

    @field_validator("results")
    @classmethod
    def _are_compared(cls, results: tuple[Intent, ...]) -> tuple[Intent, ...]:
        """Leave out functions beside what they return: they were asked for, but nobody can compare them."""
        compared = tuple(result for result in results if result.type != "function")
        return compared or results

    @model_validator(mode="after")
    def _says_what_it_made(self) -> CodeReply:
        if self.code and not self.results:
            raise ValueError("code was given, but `results` lists no variable that holds what was asked for")
        if len({result.name for result in self.results}) < len(self.results):
            raise ValueError("results: two of them have one name; give each result a variable of its own")
        for result in self.results:
            if not result.name.isidentifier() or keyword.iskeyword(result.name):
                raise ValueError(f"results: {result.name!r} is not the name of a variable")
            if result.type == "function":
                raise ValueError("results: a function cannot be compared; list what it returns")
            if (result.type == "plot") != (result.name == "plot"):
                raise ValueError('results: a figure, and nothing else, is listed under the name "plot"')
        return self


class Ways(Frozen):
    """Answers to one query, each written in another way."""

    ways: tuple[str, ...] = ()
    """The whole code of each; fewer than were asked for, or none, where there are no further ways."""

    @field_validator("ways")
    @classmethod
    def _are_programs(cls, ways: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(unfenced(code) for code in ways)


class RewriteReply(Frozen):  # paper, figure 13
    """A turn's code on the private library."""

    message: str
    """One sentence on what was moved onto which functions."""
    functions: tuple[str, ...] = ()
    """Functions that the library lacks: each the complete text of one, imports first, with a docstring."""
    code: Program
    """The turn's whole code, on the library's functions and the new ones."""

    @field_validator("functions")
    @classmethod
    def _are_programs(cls, functions: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(unfenced(each) for each in functions)
