"""A script run as `__main__` inside a process that is warm already, and ended as the interpreter would end it."""

import atexit
import sys
import threading
from pathlib import Path

from company.sandbox.state import fresh_main


def run(path: Path) -> int:
    """Run the script and give its exit code; an exception that it does not catch is shown on stderr."""
    names = fresh_main()
    names["__file__"] = str(path)
    sys.argv = [str(path)]
    sys.path.insert(0, str(path.parent))
    try:
        exec(compile(path.read_bytes(), str(path), "exec", dont_inherit=True), names)
        code = 0
    except SystemExit as leaving:
        code = _exit_code(leaving.code)
    except BaseException as error:  # noqa: BLE001 - this is the last line between a script and the interpreter
        trace = error.__traceback__
        shown = error.with_traceback(trace.tb_next if trace else None)
        sys.excepthook(type(shown), shown, shown.__traceback__)
        code = 1
    return code if _finish() else 120


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
