"""What staff are asked to reply with; the schema in a prompt is made from the type that reads the reply."""

from __future__ import annotations

from pydantic import Field

from company.records import Frozen


class Idea(Frozen):
    """A drawing that is to be made."""

    theme: str = Field(min_length=1, max_length=60)
    """What is drawn, in a word or two."""
    depicts: str
    """What is to be seen, in a sentence."""


class Ideas(Frozen):
    """As many drawings as were asked for, each of another kind."""

    drawings: tuple[Idea, ...]


class Graphic(Frozen):
    """A drawing."""

    code: str


class NearMiss(Frozen):
    """A wrong answer that is executed."""

    code: str
    slip: str = Field(min_length=1)
    """What is wrong with it, in a few words."""


class Executed(Frozen):
    """A question whose answers are executed on the drawing."""

    question: str = ""
    right: str = ""
    """An expression over `scene`, whose value is the right answer."""
    wrong: tuple[NearMiss, ...] = ()
    cannot: str = ""
    """Why no question of the type can be asked about the drawing; empty where one can."""


class Named(Frozen):
    """A question on what a drawing is."""

    question: str = Field(min_length=1)
    right: str = Field(min_length=1)
    wrong: tuple[str, ...]


class Chosen(Frozen):
    """The letter of an option."""

    letter: str = Field(min_length=1, max_length=1)


class Fact(Frozen):
    """A fact that a drawing is to have."""

    fact: str = Field(min_length=1)
    code: str


class Described(Frozen):
    """A caption, and what can be checked of a drawing that is made from it."""

    caption: str = Field(min_length=1)
    checklist: tuple[Fact, ...]
