"""A benchmark as pandas frames, for notebooks: a row for each case and each verdict, and what a family adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from company.benchmark.reading import Benchmark, read_verdicts
from company.errors import ConfigError

VERDICTS: Mapping[str, str] = {
    "record": "str",
    "kind": "str",
    "form": "str",
    "reviewer": "int64",
    "role": "str",
    "group": "str",
    "duty": "str",
    "verdict": "str",
    "said": "str",
    "flags": "object",
    "seconds": "float64",
    "standing": "bool",
    "late": "bool",
    "decision": "str",
    "decided_by": "str",
    "solved": "str",
    "solved_right": "object",
    "solved_seconds": "float64",
}


def case_frame(content: Benchmark) -> pd.DataFrame:
    """Return a row for each case, in the order of the files, by its `data_id`; the columns are the family's."""
    release = content.family.release
    columns = release.frame or {"data_id": "str", "category": "str", **dict.fromkeys(release.fields[1:], "object")}
    rows = [release.row(category, entry) for category, entries in content.cases.items() for entry in entries]
    return frame_of(rows, columns).set_index("data_id")


def further_frame(content: Benchmark, name: str) -> pd.DataFrame:
    """Return another frame that the family has. Raises ConfigError where it has none of this name."""
    frames = content.family.release.frames
    if name not in frames:
        has = f"; it has {', '.join(frames)}" if frames else ""
        raise ConfigError(f"a benchmark of {content.family.name} has no {name}{has}")
    return frames[name](content)


def verdict_frame(content: Benchmark) -> pd.DataFrame:
    """Return a row for each verdict that the folder publishes, in its order: who (a number) said what of which record.

    `record` is its id: a case's data_id, or the beginning of the data_ids of the cases that were made of it.
    """
    return frame_of(list(read_verdicts(content.folder)), VERDICTS)


def frame_of(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str]) -> pd.DataFrame:
    """Return rows with every column there, in its order and of its type, however few rows there are."""
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
