"""What a case is made of, as frozen types by kind of answer: code, or a letter.

What the house writes is composed as a body, and rendered as a line once (`Body.line`); a stranger's line, which was
checked when it was read, is parsed as one once (`body_of`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.families.dialogues.body.reference import expected_files, result_types, solution
from company.families.dialogues.body.second_answers import FIELD, THE_KEY
from company.families.shared.choices.bodies import Body, ChoiceBody, choice_of, known_of

NEEDS_HISTORY = "needs_history"
"""The field of a code case that says whether its solution gives other results on the table as it was loaded."""
_BLOCK = re.compile(r"```python\s*\n(.*?)```", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class CodeBody(Body):
    """A case that is answered by code."""

    answer: str
    """The code of the reference, which goes on from the history and saves its results."""
    solution: str
    """What of it the template leaves open."""
    wanted: tuple[tuple[str, str], ...]
    """Name and type of each result."""
    files: tuple[str, ...]
    """The files that the answer saves, in the order of the results."""
    unreadable: str = ""
    """Why a stranger's reference does not say what it saves; empty where it does."""

    @property
    def prototype(self) -> str | None:
        """The code without the private library, of a case on it."""
        prototype: str | None = self.more.get("prototype_code")
        return prototype

    @property
    def wrong_answers(self) -> Mapping[str, str]:
        """Wrong answers that come with the case, by what is wrong with them."""
        wrong: Mapping[str, str] = self.more.get("wrong_answers", {})
        return wrong

    @property
    def paraphrases(self) -> Sequence[str]:
        """Other ways to write the answer that come with the case, as scripts that are handed in."""
        ways: Sequence[str] = self.more.get("paraphrases", ())
        return ways

    @property
    def second_answer(self) -> Mapping[str, str] | None:
        """Who came to its key from its prompt alone, and with which script; None where nobody did."""
        told: Mapping[str, str] | None = self.more.get(FIELD)
        return told if told and told["came_to"] == THE_KEY else None


AnyBody = CodeBody | ChoiceBody


def body_of(line: Mapping[str, Any]) -> AnyBody:
    """Parse a line that has the fields of the format."""
    return choice_of(line) if "choice" in line else _coded(line)


def _coded(line: Mapping[str, Any]) -> CodeBody:
    answer = answer_of(line["reference_answer"])
    wanted: tuple[tuple[str, str], ...] = ()
    unreadable = ""
    try:
        wanted = wanted_results(line)
    except (SyntaxError, ValueError) as error:
        unreadable = f"the reference cannot be read: {error}"
    files = () if unreadable else expected_files(answer)
    return CodeBody(
        **known_of(line), answer=answer, solution=solution(answer), wanted=wanted, files=files, unreadable=unreadable
    )


def wanted_results(line: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return name and type of each result of a line, read from the files that its reference saves.

    Raises ValueError when they are not as many as the types, SyntaxError when the reference is not Python.
    """
    types, files = result_types(line), expected_files(answer_of(line["reference_answer"]))
    if len(files) != len(types):
        raise ValueError(f"{len(types)} result types and {len(files)} saved results")
    return tuple((file.rpartition(".")[0], kind) for file, kind in zip(files, types, strict=True))


def answer_of(response: str) -> str:
    """Return the code of a response: its longest ```python block, or all of it where there is none."""
    return max(_BLOCK.findall(response), key=len, default=response)
