"""The Python state of one dialogue: its names, its random numbers, and what is known of its variables."""

import linecache
import random
import sys
from typing import Any

import numpy as np

from company.sandbox.parts import MESSAGE, NAME
from company.sandbox.script import fresh_main
from company.sandbox.variables import Variables

SEED = 0


def seeded_main() -> dict[str, Any]:
    """Return the names of a new and empty `__main__`, with the random generators seeded."""
    random.seed(SEED)
    np.random.seed(SEED)
    return fresh_main()


class State:
    """All turns of a dialogue share one dictionary of names, as the cells of a notebook do."""

    def __init__(self) -> None:
        self.names = seeded_main()
        self._turns = 0
        self._variables = Variables()

    def run(self, code: str) -> dict[str, Any] | None:
        """Run a turn's code; None, or the fields of the `RunError` that ended it."""
        self._turns += 1
        file_name = f"<turn {self._turns}>"
        # Tracebacks and `inspect.getsource` find the code of a turn where they look for a file's lines.
        linecache.cache[file_name] = (len(code), None, code.splitlines(keepends=True), file_name)
        try:
            exec(compile(code, file_name, "exec", dont_inherit=True), self.names)
            sys.stdout.flush()
        except BaseException as error:  # noqa: BLE001 - untrusted code may raise anything, SystemExit included
            return error_of(error, file_name)
        return None

    def variables(self) -> list[dict[str, Any]]:
        """Return the fields of a `Variable` for every public name, in order of creation."""
        return self._variables.describe(self.names)


def error_of(error: BaseException, file_name: str) -> dict[str, Any]:
    """Return the fields of a `RunError`, with the last line of the code in `file_name` that led to it."""
    if isinstance(error, SyntaxError) and error.filename == file_name:
        return {"type": type(error).__name__, "message": str(error.msg)[:MESSAGE], "line": error.lineno}
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file_name:
            line = trace.tb_lineno
        trace = trace.tb_next
    kind = "MemoryError" if isinstance(error, MemoryError) else type(error).__name__
    return {"type": kind[:NAME], "message": message_of(error), "line": line}


def message_of(error: BaseException) -> str:
    """Return the error's message, bounded."""
    try:
        return str(error)[:MESSAGE]
    except Exception:  # noqa: BLE001 - an untrusted exception's own __str__ may fail in any way
        return ""
