"""What is wrong with a simulation.toml, in words: where, and what to write instead."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic_core import ErrorDetails

from company.config.model import ROLES, RoleModel
from company.config.settings import Settings
from company.errors import ConfigError

_SECRET = ("key", "base_url")
"""Keys whose values are not repeated in messages."""


def first_of(errors: Sequence[ErrorDetails]) -> ErrorDetails:
    """Return the error to tell of: the first one, but a mistyped key rather than the one that it was meant to be."""
    mistyped = [
        error for error in errors if error["type"] == "extra_forbidden" and error["loc"][0] == errors[0]["loc"][0]
    ]
    return mistyped[0] if errors[0]["type"] == "missing" and len(errors[0]["loc"]) > 1 and mistyped else errors[0]


def explained(
    error: ErrorDetails, kind: type[Settings], file: Path, text: str, over: dict[tuple[str, str], tuple[str, Any]]
) -> ConfigError:
    """Return pydantic's first error in words, with its position and the next step."""
    places = [str(part) for part in error["loc"]]
    if places[:1] == ["model"] and len(places) > 2 and places[1] in ROLES:
        places[:2] = [f"model.{places[1]}"]
    section, key = (*places, "", "")[:2]
    if (section, key) in over:
        flag, value = over[section, key]
        return ConfigError(f"{flag} {value}: {_complaint(error)}; give another value")
    place = f"{file}{line_of(text, section, key)}"
    known = kind.tables()
    section = section.strip()
    if section.partition(".")[0] not in known:
        return ConfigError(
            f"{place}: unknown table or key `{section}`{did_you_mean(section, known)}; "
            f"the tables are {', '.join(f'[{name}]' for name in known)}"
        )
    if error["type"] == "missing" and key:
        return ConfigError(f"{place}: [{section}] has no `{key}`, which it needs; add it there")
    if error["type"] == "missing":
        return ConfigError(f"{file}: [{section}] is missing; add [{section}] {known[section].EXAMPLE}".rstrip())
    if not key:
        if error["type"] == "value_error":
            return ConfigError(f"{place}: [{section}] {_complaint(error)}")
        return ConfigError(f"{place}: `{section}` should be a table: write [{section}] and its keys below it")
    keys = _keys(kind, section)
    if error["type"] == "extra_forbidden":
        return ConfigError(
            f"{place}: unknown key `{key}` in [{section}]{did_you_mean(key, keys)}; its keys are {', '.join(keys)}"
        )
    # What was written where a key's name belongs may be the key.
    written = "" if key in _SECRET else f" = {error['input']!r}"
    return ConfigError(f"{place}: [{section}] {key}{written}: {_complaint(error)}; change it there")


def _keys(kind: type[Settings], section: str) -> list[str]:
    return list((RoleModel if "." in section else kind.tables()[section]).model_fields)


def _complaint(error: ErrorDetails) -> str:
    said = error["msg"].removeprefix("Value error, ").replace("Input should be", "should be")
    said = said.replace("a valid tuple", "an array, in square brackets")
    if error["type"] == "literal_error":
        said += did_you_mean(str(error["input"]), re.findall(r"'([^']+)'", error["ctx"]["expected"]))
    return said


def did_you_mean(word: str, known: Any) -> str:
    """Return the words " (did you mean …?)" for the known word closest to this one; empty where none is close."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean `{close[0]}`?)" if close else ""


def line_of(text: str, section: str, key: str) -> str:
    """Return the words ", line N" of a key, or of its table's header; empty where the text writes it in another way."""
    current, header = "", ""
    for number, line in enumerate(text.splitlines(), start=1):
        if found := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            current = found[1]
            if current == section:
                header = f", line {number}"
        elif found := re.match(r"\s*\"?([\w-]+)\"?\s*=", line):
            if current == section and found[1] == key:
                return f", line {number}"
            if current == "" and found[1] == section:
                return f", line {number}"
    return header
