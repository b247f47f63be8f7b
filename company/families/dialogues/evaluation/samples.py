"""What models are shown of a case, and what their solvers need to know beside it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.families.dialogues.records import CATEGORIES, CHOSEN
from company.families.shared.choices.bodies import Needs, needs_of

Arm = Literal["full", "evidence", "explicit"]
ARMS: tuple[Arm, ...] = get_args(Arm)
"""Which words of a case that evolves are shown: all, only those turns that it depends on, or its terms spelled out."""
_PROMPTS = ("prompt_with_hist_txt", "prompt_with_hist_json")
_CODE = re.compile(r"```python\s*\n.*?```", re.DOTALL)
_FAILED = re.compile(r"^\w*(?:Error|Exception|Warning): ", re.MULTILINE)


@dataclass(frozen=True)
class Exchange:
    """A question and its answer, as a prompt shows them."""

    query: str
    answer: str


@dataclass(frozen=True)
class Posed:
    """A case as a solver meets it."""

    data_id: str
    category: str
    messages: tuple[Mapping[str, str], ...]
    """The prompt: role and content of each message."""
    example: Exchange | None
    """The last exchange of the history that went well; None where there is none (paper, 5.3: t = 1)."""
    figure: str | None = None
    """The file of the figure that it asks about, absolute."""
    needs: Needs | None = None
    """What its answer takes, of a choice whose line says."""
    clarifications: tuple[str, ...] = ()
    """What a client would answer, asked back."""

    @property
    def private(self) -> bool:
        """Whether it is answered with the private library."""
        return self.category.startswith("private")

    @property
    def by_code(self) -> bool:
        """Whether it is answered by code; else by choosing."""
        return self.category not in CHOSEN


def posed(content: Benchmark, categories: Collection[str] = (), arm: Arm = "full") -> Iterator[Posed]:
    """Yield the cases of a benchmark, of some categories or all; by another arm than "full", those that have it.

    Raises ConfigError for an unknown category or arm.
    """
    if arm not in ARMS:
        raise ConfigError(f"there is no arm {arm!r}; there are {', '.join(ARMS)}")
    if unknown := [name for name in categories if name not in CATEGORIES]:
        raise ConfigError(f"there is no category {unknown[0]!r}; there are {', '.join(CATEGORIES)}")
    for category, entries in content.cases.items():
        if categories and category not in categories:
            continue
        for entry in entries:
            if arm == "full":
                yield _posed(content, category, entry)
            elif shown := entry.get(arm):
                yield _posed(content, category, {**entry, **{name: shown[name] for name in _PROMPTS}})


def _posed(content: Benchmark, category: str, entry: Mapping[str, Any]) -> Posed:
    messages: tuple[Mapping[str, str], ...] = tuple(entry["prompt_with_hist_json"])
    answers: tuple[str, ...] = ()
    if entry.get("clarifications"):
        messages, answers = _unclear(messages, entry["clarifications"])
    figure = entry.get("figure")
    return Posed(
        entry["data_id"],
        category,
        messages,
        _example(messages),
        str((content.folder / figure).resolve()) if figure else None,
        needs_of(entry),
        answers,
    )


def _unclear(
    messages: Sequence[Mapping[str, str]], clarifications: Sequence[Mapping[str, str]]
) -> tuple[tuple[Mapping[str, str], ...], tuple[str, ...]]:
    """Return the prompt as it was before the question was made clear, and what makes it clear.

    The last exchanges are the vague query with the question back, and the answer to it, which begins the request.
    """
    answers = tuple(each["answer"] for each in clarifications)
    last = messages[-1]["content"]
    if len(messages) < 2 * len(answers) + 1 or not last.startswith(answers[-1]):
        return tuple(messages), answers
    vague = messages[-1 - 2 * len(answers)]["content"]
    request = f"{vague}{last.removeprefix(answers[-1])}"
    return (*messages[: -1 - 2 * len(answers)], {"role": "user", "content": request}), answers


def _example(messages: Sequence[Mapping[str, str]]) -> Exchange | None:
    between = [message["content"] for message in messages if message["role"] != "system"][:-1]
    pairs = list(zip(between[::2], between[1::2], strict=False))
    for query, answer in reversed(pairs):
        if _CODE.search(answer) and not _FAILED.search(answer):
            return Exchange(query, answer)
    return None
