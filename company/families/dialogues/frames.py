"""Benchmarks of dialogues as pandas frames: the row of a case, and a row for each turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from company.benchmark.frames import frame_of
from company.benchmark.reading import Benchmark
from company.families.dialogues.body.reference import history_turns, result_types, solution
from company.families.dialogues.categories import CATEGORIES
from company.families.dialogues.content import dialogues_of
from company.families.dialogues.ids import dialogue_of
from company.families.dialogues.statistics.dialogued import dialogued
from company.families.shared.choices.gate import gold_letter

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


def case_row(category: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row of a case.

    `types` are the kinds of result that it asks for (`intents`: how many); `history` is the number of turns before it;
    `reference` is the code that answers it, or the right letter, as `answered_by` says ("code", "choice").
    """
    chosen = "correct_answer" in entry["reference_answer"]
    types = result_types(entry)
    return {
        "data_id": entry["data_id"],
        "category": category,
        "mode": CATEGORIES[category].mode,
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


def turn_frame(content: Benchmark) -> pd.DataFrame:
    """Return a row for each turn, by `dialogue` and `turn` (from 1): what was asked and answered, and how it went.

    `question` is the sub-goal that it serves; `cases` are the data_ids made of it. Where the folder does not tell of
    its dialogues, the turns are put together from the cases, as far as those tell.
    """
    dialogues = dialogues_of(content)
    rows = list(_told(dialogues) if dialogues else _pieced(content))
    return frame_of(rows, TURNS).set_index(["dialogue", "turn"])


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


def _pieced(content: Benchmark) -> Iterator[dict[str, Any]]:
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
