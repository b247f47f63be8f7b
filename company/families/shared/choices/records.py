"""A question that is answered by choosing, as it is made up: its options, each with the code that judges it."""

from __future__ import annotations

from typing import Literal

from company.records import Frozen


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


class Guess(Frozen):
    """What a case that asks for an assumption promises, so that it can be tried again by executing it."""

    word: str
    """The vague word, as it stands in the question."""
    side: Literal["high", "low", "middle"]
    """Where in the column it lies."""
    source: str
    """The data frame that the question is about."""
    column: str
    """The column of numbers that the word speaks of."""
    whole: str
    """The data frame whose values of it say what is usual: the whole table where it has the column."""
    by: float
    """How far either limit of the assumption is moved."""
    readings: tuple[tuple[float | None, float | None], ...]
    """What people of the field take the word to mean: its limits, None where there is none."""
    alternatives: tuple[str, ...] = ()
    """Code that defines `decision` by another way to read the question; the same option has to be right."""


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
    guess: Guess | None = None
    """Of a case that asks for an assumption, what it promises."""
