"""Where things stand in a benchmark folder."""

from __future__ import annotations

import re
from pathlib import Path

from company.families.dialogues.records import Category

CARD = Path("README.md")
LINES = Path("data/dialogue_data")
RESOURCE = Path("data/resource")
FIGURES = Path("data/figures")
"""The figures that cases ask about, as <data_id>.png."""
REGISTERS = Path("data/registers")
"""The same cases with every query in one register: a folder for each, with files as in `LINES`."""
DIALOGUES = Path("data/dialogues.jsonl")
VERDICTS = Path("data/verdicts.jsonl")
"""What people said of the records that it was made of, one verdict a line, where they were asked."""
LOADED = Path("data/parquet")
"""The cases and the dialogues once more, for loaders: <config>.parquet."""
CROISSANT = Path("croissant.json")
PROVENANCE = Path("provenance.json")
RECORDINGS = Path("recordings")
"""The model calls of each run, where they are published, as <name of the run>.recording."""
FILES: dict[Category, str] = {
    "normal": "normal.jsonl",
    "private": "private.jsonl",
    "update_code": "action_correction.jsonl",
    "private_update_code": "private_action_correction.jsonl",
    "clarification": "action_clarification.jsonl",
    "private_clarification": "private_action_clarification.jsonl",
    "fast_fail": "action_una.jsonl",
    "best_guess": "action_bg.jsonl",
    "plot_qa": "action_plotqa.jsonl",
    "insight_mining": "action_analysis.jsonl",
}
"""The public format's name for the file of each category; clarifications had none there."""
HEADER = ("private_lib", "private_lib_json")
"""The fields of the first line of `private.jsonl`, which is no case."""
_PATTERN = re.compile(r"(?P<turn>.*\.t\d+)(\..*)?")
"""What a data_id looks like: the turn that it came from, then what sets it apart from the turn's other cases."""


def dialogue_of(data_id: str) -> str:
    """The id of the dialogue that a case came from; the data_id itself where it is none of ours."""
    return data_id.rpartition(".t")[0] or data_id


def turn_of(data_id: str) -> str:
    """The id of the turn that a case came from; the data_id itself where it is none of ours."""
    match = _PATTERN.fullmatch(data_id)
    return match["turn"] if match else data_id
