"""The cases of a benchmark, back in the dialogues that they were taken from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from company.benchmark.reading import Benchmark
from company.families.dialogues.body.reference import history_turns, result_types, solution
from company.families.dialogues.content import dialogues_of
from company.results.operations import operations


@dataclass(frozen=True)
class Exchange:
    """A query and its answer, as far as the exported files tell."""

    query: str | None
    """None where only the code of a turn was exported."""
    code: str | None
    types: tuple[str, ...] = ()
    question: int | None = None
    """1-based position of the sub-goal it serves."""

    @property
    def operations(self) -> tuple[str, ...]:
        """Kinds of operation in the code."""
        return operations(self.code) if self.code else ()

    @classmethod
    def of_entry(cls, entry: Mapping[str, Any]) -> Self:
        """Read an exported line."""
        return cls(entry["current_query"], solution(entry["reference_answer"]), result_types(entry))


@dataclass(frozen=True)
class Dialogued:
    """A dialogue and its turns, in order."""

    id: str
    register: str | None
    turns: tuple[Exchange, ...]


def dialogued(content: Benchmark) -> list[Dialogued]:
    """Return the dialogues of a benchmark: whole where it has them, else put together from its lines."""
    if dialogues := dialogues_of(content):
        return [_told(line) for line in dialogues]
    by_dialogue: dict[str, list[Mapping[str, Any]]] = {}
    for entry in content.cases.get("normal", ()):
        by_dialogue.setdefault(entry["data_id"].rpartition(".")[0], []).append(entry)
    return [Dialogued(name, None, _pieced(entries)) for name, entries in by_dialogue.items()]


def _told(line: Mapping[str, Any]) -> Dialogued:
    turns = (
        Exchange(
            query=turn["query"],
            code=turn["code"],
            types=tuple(intent["type"] for intent in turn["intents"]),
            question=turn["question"],
        )
        for turn in line["turns"]
    )
    return Dialogued(line["dialogue"], line["register"], tuple(turns))


def _pieced(entries: Sequence[Mapping[str, Any]]) -> tuple[Exchange, ...]:
    """Return the longest history's turns, with the query of those that are cases themselves, and the last case."""
    deepest = max(entries, key=lambda entry: len(history_turns(entry["ref_code_hist"])))
    known = {len(history_turns(entry["ref_code_hist"])): Exchange.of_entry(entry) for entry in entries}
    before = history_turns(deepest["ref_code_hist"])
    turns = [known.get(position, Exchange(None, code)) for position, code in enumerate(before)]
    return (*turns, Exchange.of_entry(deepest))
