"""What people say, as data: sentences by occasion, words of the fields that they know, and what they lean to."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def words(name: str) -> dict[str, Any]:
    """Return the words of a file in this folder; lists of them as tuples. Not to be changed."""
    told = tomllib.loads((files("grammar.words") / f"{name}.toml").read_text("utf-8"))
    return {key: _fixed(each) for key, each in told.items()}


def _fixed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _fixed(each) for key, each in value.items()}
    return tuple(map(_fixed, value)) if isinstance(value, list) else value
