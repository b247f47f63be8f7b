"""The vocabulary of private functions: for each shape of a call, the one function that stands for it.

It is data: `vocabulary.toml`, whose head says what its keys are. A function is the same in every run, so that libraries
can be merged.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class Form:
    """A private function: how it is written, and what it stands for."""

    head: str
    """Name and parameters, as after `def`."""
    body: str
    """An expression that is returned; statements where they assign or draw."""
    doc: str
    pattern: str = ""
    """What it replaces, where that is not its body: a public call, or calls of private functions in a composition."""
    public: Mapping[str, str] = field(default_factory=dict)
    """What a call says for a parameter where the code says nothing: its public counterpart's way."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The rules of the house, by the parameter that each belongs to."""

    @property
    def name(self) -> str:
        """The function's name."""
        return self.head.partition("(")[0]


_GROUPS = ("house", "rows", "fields", "figures", "models", "charts")
_TOLD: Mapping[str, Any] = tomllib.loads(files(__package__).joinpath("vocabulary.toml").read_text(encoding="utf-8"))
IMPORTS: Mapping[str, str] = _TOLD["imports"]
"""Name in a body → the import that brings it."""
ARGUMENTS: Mapping[str, str] = _TOLD["arguments"]
"""What a parameter of this name is, whatever the function."""
COMPOSED: Mapping[str, Any] = _TOLD["composed"]
"""Functions composed of steps, by name."""
SHOWN: Mapping[str, Any] = {name: told for group in (*_GROUPS, "composed") for name, told in _TOLD[group].items()}
"""What each function returns, and its example, by name."""


def _form(name: str, told: Mapping[str, Any]) -> Form:
    more = {key: told[key] for key in ("pattern", "public", "rules") if key in told}
    return Form(f"{name}({told['parameters']})", told["body"], told["doc"], **more)


_FORMS = {group: tuple(_form(*entry) for entry in _TOLD[group].items()) for group in _GROUPS}
HOUSE, CHARTS = _FORMS["house"], _FORMS["charts"]
"""Those with rules of the house, and those that draw."""
FORMS: tuple[Form, ...] = tuple(form for forms in _FORMS.values() for form in forms)
"""In the order in which they are tried."""
