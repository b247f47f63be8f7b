"""What staff are asked to reply with; the schema in a prompt is made from the type that reads the reply."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from company.records import Frozen


class NoFit(Frozen):
    """A type of plot that the table cannot carry."""

    type: str
    reason: str


class FittingTypes(Frozen):
    """Those of the types that the table cannot carry; all others can be drawn over it."""

    unfit: tuple[NoFit, ...] = ()


class Script(Frozen):
    """A script that draws one figure."""

    code: str


class SeenElement(Frozen):
    """Something on a picture that is to be asked for."""

    aspect: Literal["type", "data", "text", "colour"]
    element: str
    """Where it is, such as axes[0].type, axes[0].data, axes[0].xlabel, axes[0].series[1].colour, title."""
    value: str


class Seen(Frozen):
    """What is to be seen on a picture."""

    plot_type: str = ""
    panels: int = Field(default=1, ge=1)
    values: int = Field(default=0, ge=0)
    """About how many values it shows."""
    elements: tuple[SeenElement, ...] = ()
    cannot: str = ""
    """Why nobody could tell in words what is to be drawn; empty where one can."""


class Extraction(Frozen):
    """A plot as a table and a description, and what speaks against it."""

    table: str
    """The data as CSV, with a row of names first."""
    description: str = Field(min_length=1)
    difficulty: Literal["easy", "hard"]
    unfit: Literal["", "random", "computed", "geometry"] = ""
    """"random": its data come of chance; "computed": most of what it draws is computed; "geometry": the data are free
    shapes; empty: nothing speaks against it."""


class Queries(Frozen):
    """The two queries for a figure."""

    simple: str = Field(min_length=1)
    expert: str = Field(min_length=1)


class Changed(Frozen):
    """A change to one of the two queries."""

    of: Literal["simple", "expert"]
    old: str
    """Words as they stand there; empty to add a sentence at the end."""
    new: str
    reason: str


class Changes(Frozen):
    """All changes; none where nothing is to be changed."""

    changes: tuple[Changed, ...] = ()


class Quoted(Frozen):
    """An element of the figure, and what asks for it."""

    element: str
    quote: str = ""
    """Words of the query, as they stand there; empty where none ask for it."""
    add: str = ""
    """Of an element that has to be asked for and is not: a sentence that would."""


class Quotes(Frozen):
    """A query beside the figure that was drawn from it."""

    quotes: tuple[Quoted, ...]
    wrong: tuple[str, ...] = ()
    """Sentences that the figure does not follow."""
    redundant: tuple[str, ...] = ()
    """Sentences without which the figure would be the same."""
