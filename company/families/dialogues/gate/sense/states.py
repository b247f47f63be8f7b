"""States that pieces of code run on, each from the same start and without harm to another. Runs inside the sandbox."""

from __future__ import annotations

import contextlib
import copy
import io
import random
import sys
import types
from collections.abc import Mapping
from typing import Any

import numpy as np

Names = dict[str, Any]
SHARED = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type)
"""What code does not change, or cannot have a copy of."""


def state_after(history: str) -> Names:
    """Return the names that a history leaves."""
    names: Names = {"__name__": "__main__"}
    run(history, names)
    return names


def run(code: str, names: Names) -> None:
    """Run code from the same start each time: seeds are set, no figure is open, and nothing is shown."""
    _close_figures()
    random.seed(0)
    np.random.seed(0)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        exec(compile(code, "solution.py", "exec"), names)


def _close_figures() -> None:
    if (pyplot := sys.modules.get("matplotlib.pyplot")) is not None:
        pyplot.close("all")


def copies(values: Mapping[str, Any]) -> Names:
    """Return values that code may change without harm to ours; what cannot be copied is shared."""
    memo: dict[int, Any] = {}
    copied = dict(values)
    for name, value in values.items():
        if not isinstance(value, SHARED) and not name.startswith("__"):
            with contextlib.suppress(Exception):
                copied[name] = copy.deepcopy(value, memo)
    return copied
