"""Every line that a run of dialogues writes down, in the order of its life.

Table → Persona → Scenario → Plan → Dialogue → Turn → Case
└→ Library → Rewrite → Case

A scenario with a handbook has its rules beside the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from pydantic import SerializerFunctionWrapHandler, model_serializer

from company.families.dialogues.evolution import Evolution, Terms
from company.families.dialogues.handbook.records import Rule
from company.families.shared.choices.records import Choice
from company.records import Case as CaseRecord
from company.records import Execution, Frozen, Intent, Record, Result, ResultType
from company.tables.record import Table

Register = Literal["statement", "colloquial"]
"""How a client speaks (paper, appendix C): few long formal turns, or many short chatty ones."""
Mode = Literal["normal", "action", "private", "private_action", "evolving"]
Action = Literal["update_code", "fast_fail", "clarification", "best_guess", "plot_qa", "insight_mining"]
"""What is asked beyond plain code (paper, 2.2)."""
Category = Literal[
    "normal",
    "private",
    "update_code",
    "private_update_code",
    "clarification",
    "private_clarification",
    "fast_fail",
    "best_guess",
    "plot_qa",
    "insight_mining",
    "evolving",
]
"""A mode with its action, as targets, files and reports name it."""


def mode_of(category: str) -> Mode:
    """Return the mode that a category belongs to."""
    if category in ("normal", "private", "evolving"):
        return category  # type: ignore[return-value]
    return "private_action" if category.startswith("private_") else "action"


class Attempt(Frozen):
    """One piece of code the chatbot wrote for a query, and what came of it."""

    code: str
    intents: tuple[Intent, ...] = ()
    execution: Execution


class Question(Frozen):  # paper, 3.1, figure 10
    """One question of an analysis plan."""

    text: str
    result_types: tuple[ResultType, ...]
    columns: tuple[str, ...]
    """Columns of the table, or of those beside it, that it is about."""
    conditions: tuple[str, ...] = ()
    """Concrete conditions agreed with the client, each a sentence about a column and its values."""


class Persona(Record):
    """A client of the company (paper, 3.1 and figure 8)."""

    kind: Literal["persona"] = "persona"
    name: str
    location: str
    job_title: str
    background: str


class Scenario(Record):
    """What a client wants to find out (paper, 3.1 and figure 9)."""

    kind: Literal["scenario"] = "scenario"
    name: str
    description: str
    goal: str


class Plan(Record):
    """Questions that client and data scientist agreed on (paper, 3.1 and figure 10)."""

    kind: Literal["plan"] = "plan"
    speech: Register
    turns: int
    """Turns with code that the dialogue is to have."""
    questions: tuple[Question, ...]
    evolving: bool = False
    """Whether what is agreed in the dialogue changes as it goes."""

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write a plan of the usual kind as it was written before there was another."""
        return _without(handler(self), "evolving", missing=not self.evolving)


WORKED_THROUGH = "the plan was worked through"
"""How a dialogue ends that has no question left."""


class Dialogue(Record):
    """A finished interaction of data scientist and chatbot over one plan."""

    kind: Literal["dialogue"] = "dialogue"
    speech: Register
    table_variable: str
    prelude: str
    """Code before the first turn: imports and the one load of the table."""
    turns: int
    ended: str
    """Why it ended, in words: all turns are done, the plan is worked through, it was given up and over what."""


class Turn(Record):
    """A query and its answer; one row of the paper's H-RDB (appendix B)."""

    kind: Literal["turn"] = "turn"
    question: int
    """1-based position in the plan of the question that it serves."""
    instead: str = ""
    """What is asked in place of that question, and because of which result; empty where the plan stands."""
    query: str
    answer: str
    """What the chatbot says beside its code."""
    code: str | None
    """Reference code of the turn; None for an answer in words alone."""
    intents: tuple[Intent, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    """Everything that was run for this turn, the accepted one last."""
    results: tuple[Result, ...] = ()
    operations: tuple[str, ...] = ()
    """Kinds of operation in the code, read from the code itself."""
    evolution: Evolution | None = None
    """Of a turn in an evolving dialogue, what it does to the terms and needs of them."""

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write a turn of the usual kind as it was written before there was another."""
        return _without(handler(self), "evolution", missing=self.evolution is None)


def _without(written: dict[str, Any], field: str, *, missing: bool) -> dict[str, Any]:
    return {name: value for name, value in written.items() if name != field or not missing}


class LibraryFunction(Frozen):  # paper, 3.3
    """One function of the private library."""

    name: str
    code: str
    """Its imports and definition, with a docstring: complete, so that a file of such texts is a module."""
    stands_for: tuple[str, ...]
    """Names of the library calls and accessors that it replaces, such as "groupby" and "mean"."""


class Library(Record):
    """What a dialogue added to the run's private library; the library is the sum of these, in the order of ids."""

    kind: Literal["library"] = "library"
    functions: tuple[LibraryFunction, ...] = ()


class Rewrite(Record):
    """A turn's code on the private library, with the same results (paper, figure 13)."""

    kind: Literal["rewrite"] = "rewrite"
    turn: str
    """Id of the turn whose code it rewrites."""
    code: str
    functions: tuple[str, ...]
    """Names of the private functions that it calls, in the order of their first call."""

    @property
    def made_from(self) -> tuple[str, ...]:
        """Ids of the library's record and of the turn that it rewrites."""
        return (*super().made_from, self.turn)


class Rewording(Record):
    """A turn's query in the other register, with the same reference (paper, appendix C)."""

    kind: Literal["rewording"] = "rewording"
    speech: Register
    query: str


class Case(CaseRecord):
    """One benchmark entry, in the fields of the exported format."""

    kind: Literal["case"] = "case"
    mode: Mode = "normal"
    action: Action | None = None
    choice: Choice | None = None
    """The question of a case that is answered by choosing."""

    @property
    def category(self) -> Category:
        """Mode and action in one word."""
        return category_of(self.mode, self.action)


def category_of(mode: Mode, action: Action | None) -> Category:
    """Return the category of a case. Raises ValueError for a mode that does not go with the action."""
    name = f"private_{action or ''}" if mode == "private_action" else action or mode
    if name not in CATEGORIES or (action is None) == mode.endswith("action"):
        raise ValueError(f"there are no cases of mode {mode} with the action {action}")
    return name


CATEGORIES: tuple[Category, ...] = get_args(Category)
CHOSEN: tuple[Category, ...] = ("insight_mining", "fast_fail", "plot_qa", "best_guess")
"""The categories that are answered by choosing; all others by code."""
EVOLVING: Category = "evolving"
"""The category of dialogues in which what is agreed changes."""
_KINDS: tuple[type[Record], ...] = (
    Table,
    Rule,
    Persona,
    Scenario,
    Plan,
    Terms,
    Dialogue,
    Turn,
    Library,
    Rewrite,
    Rewording,
    Case,
)
RECORDS: Mapping[str, type[Record]] = {kind.model_fields["kind"].default: kind for kind in _KINDS}
"""Kind → type, in the order of a record's life."""
