"""A benchmark as pandas frames, for notebooks: a row for each case, for each turn, for each verdict of a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from company.benchmark.files import dialogue_of
from company.benchmark.reading import Benchmark as Content
from company.benchmark.reading import read_verdicts
from company.families.dialogues.body.reference import history_turns, result_types, solution
from company.families.dialogues.gate.choice import gold_letter
from company.families.dialogues.records import mode_of
from company.families.dialogues.statistics.dialogued import dialogued

CASES: Mapping[str, str] = {
    "data_id": "str",
    "category": "str",
    "mode": "str",
    "domain": "str",
    "dialogue": "str",
    "answered_by": "str",
    "types": "object",
    "intents": "int64",
    "history": "int64",
    "query": "str",
    "prompt": "str",
    "reference": "str",
}
TURNS: Mapping[str, str] = {
    "dialogue": "str",
    "turn": "int64",
    "register": "str",
    "persona": "str",
    "question": "Int64",
    "query": "str",
    "answer": "str",
    "code": "str",
    "types": "object",
    "operations": "object",
    "failed_attempts": "int64",
    "cases": "object",
}


def case_frame(content: Content) -> pd.DataFrame:
    """A row for each case, in the order of the files, by its `data_id`.

    `types` are the kinds of result that it asks for (`intents`: how many); `history` is the number of turns before it;
    `reference` is the code that answers it, or the right letter, as `answered_by` says ("code", "choice").
    """
    rows = [_case(category, entry) for category, entries in content.cases.items() for entry in entries]
    return _frame(rows, CASES).set_index("data_id")


def _case(category: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    chosen = "correct_answer" in entry["reference_answer"]
    types = result_types(entry)
    return {
        "data_id": entry["data_id"],
        "category": category,
        "mode": mode_of(category),
        "domain": entry["domain_name"],
        "dialogue": dialogue_of(entry["data_id"]),
        "answered_by": "choice" if chosen else "code",
        "types": types,
        "intents": len(types),
        "history": len(history_turns(entry["ref_code_hist"])),
        "query": entry["current_query"],
        "prompt": entry["prompt_with_hist_txt"],
        "reference": gold_letter(entry) if chosen else solution(entry["reference_answer"]),
    }


def turn_frame(content: Content) -> pd.DataFrame:
    """A row for each turn, by `dialogue` and `turn` (from 1): what was asked, what was answered, and how it went.

    `question` is the sub-goal that it serves; `cases` are the data_ids made of it. Where the folder does not tell of
    its dialogues, the turns are put together from the cases, as far as those tell.
    """
    rows = list(_told(content.dialogues) if content.dialogues else _pieced(content))
    return _frame(rows, TURNS).set_index(["dialogue", "turn"])


def _told(dialogues: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for line in dialogues:
        for turn in line["turns"]:
            yield {
                "dialogue": line["dialogue"],
                "register": line.get("register"),
                "persona": line["persona"]["name"],
                **{name: turn[name] for name in ("turn", "question", "query", "answer", "code")},
                "types": tuple(intent["type"] for intent in turn["intents"]),
                "operations": tuple(turn["operations"]),
                "failed_attempts": len(turn["failed_attempts"]),
                "cases": tuple(turn["cases"]),
            }


def _pieced(content: Content) -> Iterator[dict[str, Any]]:
    for dialogue in dialogued(content):
        for number, turn in enumerate(dialogue.turns, start=1):
            yield {
                "dialogue": dialogue.id,
                "turn": number,
                "register": dialogue.register,
                "question": turn.question,
                "query": turn.query,
                "code": turn.code,
                "types": turn.types,
                "operations": turn.operations,
                "failed_attempts": 0,
                "cases": (),
            }


VERDICTS: Mapping[str, str] = {
    "record": "str",
    "kind": "str",
    "form": "str",
    "reviewer": "int64",
    "role": "str",
    "duty": "str",
    "verdict": "str",
    "said": "str",
    "seconds": "float64",
    "standing": "bool",
    "late": "bool",
    "decision": "str",
    "decided_by": "str",
}


def verdict_frame(content: Content) -> pd.DataFrame:
    """A row for each verdict that the folder publishes, in its order: who (a number) said what of which record.

    `record` is its id: a case's data_id, or the beginning of the data_ids of the cases that were made of it.
    """
    return _frame(list(read_verdicts(content.folder)), VERDICTS)


def _frame(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str]) -> pd.DataFrame:
    """Every column there, in its order and of its type, however few rows."""
    return pd.DataFrame(
        {name: pd.array([row.get(name) for row in rows], dtype=_DTYPES[kind]) for name, kind in columns.items()}
    )


_DTYPES: Mapping[str, Any] = {
    "str": "string",
    "object": "object",
    "int64": "int64",
    "Int64": "Int64",
    "float64": "float64",
    "bool": "bool",
}
