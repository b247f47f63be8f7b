"""A script run as `__main__` inside a process that runs already, and ended as the interpreter would end it."""

import atexit
import builtins
import os
import sys
import threading
import types
from typing import Any


def fresh_main() -> dict[str, Any]:
    """Return the names of a new and empty `__main__`."""
    main = types.ModuleType("__main__")
    main.__dict__["__builtins__"] = builtins
    sys.modules["__main__"] = main
    return main.__dict__


def run(path: str, names: dict[str, Any]) -> int:
    """Run the script with these names and return its exit code; uncaught exceptions are shown on stderr."""
    names["__file__"] = path
    sys.argv = [path]
    sys.path.insert(0, os.path.dirname(path))  # noqa: PTH120 - a stranger's script would not have pathlib loaded
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            code = compile(file.read(), path, "exec", dont_inherit=True)
        exec(code, names)
        answer = 0
    except SystemExit as leaving:
        answer = _exit_code(leaving.code)
    except BaseException as error:  # noqa: BLE001 - this is the last line between a script and the interpreter
        trace = error.__traceback__
        shown = error.with_traceback(trace.tb_next if trace else None)
        sys.excepthook(type(shown), shown, shown.__traceback__)
        answer = 1
    return answer if _finish() else 120


def _exit_code(code: object) -> int:
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    sys.stderr.write(f"{code}\n")
    return 1


def _finish() -> bool:
    """Wait for the threads, run what was registered for the end, and write out what was printed."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except Exception:  # noqa: BLE001 - a script may have replaced these by anything
        return False
    return True
