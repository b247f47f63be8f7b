"""Every line that is ever written down, in the order of its life.

    Table → Persona → Scenario → Plan → Dialogue → Turn → Case
                                              └→ Library → Rewrite → Case

A record is frozen and strict, has an id made from its parent's id and its position (never from time), and a
status. Nothing here knows how a record is made, stored or shown. Floats are finite: NaN and infinities are turned
into None or text where they are captured (`company.results`), because JSON cannot carry them.
"""

from __future__ import annotations

import functools
import hashlib
import json
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

Status = Literal["proposed", "accepted", "edited", "rejected", "stale"]
Register = Literal["statement", "colloquial"]
"""How a client speaks (paper, appendix C): few long formal turns, or many short chatty ones."""
Role = Literal["admin", "client", "data_scientist", "chatbot"]
Mode = Literal["normal", "action", "private", "private_action"]
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
]
"""A mode with its action, as targets, files and reports name it."""
ColumnRole = Literal["measure", "category", "ordered_category", "date", "identifier", "flag", "text"]
ResultType = Literal[
    "dataframe", "series", "value", "list", "dict", "tuple", "array", "index", "set", "plot", "model", "function"
]
ReviewKind = Literal["table", "persona", "scenario", "plan", "turn", "library", "rewrite", "rewording", "case"]
"""What people are asked about, each called as the records that it is about."""
FlagKind = Literal["harmful", "political", "gender_bias", "instructs_reviewer"]
"""What a passage is flagged for (paper, section 10)."""
USABLE: tuple[Status, ...] = ("accepted", "edited")
"""The statuses that a following stage builds on."""


def mode_of(category: str) -> Mode:
    """The mode that a category belongs to."""
    if category in ("normal", "private"):
        return category  # type: ignore[return-value]
    return "private_action" if category.startswith("private_") else "action"


class Frozen(BaseModel):
    """A value that is written once: immutable, and no field beyond the declared ones."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@functools.cache
def schema_of(kind: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a type, made once, since every prompt carries one; not to be changed."""
    return kind.model_json_schema()


class Message(Frozen):
    """One thing said in a conversation, as it was said."""

    speaker: str
    text: str
    content: dict[str, Any] | None = None
    """The structured reply behind the text, where the speaker was asked for one."""


class Flag(Frozen):
    """A passage of a record that a person should look at."""

    kind: FlagKind
    field: str
    """Where in the record, e.g. "query" or "questions.2.text"; parts of a list are counted from 1."""
    start: int
    end: int
    """Characters of the field, from 0, the end excluded."""
    passage: str
    why: str


class Column(Frozen):
    """What is known of one column of a frame, from its values alone."""

    name: str
    position: int
    """0-based; also tells columns of one name apart."""
    dtype: str
    """pandas' name of the type the values have as loaded."""
    role: ColumnRole
    missing: int
    distinct: int
    minimum: float | str | None = None
    """Of numbers as float, of dates as ISO text; None where there is no order."""
    maximum: float | str | None = None
    mean: float | None = None
    quartiles: tuple[float, float, float] | None = None
    """25 %, 50 %, 75 % of a measure."""
    values: tuple[tuple[str, int], ...] = ()
    """Most frequent values with their counts, most frequent first; empty for measures with many values."""
    numeric: bool = False
    """The values are numbers as loaded (so code may compare and average them without cleaning)."""
    unit: str | None = None
    """For numbers written as text: what stands around the number, e.g. "kg" or "GB"."""
    date_format: str | None = None
    """For dates written as text: the strptime format that reads every value."""
    order: tuple[str, ...] = ()
    """For an ordered category: its values from low to high."""


class Variable(Frozen):
    """A name that lives in a dialogue's Python state, as a notebook's variable pane would show it."""

    name: str
    type: str
    """A `ResultType` where it is one, else the Python type's name."""
    shape: tuple[int, ...] = ()
    """Rows and columns of a frame, length of a sequence."""
    columns: tuple[Column, ...] = ()
    """Of a frame; a series has one."""
    index_name: str | None = None
    preview: str = ""


class Result(Frozen):
    """One value that came out of executed code, captured without pickle."""

    name: str
    type: ResultType
    shown: str
    """The value as text for a reader, bounded."""
    digest: str
    """Equal digests mean equal values (floats to 9 significant digits)."""
    facts: dict[str, Any] = Field(default_factory=dict)
    """A bounded JSON summary by type: value; items; columns and first rows; axes and artists …"""


class RunError(Frozen):
    """Why generated code failed."""

    type: str
    message: str
    line: int | None = None
    """1-based line of the code that was run."""


class Execution(Frozen):
    """What one run of generated code did. Timings are left out: records do not depend on the machine."""

    ok: bool
    error: RunError | None = None
    output: str = ""
    """What it printed, bounded."""
    results: tuple[Result, ...] = ()
    variables: tuple[Variable, ...] = ()
    """The whole state after the run, in order of creation; of a failed run, the state before it."""
    figures: tuple[bytes, ...] = Field(default=(), exclude=True)
    """PNGs of the figures that were drawn; kept beside the archive, not in the record."""


class Intent(Frozen):
    """One result that a turn is asked for (paper, appendix H.3)."""

    name: str
    """The variable that holds it; "plot" for a figure."""
    type: ResultType


class Attempt(Frozen):
    """One piece of code the chatbot wrote for a query, and what came of it."""

    code: str
    intents: tuple[Intent, ...] = ()
    execution: Execution


class Question(Frozen):
    """One question of an analysis plan (paper, 3.1 and figure 10)."""

    text: str
    result_types: tuple[ResultType, ...]
    columns: tuple[str, ...]
    """Columns of the table that it is about."""
    conditions: tuple[str, ...] = ()
    """Concrete conditions agreed with the client, each a sentence about a column and its values."""


class Option(Frozen):
    """One option of a choice case, with the code that tells whether it is right."""

    text: str
    """As it is read, without its letter."""
    code: str
    """An expression over the dialogue's variables. The option is right if its value is the answer's."""
    template: str = ""
    """The text with `{value}` where the value of `code` is shown; empty where the text shows none."""
    slip: str = ""
    """What is wrong with it, in a few words, e.g. "another column"; empty for the right one."""


class Choice(Frozen):
    """A question with options of which exactly one is right by code."""

    question: str
    options: tuple[Option, ...]
    """Three to ten, without "none of the above"."""
    answer: str = "True"
    """An expression whose value the right option's code has; options that are claims are right when they are true."""
    setup: str = ""
    """Code that is run before the expressions, on the state that the case is about."""
    none: bool = False
    """Whether "none of the above" is offered as well; it is right when no option is."""


class Record(Frozen):
    """What all written lines share."""

    id: str
    parent: str | None
    stage: str
    position: int
    """1-based among its siblings."""
    status: Status = "proposed"
    reason: str | None = None
    """Why it was rejected or went stale."""
    conversation: tuple[Message, ...] = ()
    """The talk that it came out of."""
    flags: tuple[Flag, ...] = ()
    """Passages that wait for a person; a flagged record is usable all the same."""

    def fingerprint(self) -> str:
        """SHA-256 of everything in the record; what is built on it goes stale when this changes."""
        text = json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


class Table(Record):
    """The user's table, as profiled and described by the admin."""

    kind: Literal["table"] = "table"
    name: str
    """A Python identifier; also the benchmark's domain name."""
    file: str
    """File name of the canonical CSV in the run's `resource/` folder."""
    sha256: str
    rows: int
    columns: tuple[Column, ...]
    repairs: tuple[str, ...] = ()
    """What was changed to make the CSV canonical: separator, encoding, header."""
    description: str = ""
    row_meaning: str = "record"
    """What one row stands for, as a singular noun phrase."""
    meanings: dict[str, str] = Field(default_factory=dict)
    """Column name → its meaning and its values in words."""
    licence: str = ""
    """Under which the table may be passed on; here and below, "" is unknown."""
    source: str = ""
    """Where it was found."""
    citation: str = ""
    """How its author is to be named: who, title, where, version."""
    version: str = ""
    """Of the data set that it is from."""


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


class LibraryFunction(Frozen):
    """One function of the private library (paper, 3.3)."""

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


class Rewording(Record):
    """A turn's query in the other register, with the same reference (paper, appendix C)."""

    kind: Literal["rewording"] = "rewording"
    speech: Register
    query: str


class Case(Record):
    """One benchmark entry, in the fields of the exported format."""

    kind: Literal["case"] = "case"
    mode: Mode = "normal"
    action: Action | None = None
    entry: dict[str, Any]
    """The line as exported."""
    choice: Choice | None = None
    """The question of a case that is answered by choosing."""
    gate: dict[str, Any] = Field(default_factory=dict)
    """What the release gate measured."""

    @property
    def category(self) -> Category:
        """Mode and action in one word."""
        return category_of(self.mode, self.action)


def category_of(mode: Mode, action: Action | None) -> Category:
    """The category of a case. Raises ValueError for a mode that does not go with the action."""
    name = f"private_{action or ''}" if mode == "private_action" else action or mode
    if name not in CATEGORIES or (action is None) == mode.endswith("action"):
        raise ValueError(f"there are no cases of mode {mode} with the action {action}")
    return name


CATEGORIES: tuple[Category, ...] = get_args(Category)
CHOSEN: tuple[Category, ...] = ("insight_mining", "fast_fail", "plot_qa", "best_guess")
"""The categories that are answered by choosing; all others by code."""
AnyRecord = Annotated[
    Table | Persona | Scenario | Plan | Dialogue | Turn | Library | Rewrite | Rewording | Case,
    Field(discriminator="kind"),
]
