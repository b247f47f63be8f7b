"""What staff are asked to reply with for an evolving dialogue."""

from __future__ import annotations

from pydantic import Field

from company.families.dialogues.programs import Program
from company.records import Frozen, ResultType


class Candidate(Frozen):
    """A value that a term may have."""

    code: str
    """As it stands in the term's code in place of {value}."""
    words: str
    """As words say it."""


class WrittenTerm(Frozen):
    """A term with room for its value."""

    slot: str
    """As it was asked for."""
    variable: str
    """A Python name for it."""
    name: str
    """As words call it: "a long stay"."""
    code: str
    """An expression with {value}."""
    candidates: tuple[Candidate, ...] = Field(min_length=2, max_length=24)
    naive: str
    """The expression of one who never heard of the term."""
    says: str
    """A sentence with {value} that says all of it."""


class TermsReply(Frozen):
    """The terms of a dialogue."""

    terms: tuple[WrittenTerm, ...]


class WrittenAsk(Frozen):
    """What one turn asks for, as code."""

    turn: int
    code: Program
    name: str
    """The variable that the code binds to the result."""
    type: ResultType
    about: str
    """In words: it names terms, and says none of them."""


class AsksReply(Frozen):
    """The asks of some turns."""

    asks: tuple[WrittenAsk, ...]


class AnsweredAgain(Frozen):
    """The chatbot's answer to a case, from its prompt alone."""

    message: str
    """One or two sentences on what was taken for what."""
    code: Program
    """What stands in the gap of the case's script."""


class WrittenQuery(Frozen):
    """The words of one turn."""

    turn: int
    query: str


class WordsReply(Frozen):
    """The words of some turns."""

    queries: tuple[WrittenQuery, ...]
