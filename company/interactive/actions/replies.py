"""What staff are asked to reply with when they make the cases beyond plain code."""

from __future__ import annotations

from pydantic import Field, field_validator

from company.interactive.replies import unfenced
from company.records import Frozen


class WrongVersion(Frozen):
    """The chatbot's answer as it would have been in a hurry."""

    message: str
    """One sentence that goes with the code."""
    code: str | None = None
    """The whole wrong code of the turn; None where nothing can believably go wrong."""
    slip: str = ""
    """What is wrong with it, as a clause in the past tense that could follow "you"; empty where an error tells."""

    @field_validator("code")
    @classmethod
    def _is_one_program(cls, code: str | None) -> str | None:
        return None if code is None else unfenced(code)


class Feedback(Frozen):
    """The data scientist's words on a wrong answer."""

    message: str = Field(min_length=10)
