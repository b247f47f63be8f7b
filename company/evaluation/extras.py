"""Packages that only some commands need, and that are not installed with the rest."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from company.errors import ConfigError


def need(extra: str, what: str, *modules: str) -> None:
    """Raise ConfigError where one of the modules is missing; `what` says what they do, `extra` what brings them."""
    if missing := [name for name in modules if find_spec(name) is None]:
        be = "is" if len(missing) == 1 else "are"
        raise ConfigError(f"{' and '.join(missing)}, {what}, {be} missing: pip install 'decision-company[{extra}]'")


def need_inspect() -> None:
    """Raise ConfigError where Inspect is missing, or in a notebook what it shows itself with."""
    need("evaluate", "which asks models and keeps their answers", "inspect_ai")
    if "ipykernel" in sys.modules:
        need("notebook", "without which Inspect asks nothing in a notebook", "ipywidgets")
