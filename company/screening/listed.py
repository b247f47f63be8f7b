"""What is looked for: names of people, places, and patterns of passages, read from the lists beside this module."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from company.records import FlagKind

Rule = tuple[re.Pattern[str], str]
"""A pattern, and why what it finds is shown to a person."""
_PART = re.compile(r"<<(\w+)>>")


@dataclass(frozen=True)
class Country:
    """A country, its cities and its regions; all names in English."""

    names: tuple[str, ...]
    """The usual one first; then others that mean the same."""
    adjective: str
    cities: tuple[str, ...]
    regions: tuple[str, ...]


@dataclass(frozen=True)
class People:
    """Names that are at home in the same countries."""

    countries: tuple[str, ...]
    """By their usual names."""
    women: tuple[str, ...]
    men: tuple[str, ...]
    families: tuple[str, ...]


@dataclass(frozen=True)
class Listed:
    """All lists; `people.toml`, `peoples.toml`, `places.toml` and `patterns.toml` say what is in them."""

    women: tuple[str, ...]
    men: tuple[str, ...]
    either: tuple[str, ...]
    families: tuple[str, ...]
    titles: tuple[str, ...]
    methods: frozenset[str]
    not_names: frozenset[str]
    countries: tuple[Country, ...]
    peoples: tuple[People, ...]
    """Whom clients are drawn from; every country is in one of them at least."""
    rules: Mapping[FlagKind, tuple[Rule, ...]]
    """The patterns behind each kind of flag."""


@cache
def listed() -> Listed:
    """Return all lists; they are read once."""
    people, peoples, places, patterns = (_read(name) for name in ("people", "peoples", "places", "patterns"))
    parts = patterns.pop("parts")
    people = {kind: tuple(names.split()) for kind, names in people.items()}
    countries = tuple(
        Country(tuple(one["names"]), one["adjective"], tuple(one["cities"]), tuple(one["regions"]))
        for one in places["country"]
    )
    return Listed(
        people["women"],
        people["men"],
        people["either"],
        people["families"],
        people["titles"],
        frozenset(people["methods"]),
        frozenset(people["not_names"]),
        countries,
        tuple(
            People(tuple(one["countries"]), *(tuple(one[kind].split()) for kind in ("women", "men", "families")))
            for one in peoples["people"]
        ),
        {kind: tuple(_rule(rule, parts) for rule in rules) for kind, rules in patterns.items()},
    )


def _read(name: str) -> dict[Any, Any]:
    return tomllib.loads((files("company.screening") / f"{name}.toml").read_text(encoding="utf-8"))


def _rule(rule: dict[str, Any], parts: dict[str, str]) -> Rule:
    pattern = rule["pattern"]
    while _PART.search(pattern):
        pattern = _PART.sub(lambda found: parts[found[1]], pattern)
    return re.compile(pattern, re.VERBOSE if rule.get("capitals") else re.VERBOSE | re.IGNORECASE), rule["why"]
