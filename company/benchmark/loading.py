"""The cases once more as Parquet, for `datasets`, Croissant and other loaders: a file for each part of a benchmark.

Lines of a format cannot always be loaded as they are: fields differ from category to category, and a value may be of
one type here and of another there. Here all parts that hold cases have the same columns with the same types, null where
a case has none, and images are images. The files are written with the optional extra `parquet`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from company.benchmark.canary import FIELD as CANARY
from company.benchmark.files import LOADED
from company.sandbox.roots import scratch

Line = Mapping[str, Any]
Shape = str | list[Any] | dict[str, Any]
"""A column's type: a plain one by its name, a list's by the shape of its items, an object's by its fields."""
TEXT: Final = "string"
WHOLE: Final = "int64"
NUMBER: Final = "float64"
TRUTH: Final = "bool"
IMAGE: Final = "image"
SPLIT: Final = "test"
HOW: Final = "pip install 'decision-company[parquet]'"
"""How the files for loaders are had where they cannot be written."""
_LARGEST: Final = 256 * 1024 * 1024
_SQL: Final = {TEXT: "VARCHAR", WHOLE: "BIGINT", NUMBER: "DOUBLE", TRUTH: "BOOLEAN", IMAGE: "VARCHAR"}
_PLAIN: Final = ((bool, TRUTH), (int, WHOLE), ((int, float), NUMBER), (str, TEXT))
"""Types of which a column can be, the first that all its values have."""


@dataclass(frozen=True)
class Part:
    """Rows that loaders know by a name."""

    name: str
    about: str
    """What its rows are, in a sentence."""
    columns: Mapping[str, Shape]
    rows: Callable[[], Iterable[Line]]
    """The rows, by the names of the columns; an image is its bytes as base64."""
    key: str = "data_id"
    """The column that tells its rows apart."""
    category: bool = True
    """Whether it is one of the parts that hold all cases between them."""
    image_named_by: str = ""
    """The column whose file name an image has."""
    config: str = ""
    """What loaders know it by, where it is one of several splits of that; empty: its own name."""
    split: str = SPLIT


def can_be_loaded() -> bool:
    """Return whether files for loaders can be written and read here."""
    return find_spec("duckdb") is not None


def file_of(part: str) -> Path:
    """Return the file of the rows of a part, in the folder."""
    return LOADED / f"{part}.parquet"


def parts_of(cases: Mapping[str, Sequence[Line]]) -> list[Part]:
    """Return a part for each category, with the fields of the lines as columns, as JSON where no plain type fits."""
    columns = _columns([entry for entries in cases.values() for entry in entries])
    return [
        Part(
            category,
            f"The cases of {category}, one a record.",
            columns,
            partial(_rows, category, entries, columns),
        )
        for category, entries in cases.items()
    ]


def _columns(entries: Sequence[Line]) -> dict[str, Shape]:
    names = dict.fromkeys(name for entry in entries for name in entry if name not in ("category", CANARY))
    columns: dict[str, Shape] = {name: _plain([entry.get(name) for entry in entries]) for name in names}
    canary = {CANARY: TEXT} if any(CANARY in entry for entry in entries) else {}
    return {"data_id": TEXT, "category": TEXT, **columns, **canary}


def _plain(values: Sequence[Any]) -> Shape:
    filled = [value for value in values if value is not None]
    for kind, shape in _PLAIN:
        if all(isinstance(value, kind) and (kind is bool or not isinstance(value, bool)) for value in filled):
            return shape
    return TEXT


def as_text(value: object) -> str:
    """Return a value as loaders get it that is neither a text nor of a column's own type."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _rows(category: str, entries: Iterable[Line], columns: Mapping[str, Shape]) -> Iterable[dict[str, Any]]:
    return (_row(category, entry, columns) for entry in entries)


def _row(category: str, entry: Line, columns: Mapping[str, Shape]) -> dict[str, Any]:
    row = {name: entry.get(name) for name in columns}
    texts = {
        name: as_text(value)
        for name, value in row.items()
        if columns[name] == TEXT and value is not None and not isinstance(value, str)
    }
    return {**row, **texts, "category": category}


def write_loaded(folder: Path, parts: Sequence[Part]) -> None:
    """Write a Parquet file for each part of a benchmark; equal rows give equal bytes under one version of DuckDB."""
    if parts:
        (folder / LOADED).mkdir(parents=True, exist_ok=True)
    for part in parts:
        _write(folder / file_of(part.name), part)


def read_loaded(file: Path) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the names of the columns and the rows of a Parquet file; images as objects of bytes and path."""
    import duckdb

    with duckdb.connect() as database:
        found = database.execute("SELECT * FROM read_parquet(?)", [str(file)])
        names = [column[0] for column in found.description or ()]
        return names, [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def _write(file: Path, part: Part) -> None:
    import duckdb

    columns = part.columns
    told = json.dumps({"info": {"features": {name: _feature(shape) for name, shape in columns.items()}}})
    types = ", ".join(f"{_quoted(name)}: {_text(_sql(shape))}" for name, shape in columns.items())
    with scratch("loading") as temporary:
        lines = temporary / "rows.jsonl"
        with lines.open("w", encoding="utf-8") as stream:
            for row in part.rows():
                stream.write(json.dumps({name: row.get(name) for name in columns}, ensure_ascii=False) + "\n")
        reading = f"columns={{{types}}}, format='newline_delimited', maximum_object_size={_LARGEST}"
        source = f"read_json({_text(lines)}, {reading})"
        chosen = ", ".join(_selected(name, shape, part.image_named_by) for name, shape in columns.items())
        with duckdb.connect(config={"threads": 1}) as database:
            database.execute(
                f"COPY (SELECT {chosen} FROM {source}) TO {_text(file)} "
                f"(FORMAT parquet, COMPRESSION zstd, KV_METADATA {{huggingface: {_text(told)}}})"
            )


def _selected(name: str, shape: Shape, named_by: str) -> str:
    """Return the SQL of a column; an image has the file name in another one, so that loaders know what it is."""
    if shape != IMAGE:
        return _quoted(name)
    path = f"parse_filename({_quoted(named_by)})"
    return (
        f"CASE WHEN {_quoted(name)} IS NULL THEN NULL "
        f"ELSE struct_pack(bytes := from_base64({_quoted(name)}), path := {path}) END AS {_quoted(name)}"
    )


def _sql(shape: Shape) -> str:
    """Return the shape as DuckDB's type; an image arrives as base64."""
    if isinstance(shape, list):
        return f"{_sql(shape[0])}[]"
    if isinstance(shape, dict):
        return f"STRUCT({', '.join(f'{_quoted(name)} {_sql(each)}' for name, each in shape.items())})"
    return _SQL[shape]


def _feature(shape: Shape) -> Any:
    """Return the shape as `datasets` writes it down."""
    if isinstance(shape, list):
        return {"feature": _feature(shape[0]), "_type": "List"}
    if isinstance(shape, dict):
        return {name: _feature(each) for name, each in shape.items()}
    return {"_type": "Image"} if shape == IMAGE else {"dtype": shape, "_type": "Value"}


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(value: object) -> str:
    return "'" + str(value).replace("'", "''") + "'"
