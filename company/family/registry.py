"""The families that there are, by name: those of this package, and those that installed packages bring along."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from company.errors import ConfigError
from company.family.family import Family

GROUP = "company.families"
"""The entry points by which an installed package brings a family: name = "module:object"."""
FAMILIES: dict[str, str] = {"dialogues": "company.families.dialogues.family:FAMILY"}
"""Name → where the family is, in the order in which a scenario is tried against them."""
DEFAULT = "dialogues"
"""The family of runs and benchmarks that name none."""


def names() -> tuple[str, ...]:
    """Return the names of all families, those of this package first."""
    return tuple(dict.fromkeys([*FAMILIES, *(each.name for each in _installed())]))


def family(name: str) -> Family:
    """Return the family of this name. Raises ConfigError where there is none."""
    return _loaded(name, _where(name))


def family_of_benchmark(folder: Path) -> Family | None:
    """Return the family whose lines an exported folder holds; None for a folder that is no benchmark."""
    return next((each for each in map(family, names()) if (folder / each.lines).is_dir()), None)


def _where(name: str) -> str:
    if name in FAMILIES:
        return FAMILIES[name]
    for each in _installed():
        if each.name == name:
            return each.value
    raise ConfigError(f"there is no family {name!r}; those that are installed are {', '.join(names())}")


@cache
def _installed() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=GROUP))


@cache
def _loaded(name: str, where: str) -> Family:
    module, _, attribute = where.partition(":")
    found = getattr(import_module(module), attribute)
    if not isinstance(found, Family) or found.name != name:
        raise ConfigError(f"{where} is not the family {name!r}; correct its entry point")
    return found
