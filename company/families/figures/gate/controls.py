"""Wrong versions of a figure, shown to its check. Runs inside the sandbox, behind the reference; decides nothing."""

from __future__ import annotations

import contextlib
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

from company.results.likeness.controls import controls


def measure(order: Path, report: Path) -> None:
    """Write what a check says of each wrong version of the portrait that it has judged right.

    The order has the `check`, which is run here once for its functions, what it should have `required`, and portraits
    of `others` and of the `former` figure, whose values were replaced. A check that compares in no way that is known,
    or requires something else, is a "fault".
    """
    asked = json.loads(order.read_text())
    names: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        exec(compile(asked["check"], "eval_metrics.py", "exec"), names)
    if names.get("REQUIRED") != asked["required"] or not {"left_in", "likeness"} <= names.keys():
        report.write_text(json.dumps({"fault": "its check is not one that compares by its requirements"}))
        return
    reference = names["left_in"]("ref_result")
    found: dict[str, list[str]] = {}
    seen: Counter[str] = Counter()
    former = [("its original's figure", asked["former"])] if asked["former"] else []
    for label, wrong in (*controls(reference, asked["required"], asked["others"]), *former):
        seen[label] += 1
        name = label if seen[label] == 1 else f"{label} ({seen[label]})"
        found[name] = [str(_is_right(names, reference, wrong))]
    report.write_text(json.dumps({"controls": found}))


def _is_right(names: dict[str, Any], reference: Any, wrong: Any) -> bool:
    """Return what the check says of a portrait; one that it cannot compare is wrong."""
    try:
        return bool(names["likeness"](reference, wrong, names["REQUIRED"]).right)
    except Exception:  # noqa: BLE001 - as the check itself has it
        return False
