"""The cases once more as Parquet, for `datasets`, Croissant and other loaders: a file for each category.

The lines of the public format cannot be loaded as they are: `result_type` is a text or a list, `private.jsonl` opens
with a line that is no case, and fields differ from category to category. Here every file of a benchmark has the same
columns with the same types, null where a case has none, and figures are images.
"""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from company.benchmark.canary import FIELD as CANARY
from company.benchmark.files import LOADED
from company.families.dialogues.body.reference import result_types
from company.families.dialogues.records import Category, Register

Line = Mapping[str, Any]
Shape = str | list[Any] | dict[str, Any]
"""A column's type: a plain one by its name, a list's by the shape of its items, an object's by its fields."""
TEXT: Final = "string"
WHOLE: Final = "int64"
IMAGE: Final = "image"
SPLIT: Final = "test"
DIALOGUES_CONFIG: Final = "dialogues"
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
    "figure": TEXT,
    "image": IMAGE,
    "wrong": {"kind": TEXT, "difference": TEXT, "error": TEXT},
    "wrong_answers": [{"label": TEXT, "answer": TEXT}],
    "clarifications": [{"question": TEXT, "answer": TEXT}],
    "readings": [{"text": TEXT}],
    "prototype_code": TEXT,
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
    "turns": [
        {
            "turn": WHOLE,
            "question": WHOLE,
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
    CANARY: TEXT,
}
"""The columns of a dialogue, with the fields of its line."""
_LARGEST: Final = 256 * 1024 * 1024
_SQL: Final = {TEXT: "VARCHAR", WHOLE: "BIGINT", IMAGE: "VARCHAR"}
_COMPUTED: Final = ("category", "image", "more")


def config_name(category: Category, register: Register | None = None) -> str:
    """What a part of the benchmark is called for loaders; with `register`, the same cases in that register."""
    return f"{category}_{register}" if register else category


def file_of(config: str) -> Path:
    """Where the rows of a config are, in the folder."""
    return LOADED / f"{config}.parquet"


def case_columns(cases: Iterable[Line]) -> dict[str, Shape]:
    """The columns of these cases: those that any of them fills."""
    rows = [_row("normal", entry, {}) for entry in cases]
    filled = {name for row in rows for name, value in row.items() if value is not None}
    if any(entry.get("figure") for entry in cases):
        filled.add("image")
    return {name: shape for name, shape in CASE.items() if name in filled}


def write_loaded(
    folder: Path,
    cases: Mapping[Category, Sequence[Line]],
    registers: Mapping[Register, Mapping[Category, Sequence[Line]]],
    dialogues: Sequence[Line],
    figures: Mapping[str, bytes],
) -> None:
    """Write a Parquet file for each config of a benchmark folder; `figures` are PNGs by data_id.

    Equal rows give equal bytes under one version of DuckDB.
    """
    (folder / LOADED).mkdir(parents=True, exist_ok=True)
    columns = case_columns([entry for entries in cases.values() for entry in entries])
    parts = [(config_name(category), category, entries) for category, entries in cases.items()]
    parts += [
        (config_name(category, register), category, entries)
        for register, part in registers.items()
        for category, entries in part.items()
    ]
    for config, category, entries in parts:
        _write(folder / file_of(config), columns, (_row(category, entry, figures) for entry in entries))
    if dialogues:
        _write(folder / file_of(DIALOGUES_CONFIG), DIALOGUE, dialogues)


def read_loaded(file: Path) -> tuple[list[str], list[dict[str, Any]]]:
    """The names of the columns and the rows of a Parquet file; images as objects of bytes and path."""
    import duckdb

    with duckdb.connect() as database:
        found = database.execute("SELECT * FROM read_parquet(?)", [str(file)])
        names = [column[0] for column in found.description or ()]
        return names, [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def _row(category: Category, entry: Line, figures: Mapping[str, bytes]) -> dict[str, Any]:
    """A case as a row: lists where the format has a text or a list, or an object with any keys."""
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


def _write(file: Path, columns: Mapping[str, Shape], rows: Iterable[Line]) -> None:
    import duckdb

    told = json.dumps({"info": {"features": {name: _feature(shape) for name, shape in columns.items()}}})
    types = ", ".join(f"{_quoted(name)}: {_text(_sql(shape))}" for name, shape in columns.items())
    with tempfile.TemporaryDirectory(prefix="company-loading-") as temporary:
        lines = Path(temporary) / "rows.jsonl"
        with lines.open("w", encoding="utf-8") as stream:
            for row in rows:
                stream.write(json.dumps({name: row.get(name) for name in columns}, ensure_ascii=False) + "\n")
        reading = f"columns={{{types}}}, format='newline_delimited', maximum_object_size={_LARGEST}"
        source = f"read_json({_text(lines)}, {reading})"
        chosen = ", ".join(_selected(name, shape) for name, shape in columns.items())
        with duckdb.connect(config={"threads": 1}) as database:
            database.execute(
                f"COPY (SELECT {chosen} FROM {source}) TO {_text(file)} "
                f"(FORMAT parquet, COMPRESSION zstd, KV_METADATA {{huggingface: {_text(told)}}})"
            )


def _selected(name: str, shape: Shape) -> str:
    """An image's file name is the figure's, so that loaders know what it is."""
    if shape != IMAGE:
        return _quoted(name)
    path = f"parse_filename({_quoted('figure')})"
    return (
        f"CASE WHEN {_quoted(name)} IS NULL THEN NULL "
        f"ELSE struct_pack(bytes := from_base64({_quoted(name)}), path := {path}) END AS {_quoted(name)}"
    )


def _sql(shape: Shape) -> str:
    """The shape as DuckDB's type; an image arrives as base64."""
    if isinstance(shape, list):
        return f"{_sql(shape[0])}[]"
    if isinstance(shape, dict):
        return f"STRUCT({', '.join(f'{_quoted(name)} {_sql(each)}' for name, each in shape.items())})"
    return _SQL[shape]


def _feature(shape: Shape) -> Any:
    """The shape as `datasets` writes it down."""
    if isinstance(shape, list):
        return {"feature": _feature(shape[0]), "_type": "List"}
    if isinstance(shape, dict):
        return {name: _feature(each) for name, each in shape.items()}
    return {"_type": "Image"} if shape == IMAGE else {"dtype": shape, "_type": "Value"}


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(value: object) -> str:
    return "'" + str(value).replace("'", "''") + "'"
