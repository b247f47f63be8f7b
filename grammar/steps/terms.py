"""What the expressions in descriptions of steps can name, beside the slots and the source."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from grammar import scene, slots
from grammar.steps import amounts, base, charts, conditions, dating, earlier, fitting, leaving, linking, naming, words

_MODULES = (scene, slots, base, words, amounts, charts, conditions, earlier, fitting, naming, leaving, dating, linking)


def functions_of(module: ModuleType) -> dict[str, Any]:
    """Return the public functions and classes that a module defines, by name."""
    return {
        name: made
        for name, made in vars(module).items()
        if not name.startswith("_")
        and (inspect.isfunction(made) or inspect.isclass(made))
        and made.__module__ == module.__name__
    }


def _terms() -> dict[str, Any]:
    terms: dict[str, Any] = {}
    for module in _MODULES:
        if twice := terms.keys() & functions_of(module):
            raise ValueError(f"{module.__name__}: another module of terms has {min(twice)}, too")
        terms |= functions_of(module)
    return terms


TERMS: Mapping[str, Any] = _terms()
