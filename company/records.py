"""What every written line shares, and the values that come out of executed code.

A record is frozen and strict, has an id made from its parent's id and its position (never from time), and a
status. Which kinds of records there are is the family's. Nothing here knows how a record is made, stored or shown.
Floats are finite: NaN and infinities are turned into None or text where they are captured (`company.results`), because
JSON cannot carry them.
"""

from __future__ import annotations

import functools
import hashlib
import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, FailFast, Field

from company.results.roles import KIND_OF_ROLE, ColumnKind, ColumnRole

Status = Literal["proposed", "accepted", "edited", "rejected", "stale"]
Role = Literal["admin", "client", "data_scientist", "chatbot"]
ResultType = Literal[
    "dataframe", "series", "value", "list", "dict", "tuple", "array", "index", "set", "plot", "model", "function"
]
FlagKind = Literal["harmful", "political", "gender_bias", "instructs_reviewer"]
"""What a passage is flagged for (paper, section 10)."""
USABLE: tuple[Status, ...] = ("accepted", "edited")
"""The statuses that a following stage builds on."""


class Frozen(BaseModel):
    """A value that is written once: immutable, and no field beyond the declared ones."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@functools.cache
def schema_of(kind: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of a type, made once, since every prompt carries one; not to be changed."""
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
    """What is known of one column of a frame: from its values, and from a person who said so."""

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
    values: Annotated[tuple[tuple[str, int], ...], FailFast()] = ()
    """Most frequent values with their counts, most frequent first; empty for measures with many values, but for two of
    those that are written as text."""
    numeric: bool = False
    """The values are numbers as loaded (so code may compare and average them without cleaning)."""
    unit: str | None = None
    """What numbers are measured in, as a person says; of numbers written as text, what stands around them: "kg"."""
    date_format: str | None = None
    """For dates written as text: the strptime format that reads every value."""
    order: Annotated[tuple[str, ...], FailFast()] = ()
    """For an ordered category: its values from low to high; empty where there are many."""
    kind: ColumnKind | None = None
    """What the values are, where the role does not say it: `meant` has it in any case."""
    doubt: str = ""
    """What speaks against the kind; empty where it is sure."""
    told: bool = False
    """A person has said the kind: it is no guess."""
    odd: tuple[tuple[str, int, str], ...] = ()
    """Values that are not to be trusted, each with its count and why: stand-ins, slips of spelling, sentinels."""
    spellings: int = 0
    """How many different values there are but for case and blanks, where these are fewer than `distinct`; else 0."""
    sizes: tuple[tuple[int, int], ...] = ()
    """Of a category of many values: how many of them stand in at least so many rows, as (rows, values)."""
    more_values: int = 0
    """Of a column that is told in short: how many different values there are beside its `values`."""
    tied_to: tuple[str, ...] = ()
    """Columns of the table that say the same in other figures, that this one is the sum or product of, or a part of."""

    @property
    def meant(self) -> ColumnKind:
        """What the values are."""
        return self.kind or KIND_OF_ROLE[self.role]


class Variable(Frozen):
    """A name that lives in a dialogue's Python state, as a notebook's variable pane would show it."""

    name: str
    type: str
    """A `ResultType` where it is one, else the Python type's name."""
    shape: Annotated[tuple[int, ...], FailFast()] = ()
    """Rows and columns of a frame, length of a sequence."""
    columns: Annotated[tuple[Column, ...], FailFast()] = ()
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
    if TYPE_CHECKING:

        @property
        def kind(self) -> str:
            """The kind of the record: a field of each kind of its own, whose only value is the name."""

    @property
    def made_from(self) -> tuple[str, ...]:
        """Ids of the records that it was made from, its parent first."""
        return () if self.parent is None else (self.parent,)

    def fingerprint(self) -> str:
        """Return the SHA-256 of everything in the record; what is built on it goes stale when this changes."""
        text = json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


class Case(Record):
    """One entry of a benchmark. A family's own case adds what it is made of, and says its category."""

    entry: dict[str, Any]
    """The line as exported."""
    gate: dict[str, Any] = Field(default_factory=dict)
    """What the release gate measured."""
    if TYPE_CHECKING:

        @property
        def category(self) -> str:
            """The category that it counts for."""
