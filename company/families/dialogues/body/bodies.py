"""What a case is made of, as frozen types by kind of answer: code, or a letter.

What the house writes is composed as a body, and rendered as a line once (`Body.line`); a stranger's line, which was
checked when it was read, is parsed as one once (`body_of`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self, get_args

from company.families.dialogues.body.choices import letter_of_reference
from company.families.dialogues.body.reference import expected_files, result_types, solution

Needs = Literal["reading", "execution"]
"""What the answer of a choice takes: to read the prompt, or to execute code on what the history left behind."""
NEEDS: tuple[Needs, ...] = get_args(Needs)
NEEDS_HISTORY = "needs_history"
"""The field of a code case that says whether its solution gives other results on the table as it was loaded."""
_BLOCK = re.compile(r"```python\s*\n(.*?)```", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Body:
    """What all cases have."""

    data_id: str
    domain: str
    """Name of the table that it is about."""
    types: tuple[str, ...]
    """The type of each result that it asks for."""
    query: str
    text: str
    """The prompt as one text."""
    messages: Sequence[Mapping[str, str]]
    """The prompt as chat messages."""
    reference: str
    """The answer as it is handed in."""
    history: str
    """The code that ran before."""
    whole: str
    """The code that leads to the results, or to the state that options are about."""
    check: str
    more: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the line, which evaluators pass over."""

    def line(self) -> dict[str, Any]:
        """Render the case as it is exported."""
        return {
            "data_id": self.data_id,
            "domain_name": self.domain,
            "result_type": self.types[0] if len(self.types) == 1 else list(self.types),
            "current_query": self.query,
            "prompt_with_hist_txt": self.text,
            "prompt_with_hist_json": list(self.messages),
            "reference_answer": self.reference,
            "ref_code_hist": self.history,
            "ref_code_all": self.whole,
            "eval_metrics": self.check,
            **self.more,
        }

    def but(self, *, data_id: str = "", **more: Any) -> Self:
        """Return the same under another data_id, or with more fields."""
        return replace(self, data_id=data_id or self.data_id, more={**self.more, **more})


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


@dataclass(frozen=True)
class LetteredOption:
    """An option of a case, with the code that tells whether it is right."""

    letter: str
    text: str
    code: str
    """An expression; empty for "none of the others"."""
    template: str
    slip: str
    """What is wrong with it; empty for the right one."""


@dataclass(frozen=True, kw_only=True)
class ChoiceBody(Body):
    """A case that is answered by choosing a letter."""

    question: str
    setup: str
    answer: str
    """The expression whose value the right option's code has."""
    options: tuple[LetteredOption, ...]
    right: str
    """The letter of the reference; empty where it holds none."""

    @property
    def order(self) -> Mapping[str, Any]:
        """The part of it that is executed, as JSON: the field `choice` of its line."""
        order: Mapping[str, Any] = self.more["choice"]
        return order

    @property
    def guess(self) -> Mapping[str, Any] | None:
        """What a case that asks for an assumption promises (`records.Guess` as JSON); None for another."""
        guess: Mapping[str, Any] | None = self.more.get("guess")
        return guess

    @property
    def needs(self) -> Needs | None:
        """What its answer takes, as its line says; None where it does not say."""
        return needs_of(self.more)


AnyBody = CodeBody | ChoiceBody


def body_of(line: Mapping[str, Any]) -> AnyBody:
    """Parse a line that has the fields of the format."""
    known = {
        "data_id": str(line["data_id"]),
        "domain": line["domain_name"],
        "types": result_types(line),
        "query": line["current_query"],
        "text": line["prompt_with_hist_txt"],
        "messages": line["prompt_with_hist_json"],
        "reference": line["reference_answer"],
        "history": line["ref_code_hist"],
        "whole": line["ref_code_all"],
        "check": line["eval_metrics"],
        "more": {name: value for name, value in line.items() if name not in FIELDS},
    }
    return _chosen(line, known) if "choice" in line else _coded(line, known)


def _coded(line: Mapping[str, Any], known: Mapping[str, Any]) -> CodeBody:
    answer = answer_of(line["reference_answer"])
    wanted: tuple[tuple[str, str], ...] = ()
    unreadable = ""
    try:
        wanted = wanted_results(line)
    except (SyntaxError, ValueError) as error:
        unreadable = f"the reference cannot be read: {error}"
    files = () if unreadable else expected_files(answer)
    return CodeBody(
        **known, answer=answer, solution=solution(answer), wanted=wanted, files=files, unreadable=unreadable
    )


def wanted_results(line: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return name and type of each result of a line, read from the files that its reference saves.

    Raises ValueError when they are not as many as the types, SyntaxError when the reference is not Python.
    """
    types, files = result_types(line), expected_files(answer_of(line["reference_answer"]))
    if len(files) != len(types):
        raise ValueError(f"{len(types)} result types and {len(files)} saved results")
    return tuple((file.rpartition(".")[0], kind) for file, kind in zip(files, types, strict=True))


def _chosen(line: Mapping[str, Any], known: Mapping[str, Any]) -> ChoiceBody:
    choice = line["choice"]
    return ChoiceBody(
        **known,
        question=choice["question"],
        setup=choice["setup"],
        answer=choice["answer"],
        options=tuple(LetteredOption(**{name: each[name] for name in _OPTION}) for each in choice["options"]),
        right=letter_of_reference(line["reference_answer"]),
    )


def needs_of(line: Mapping[str, Any]) -> Needs | None:
    """Return what the answer of a choice takes, as a line says; None where it does not say, as in older folders."""
    return next((each for each in NEEDS if line.get("needs") == each), None)


def answer_of(response: str) -> str:
    """Return the code of a response: its longest ```python block, or all of it where there is none."""
    return max(_BLOCK.findall(response), key=len, default=response)


FIELDS = (
    "data_id",
    "domain_name",
    "result_type",
    "current_query",
    "prompt_with_hist_txt",
    "prompt_with_hist_json",
    "reference_answer",
    "ref_code_hist",
    "ref_code_all",
    "eval_metrics",
)
"""The fields of a line, in the order in which they are written."""
_OPTION = ("letter", "text", "code", "template", "slip")
