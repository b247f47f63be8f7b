"""The Python state of one dialogue: its names, its random numbers, and what is known of its variables."""

import builtins
import contextlib
import linecache
import random
import sys
import types
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from company.results.capture import describe_variable

SEED = 0
MESSAGE = 2_000
"""Characters of an error's message that are kept."""
_NUMBERS, _OBJECTS = 200_000, 20_000
"""Values of a column that are looked at to see whether it changed; longer columns are sampled evenly."""
_DESCRIBED_COLUMNS = 60


def fresh_main() -> dict[str, Any]:
    """The names of a new and empty `__main__`, with the random generators seeded."""
    main = types.ModuleType("__main__")
    main.__dict__["__builtins__"] = builtins
    sys.modules["__main__"] = main
    random.seed(SEED)
    np.random.seed(SEED)
    return main.__dict__


class State:
    """All turns of a dialogue share one dictionary of names, as the cells of a notebook do."""

    def __init__(self) -> None:
        self.names = fresh_main()
        self._turns = 0
        self._described: dict[str, tuple[object, dict[str, Any]]] = {}

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
        """The fields of a `Variable` for every public name, in order of creation; changed frames are looked at anew."""
        found: dict[str, tuple[object, dict[str, Any]]] = {}
        for name, value in list(self.names.items()):
            if not name.startswith("_") and _is_variable(value):
                mark = _mark(value)
                known = self._described.get(name)
                if mark is None or known is None or known[0] != mark:
                    known = (mark, _described(name, value))
                found[name] = known
        self._described = found
        return [fields for _, fields in found.values()]


def error_of(error: BaseException, file_name: str) -> dict[str, Any]:
    """The fields of a `RunError`, with the last line of the code in `file_name` that led to it."""
    if isinstance(error, SyntaxError) and error.filename == file_name:
        return {"type": type(error).__name__, "message": str(error.msg)[:MESSAGE], "line": error.lineno}
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file_name:
            line = trace.tb_lineno
        trace = trace.tb_next
    kind = "MemoryError" if isinstance(error, MemoryError) else type(error).__name__
    return {"type": kind, "message": message_of(error), "line": line}


def message_of(error: BaseException) -> str:
    """What the error says of itself, bounded."""
    try:
        return str(error)[:MESSAGE]
    except Exception:  # noqa: BLE001 - an untrusted exception's own __str__ may fail in any way
        return ""


def _is_variable(value: object) -> bool:
    if isinstance(value, types.FunctionType):
        return value.__module__ == "__main__"
    return not isinstance(value, types.ModuleType | type | types.BuiltinFunctionType | np.ufunc)


def _described(name: str, value: object) -> dict[str, Any]:
    try:
        return describe_variable(name, value)
    except Exception:  # noqa: BLE001 - a variable that cannot be looked at is no reason to fail the turn
        return {"name": name, "type": type(value).__name__}


def _mark(value: object) -> object:
    """What changes when a frame or series does; None for a value that is quick to describe again."""
    columns: Mapping[int, pd.Series]
    if type(value) is pd.DataFrame:
        width = min(value.shape[1], _DESCRIBED_COLUMNS)
        columns = {position: value.iloc[:, position] for position in range(width)}
        labels: object = list(map(repr, value.columns))
    elif type(value) is pd.Series:
        columns, labels = {0: value}, repr(value.name)
    else:
        return None
    with contextlib.suppress(Exception):  # unhashable or unruly values: looked at anew each time
        content = [(str(column.dtype), _content(column)) for column in columns.values()]
        return (id(value), value.shape, labels, value.index.name, content)
    return None


def _content(column: pd.Series) -> int:
    if isinstance(column.dtype, pd.CategoricalDtype):
        column = column.cat.codes
    elif isinstance(column.dtype, pd.DatetimeTZDtype):
        column = column.dt.tz_localize(None)
    plain = isinstance(column.dtype, np.dtype) and column.dtype.kind in "biufcmM"
    values = column.iloc[:: max(1, len(column) // (_NUMBERS if plain else _OBJECTS))].to_numpy()
    if values.dtype.kind in "biufcmM":
        return zlib.crc32(np.ascontiguousarray(values).data.cast("B"))
    return hash(tuple(values.tolist()))
