"""What a case is made of, as frozen types: what all have, and what those have that are answered by a letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self, get_args

from company.families.shared.choices.lettered import letter_of_reference

Needs = Literal["reading", "execution"]
"""What the answer of a choice takes: to read the prompt, or to execute code on what the history left behind."""
NEEDS: tuple[Needs, ...] = get_args(Needs)


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


def known_of(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that all bodies have, read from a line that has the fields of the format."""
    types = line["result_type"]
    return {
        "data_id": str(line["data_id"]),
        "domain": line["domain_name"],
        "types": tuple(types) if isinstance(types, list) else (types,),
        "query": line["current_query"],
        "text": line["prompt_with_hist_txt"],
        "messages": line["prompt_with_hist_json"],
        "reference": line["reference_answer"],
        "history": line["ref_code_hist"],
        "whole": line["ref_code_all"],
        "check": line["eval_metrics"],
        "more": {name: value for name, value in line.items() if name not in FIELDS},
    }


def choice_of(line: Mapping[str, Any]) -> ChoiceBody:
    """Parse a line that has the fields of the format, and the field `choice`."""
    choice = line["choice"]
    return ChoiceBody(
        **known_of(line),
        question=choice["question"],
        setup=choice["setup"],
        answer=choice["answer"],
        options=tuple(LetteredOption(**{name: each[name] for name in _OPTION}) for each in choice["options"]),
        right=letter_of_reference(line["reference_answer"]),
    )


def needs_of(line: Mapping[str, Any]) -> Needs | None:
    """Return what the answer of a choice takes, as a line says; None where it does not say, as in older folders."""
    return next((each for each in NEEDS if line.get("needs") == each), None)


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
