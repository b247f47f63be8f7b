"""Where things stand in a benchmark folder of dialogues."""

from __future__ import annotations

from pathlib import Path

LINES = Path("data/dialogue_data")
FIGURES = Path("data/figures")
"""The figures that cases ask about, as <data_id>.png."""
REGISTERS = Path("data/registers")
"""The same cases with every query in one register: a folder for each, with files as in `LINES`."""
DIALOGUES = Path("data/dialogues.jsonl")
HEADER = ("private_lib", "private_lib_json")
"""The fields of the first line of `private.jsonl`, which is no case."""
