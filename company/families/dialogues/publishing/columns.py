"""The columns of dialogues' cases and of whole dialogues, as loaders find them.

The lines of the public format cannot be loaded as they are: `result_type` is a text or a list, `private.jsonl` opens
with a line that is no case, and fields differ from category to category. Here every file of a benchmark has the same
columns with the same types, null where a case has none, and figures are images.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from company.benchmark.canary import FIELD as CANARY
from company.benchmark.loading import IMAGE, TEXT, TRUTH, WHOLE, Part, Shape
from company.families.dialogues.body.reference import result_types

Line = Mapping[str, Any]
Cases = Mapping[str, Sequence[Line]]
_OPTION: Final = {"letter": TEXT, "text": TEXT, "code": TEXT, "template": TEXT, "slip": TEXT}
CASE: Final[dict[str, Shape]] = {
    "data_id": TEXT,
    "category": TEXT,
    "domain_name": TEXT,
    "result_type": [TEXT],
    "current_query": TEXT,
    "prompt_with_hist_txt": TEXT,
    "prompt_with_hist_json": [{"role": TEXT, "content": TEXT}],
    "reference_answer": TEXT,
    "ref_code_hist": TEXT,
    "ref_code_all": TEXT,
    "eval_metrics": TEXT,
    "choice": {"question": TEXT, "setup": TEXT, "answer": TEXT, "options": [_OPTION]},
    "needs": TEXT,
    "figure": TEXT,
    "image": IMAGE,
    "wrong": {"kind": TEXT, "difference": TEXT, "error": TEXT, "slip": TEXT},
    "wrong_answers": [{"label": TEXT, "answer": TEXT}],
    "paraphrases": [TEXT],
    "clarifications": [{"question": TEXT, "answer": TEXT}],
    "readings": [{"text": TEXT}],
    "prototype_code": TEXT,
    "needs_history": TRUTH,
    "difficulty": {"steps": WHOLE, "variables": WHOLE, "operations": WHOLE, "execution": TRUTH},
    "more": TEXT,
    CANARY: TEXT,
}
"""The columns of a case, in their order. `more` holds, as JSON, fields of a line that are none of these."""
DIALOGUE: Final[dict[str, Shape]] = {
    "dialogue": TEXT,
    "register": TEXT,
    "ended": TEXT,
    "persona": {"name": TEXT, "location": TEXT, "job_title": TEXT, "background": TEXT},
    "scenario": {"name": TEXT, "description": TEXT, "goal": TEXT},
    "prelude": TEXT,
    "questions": [TEXT],
    "turns": [
        {
            "turn": WHOLE,
            "question": WHOLE,
            "instead": TEXT,
            "client": TEXT,
            "query": TEXT,
            "answer": TEXT,
            "code": TEXT,
            "intents": [{"name": TEXT, "type": TEXT}],
            "operations": [TEXT],
            "results": [{"name": TEXT, "type": TEXT, "shown": TEXT}],
            "failed_attempts": [
                {"code": TEXT, "error": {"type": TEXT, "message": TEXT, "line": WHOLE}, "output": TEXT}
            ],
            "cases": [TEXT],
        }
    ],
    "closing": TEXT,
    CANARY: TEXT,
}
"""The columns of a dialogue, with the fields of its line."""
_COMPUTED: Final = ("category", "image", "more")
_WHOLE_DIALOGUES: Final = "dialogues"


def parts(
    cases: Cases, registers: Mapping[str, Cases], dialogues: Sequence[Line], figures: Mapping[str, bytes]
) -> list[Part]:
    """Return a part for each category, for each in each register, and for the dialogues; `figures`: PNG by data_id."""
    columns = case_columns([entry for entries in cases.values() for entry in entries])
    named = [(category, category, entries, True) for category, entries in cases.items()]
    named += [
        (f"{category}_{register}", category, entries, False)
        for register, part in registers.items()
        for category, entries in part.items()
    ]
    made = [
        Part(
            name,
            f"The cases of {name}, one a record.",
            columns,
            partial(_rows, category, entries, figures),
            category=whole,
            image_named_by="figure",
        )
        for name, category, entries, whole in named
    ]
    if dialogues:
        about = "Whole dialogues, failed attempts included."
        made.append(Part(_WHOLE_DIALOGUES, about, DIALOGUE, lambda: dialogues, key="dialogue", category=False))
    return made


def case_columns(cases: Sequence[Line]) -> dict[str, Shape]:
    """Return the columns of these cases: those that any of them fills."""
    rows = _rows("normal", cases, {})
    filled = {name for row in rows for name, value in row.items() if value is not None}
    if any(entry.get("figure") for entry in cases):
        filled.add("image")
    return {name: shape for name, shape in CASE.items() if name in filled}


def _rows(category: str, entries: Iterable[Line], figures: Mapping[str, bytes]) -> Iterable[dict[str, Any]]:
    return (_row(category, entry, figures) for entry in entries)


def _row(category: str, entry: Line, figures: Mapping[str, bytes]) -> dict[str, Any]:
    """Return a case as a row: lists where the format has a text or a list, or an object with any keys."""
    png = figures.get(str(entry["data_id"]))
    more = {name: value for name, value in entry.items() if name not in CASE or name in _COMPUTED}
    wrong = entry.get("wrong_answers")
    return {
        **{name: entry.get(name) for name in CASE},
        "category": category,
        "result_type": list(result_types(entry)),
        "image": None if png is None else base64.b64encode(png).decode(),
        "wrong_answers": wrong and [{"label": label, "answer": answer} for label, answer in wrong.items()],
        "more": json.dumps(more, ensure_ascii=False, sort_keys=True) if more else None,
    }
