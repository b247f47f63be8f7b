"""What an exported check says: the lines it prints, run in the folder of a case."""

from __future__ import annotations

import contextlib
import io
import types


def printed(check: types.CodeType | str) -> list[str]:
    """Return the lines that a check prints; an error is one line more, which no check can mean as True."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        try:
            code = compile(check, "eval_metrics.py", "exec") if isinstance(check, str) else check
            exec(code, {"__name__": "__main__"})
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the check raises is its verdict
            out.write(f"\n{type(error).__name__}")
    return [line.strip() for line in out.getvalue().splitlines() if line.strip()]
