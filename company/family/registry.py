"""The families that there are, by name: those of this package, and those that installed packages bring along."""

from __future__ import annotations

import contextlib
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from company.errors import ConfigError, did_you_mean
from company.family.family import Family

GROUP = "company.families"
"""The entry points by which an installed package brings a family: name = "module:object"."""
FAMILIES: dict[str, str] = {
    "dialogues": "company.families.dialogues.family:FAMILY",
    "captions": "company.families.captions.family:FAMILY",
    "figures": "company.families.figures.family:FAMILY",
    "vector_graphics": "company.families.vector_graphics.family:FAMILY",
}
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
    """Return the family that a folder is a benchmark of; None for one that is none."""
    return next((each for each in usable().values() if each.holds(folder)), None)


def usable() -> dict[str, Family]:
    """Return the families that can be loaded, by name: a broken package does no harm to the others."""
    loaded = {}
    for name in names():
        with contextlib.suppress(ConfigError):
            loaded[name] = family(name)
    return loaded


def _where(name: str) -> str:
    if name in FAMILIES:
        return FAMILIES[name]
    for each in _installed():
        if each.name == name:
            return each.value
    known = names()
    meant = did_you_mean(name, known)
    raise ConfigError(f"there is no family {name!r}{meant}; those that are installed are {', '.join(known)}")


@cache
def _installed() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=GROUP))


@cache
def _loaded(name: str, where: str) -> Family:
    module, _, attribute = where.partition(":")
    try:
        loaded = getattr(import_module(module), attribute)
    except Exception as error:
        raise ConfigError(
            f"the family {name!r} cannot be loaded from {where} ({type(error).__name__}: {error}); correct it, or "
            f"uninstall the package whose entry point in {GROUP} names it"
        ) from error
    if not isinstance(loaded, Family):
        raise ConfigError(f"{where} is no Family, but a {type(loaded).__name__}; correct the entry point {name!r}")
    if loaded.name != name:
        raise ConfigError(
            f"the family at {where} is called {loaded.name!r}, and its entry point {name!r}; give both one name"
        )
    if clash := sorted(loaded.records.keys() & loaded.categories.keys()):
        raise ConfigError(f"the family {name!r} calls a kind of record and a category {clash[0]!r}; rename one of them")
    return loaded
