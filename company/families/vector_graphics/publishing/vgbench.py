"""The cases in VGBench's own layout, which its programs read as they are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from company.families.shared.choices.lettered import letter_of_reference
from company.families.vector_graphics.body import is_drawn, options_of_line
from company.families.vector_graphics.files import VGBENCH

Line = Mapping[str, Any]


def layout(cases: Mapping[str, Sequence[Line]], codes: Mapping[str, str]) -> Iterator[tuple[Path, bytes]]:
    """Yield the files: of each format and type the questions, of each format the captions by the names of pictures.

    VGBench takes the first three questions of a file as examples, so those that are marked as such come first.
    """
    for lines in cases.values():
        if not lines:
            continue
        form, question_type = lines[0]["format"], lines[0]["question_type"]
        ordered = sorted(lines, key=lambda line: not line.get("example", False))
        if is_drawn(lines[0]):
            pictures = {Path(line["reference_picture"]).name: line["current_query"] for line in ordered}
            yield VGBENCH / form / "captions.json", _json(pictures)
        else:
            told = [_question(number, line, codes[line["data_id"]]) for number, line in enumerate(ordered)]
            yield VGBENCH / form / f"final_dataset_{question_type}.json", _json(told)


def _question(number: int, line: Line, code: str) -> dict[str, Any]:
    return {
        "idx": number,
        "data": {"code": code},
        "query": {
            "idx": number,
            "q": line["choice"]["question"],
            "o": [f"{each['letter']}: {each['text']}" for each in options_of_line(line)],
            "a": letter_of_reference(line["reference_answer"]),
        },
        "data_id": line["data_id"],
    }


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
