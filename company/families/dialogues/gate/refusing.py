"""Runs the scripts of forgetful analysts, and has a case's check judge what they hand in. Runs inside the sandbox.

The history runs once; each script goes on from what it leaves, on copies of the tables. So may the reference, first.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pandas as pd

from company.results.printed import printed

ANSWER = Path("pred_result")


def refused(names: dict[str, Any], order: Path, report: Path) -> None:
    """Write what the check says of each forgetful analyst's answer. `names` are what the history left.

    Where the order has a `reference`, that hands in first what the others are held against; where it fails, only this
    is written, under "".
    """
    asked = json.loads(order.read_text())
    if error := asked["reference"] and _ran(asked["reference"], _copies(names)):
        report.write_text(json.dumps({"": {"error": error, "lines": []}}))
        return
    check = compile(asked["check"], "eval_metrics.py", "exec")
    told = {}
    for label, script in asked["scripts"].items():
        shutil.rmtree(ANSWER, ignore_errors=True)
        ANSWER.mkdir()
        error = _ran(script, _copies(names))
        told[label] = {"error": error, "lines": printed(check)}
    report.write_text(json.dumps(told))


def _ran(script: str, names: dict[str, Any]) -> str:
    names["__name__"] = "__main__"
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(script, "pred.py", "exec"), names)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - code that nobody has read may raise anything
        return f"{type(error).__name__}: {str(error)[:120]}"
    return ""


def _copies(names: dict[str, Any]) -> dict[str, Any]:
    return {name: _copied(value) for name, value in names.items()}


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, pd.DataFrame | pd.Series) else _deep(value)


def _deep(value: Any) -> Any:
    return copy.deepcopy(value) if isinstance(value, list | dict | set) else value
