"""What is wrong with a simulation.toml, in words: where, and what to write instead."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from company.config.model import ROLES, RoleModel
from company.config.section import Section
from company.config.settings import Settings
from company.errors import ConfigError, did_you_mean

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
        if error["type"] == "extra_forbidden":
            keys = _keys(kind, section)
            close = did_you_mean(key, keys)
            return ConfigError(f"{flag} {value}: there is no `{key}` in [{section}]{close}; it has {', '.join(keys)}")
        return ConfigError(f"{flag} {value}: {_complaint(error)}; give another value")
    place = f"{file}{line_of(text, section, key)}"
    known = kind.tables()
    section = section.strip()
    if section.partition(".")[0] not in known:
        names = [f"[{name}]" for name, each in known.items() if not each.WRITTEN]
        close = did_you_mean(section, known)
        return ConfigError(f"{place}: unknown table or key `{section}`{close}; the tables are {', '.join(names)}")
    if known[section.partition(".")[0]].WRITTEN:
        return _of_a_named(error, known[section], f"{file}{line_of_named(text, key)}", places)
    return _of_a_section(error, kind, (section, key), place, places)


def _of_a_section(
    error: ErrorDetails, kind: type[Settings], at: tuple[str, str], place: str, places: Sequence[str]
) -> ConfigError:
    """Return what is wrong with a table that the family has, or with one of its keys."""
    (section, key), known = at, kind.tables()
    if error["type"] == "missing" and key:
        return ConfigError(f"{place}: [{section}] has no `{key}`, which it needs; add it there")
    if error["type"] == "missing":
        return ConfigError(f"{place}: [{section}] is missing; add [{section}] {known[section].EXAMPLE}".rstrip())
    if not key:
        if error["type"] == "value_error":
            return ConfigError(f"{place}: [{section}] {_complaint(error)}")
        return ConfigError(f"{place}: `{section}` should be a table: write [{section}] and its keys below it")
    keys = _keys(kind, section)
    if (entry := known[section].ENTRY if section in known else None) is not None:
        return ConfigError(f"{place}: [{section}] {_of_an_entry(error, entry, key, places[2:])}; change it there")
    if error["type"] == "extra_forbidden":
        return ConfigError(
            f"{place}: unknown key `{key}` in [{section}]{did_you_mean(key, keys)}; its keys are {', '.join(keys)}"
        )
    # What was written where a key's name belongs may be the key.
    written = "" if key in _SECRET else f" = {error['input']!r}"
    return ConfigError(f"{place}: [{section}] {key}{written}: {_complaint(error)}; change it there")


def _of_a_named(error: ErrorDetails, kind: type[Section], place: str, places: Sequence[str]) -> ConfigError:
    """Return what is wrong with a table that the file has several of, each with a name of its own."""
    (_, name, *inner), entry, heading = places, kind.ENTRY, kind.WRITTEN
    if not inner:
        return ConfigError(f"{place}: [{heading}] {name}: {_complaint(error)}; change it there")
    if entry is not None and error["type"] == "extra_forbidden" and len(inner) == 1:
        said = f"unknown key `{inner[0]}`{did_you_mean(inner[0], entry.model_fields)}"
        return ConfigError(f"{place}: [{heading}] {name}: {said}; its keys are {', '.join(entry.model_fields)}")
    if error["type"] == "extra_forbidden":
        where = ".".join(inner[:-1])
        return ConfigError(f"{place}: [{heading}] {name}: {where}: unknown key `{inner[-1]}`; correct it, or remove it")
    where = ".".join(inner)
    return ConfigError(
        f"{place}: [{heading}] {name}: {where} = {error['input']!r}: {_complaint(error)}; change it there"
    )


def line_of_named(text: str, name: str) -> str:
    """Return the words ", line N" of the line that gives a table its name; empty where there is none."""
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(rf"""\s*name\s*=\s*["']{re.escape(name)}["']""", line):
            return f", line {number}"
    return ""


def _of_an_entry(error: ErrorDetails, entry: type[BaseModel], name: str, places: Sequence[str]) -> str:
    """Return what is wrong with a key that users name themselves, and that is a table of its own."""
    keys = list(entry.model_fields)
    if not places:
        return f"{name} = {error['input']!r}: should be a table in braces, with keys among {', '.join(keys)}"
    if error["type"] == "extra_forbidden":
        return f"{name}: unknown key `{places[0]}`{did_you_mean(places[0], keys)}; its keys are {', '.join(keys)}"
    return f"{name}: {places[0]} = {error['input']!r}: {_complaint(error)}"


def _keys(kind: type[Settings], section: str) -> list[str]:
    return list((RoleModel if "." in section else kind.tables()[section]).model_fields)


def _complaint(error: ErrorDetails) -> str:
    said = error["msg"].removeprefix("Value error, ").replace("Input should be", "should be")
    said = said.replace("a valid tuple", "an array, in square brackets")
    if error["type"] == "literal_error":
        said += did_you_mean(str(error["input"]), re.findall(r"'([^']+)'", error["ctx"]["expected"]))
    return said


def line_of(text: str, section: str, key: str) -> str:
    """Return the words ", line N" of a key, or of its table's header; empty where the text writes it in another way."""
    table = tuple(section.split("."))
    wanted, header = (*table, key), ""
    current: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _HEADER.match(line):
            current = _path(found[1])
            if current == table:
                header = f", line {number}"
            path = current
        elif found := _ASSIGNED.match(line):
            path = (*current, *_path(found[1]))
            if not current and path[:1] == (section,):
                return f", line {number}"
        else:
            continue
        if path[: len(wanted)] == wanted:
            return f", line {number}"
    return header


_KEY = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)"""
"""A part of a key: bare, or in quotes of either kind."""
_HEADER = re.compile(rf"\s*\[\[?\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*\]")
_ASSIGNED = re.compile(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*=")


def _path(written: str) -> tuple[str, ...]:
    """Return the parts of a key as TOML has it, without their quotes; () for what is no key."""
    try:
        content: Any = tomllib.loads(f"{written} = 0")
    except tomllib.TOMLDecodeError:
        return ()
    parts: list[str] = []
    while isinstance(content, dict):
        ((part, content),) = content.items()
        parts.append(part)
    return tuple(parts)
