"""What verifying a benchmark prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from company.benchmark.files import LOADED
from company.benchmark.layers import in_a_line
from company.benchmark.loading import HOW
from company.benchmark.verify import placed
from company.console.commands import command_line

MOST_FAILED = 20


def verification_text(benchmark: Path, found: Mapping[str, Any]) -> str:
    """Return the text of a verification: failed cases with their reasons, the controls, and the verdict last."""
    lines = list(found["problems"])
    if not found["has_gold"]:
        state = "has the problems above" if lines else "is as it should be, as far as its files show"
        lines.append(
            f"{benchmark} has no gold: its references, checks and right letters are held back, so no case was run. It "
            f"{state}. Verify the folder with the gold: {command_line('verify', 'HELD_BACK', '--public', benchmark)}"
        )
        return "\n".join(lines)
    failed = [case for case in found["cases"] if not case["passed"]]
    for case in failed[:MOST_FAILED]:
        lines += [f"{placed(case['place'], case['data_id'])}: {reason}" for reason in case["reasons"]]
    if len(failed) > MOST_FAILED:
        lines.append(f"… and {len(failed) - MOST_FAILED:,} more failed cases (--json has all)")
    controls = dict(found["controls"])
    slipped = controls.pop("slipped through", 0)
    shown = ", ".join(f"{count:,} {kind}" for kind, count in controls.items() if count)
    lines.append(f"wrong answers shown to the checks: {shown or 'none'}; {slipped:,} slipped through")
    if found["layers"]:
        lines.append(f"sandbox: {in_a_line(found['layers'])}")
    lines += [f"to be looked at: {remark}" for remark in found["remarks"]]
    lines.append(f"cases that pass: {found['passed']:,} of {len(found['cases']):,}")
    lines.append(f"{benchmark} {'passes' if found['ok'] else 'fails: it is not to be released'}")
    return "\n".join(lines)


def exported_text(benchmark: Path, held_back: Path | None = None, remarks: Sequence[str] = ()) -> str:
    """Return a text on where a benchmark was written, what is worth a look in it, and what to do next."""
    told = "".join(f"to be looked at: {remark}\n" for remark in remarks)
    lacking = (
        told if (benchmark / LOADED).is_dir() else f"{told}without Parquet files for loaders: {HOW}, and export again\n"
    )
    if held_back is None:
        return f"benchmark: {benchmark}\n{lacking}next: {command_line('verify', benchmark)}"
    return (
        f"public, without gold: {benchmark}\nheld back: {held_back}\n{lacking}"
        f"next: {command_line('verify', held_back, '--public', benchmark)}"
    )
