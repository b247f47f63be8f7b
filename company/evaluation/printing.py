"""Scores as text, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from company.benchmark.reading import Benchmark
from company.console.tally import dollars
from company.evaluation.accuracies import accuracy
from company.evaluation.scored import UNANSWERED, Scored
from company.showing import shown
from company.showing.grids import counted

MOST_WRONG = 12
"""Wrong answers that are named."""
_REASON = 160
"""Characters of why an answer is not right."""
Row = tuple[str, str, str]
"""What a line of a summary says: a name, a share, a note."""


def score_text(summary: Mapping[str, Any], rows: Sequence[Row], remarks: Sequence[str] = ()) -> str:
    """Return a summary in lines: its first rows, what is right by each grouping, what went wrong, and remarks."""
    blocks = [_columns(rows)]
    for name, groups in summary["by"].items():
        if len(groups) > 1:
            lines = [(f"  {value}", share_text(share), "") for value, share in groups.items()]
            blocks.append(f"by {name}\n{_columns(lines)}")
    failures = [(f"  {reason}", f"{count:,}", "") for reason, count in summary["failures"].items()]
    if failures:
        blocks.append("not right\n" + _columns(failures))
    return "\n\n".join([*blocks, *remarks])


def answered_rows(scored: Sequence[Scored]) -> list[Row]:
    """Return a row on the cases that were answered, where some were not: these count as wrong in all other rows."""
    answered = [case for case in scored if case.failure != UNANSWERED]
    if not answered or len(answered) == len(scored):
        return []
    left_out = counted(len(scored) - len(answered), "case")
    return [("of the answered alone", share_text(accuracy(answered).as_json()), f"{left_out} without a response")]


def wrong_text(scored: Sequence[Scored]) -> str:
    """Return the first answers that are not right, each with the reason; empty where all are."""
    wrong = [case for case in scored if not (case.right or case.undecided or case.failure == UNANSWERED)]
    if not wrong:
        return ""
    more = f", the first {MOST_WRONG} of {len(wrong):,}; --json has all" if len(wrong) > MOST_WRONG else ""
    rows = [
        (f"  {case.data_id}", str(shown(" ".join((case.reason or case.failure or "").split()), _REASON)), "")
        for case in wrong[:MOST_WRONG]
    ]
    return f"answers that are not right{more}\n{_columns(rows)}"


def left_out_text(content: Benchmark, scored: Sequence[Scored]) -> str:
    """Return which cases are given as examples, and so were neither asked nor scored; empty where there are none."""
    done = {case.data_id for case in scored}
    examples = {name: lines for name, lines in content.cases.items() if content.family.categories[name].shown}
    left = {name: sum(line["data_id"] not in done for line in lines) for name, lines in examples.items()}
    if not sum(left.values()):
        return ""
    count, named = counted(sum(left.values()), "case"), ",".join(name for name in left if left[name])
    return (
        f"{count} of {named} left out, which are given as examples: `company evaluate --categories {named}` asks them, "
        "and `company score` scores them where they are answered"
    )


def embeddings_text(told: Mapping[str, Any]) -> str:
    """Return the content of `Embedders.told` in a line."""
    tokens = "unknown" if told["tokens"] is None else f"{told['tokens']:,}"
    return (
        f"similarity by {told['code']} and {told['text']}: {told['codes']:,} pieces of code, {tokens} tokens sent, "
        f"cost {dollars(told['usd'])}"
    )


def share_text(share: Mapping[str, Any] | None) -> str:
    """Return a share with its interval as text; "-" where there is none."""
    if share is None:
        return "-"
    return f"{share['value']:6.1%}  ({interval_text(share)})  {counted(share['cases'], 'case')}"


def interval_text(share: Mapping[str, Any], sign: str = "") -> str:
    """Return the interval of a share as text, `sign` "+" for differences; "no interval" where there is none."""
    if share["low"] is None:
        return "no interval"
    return f"{share['low']:{sign}.1%} to {share['high']:{sign}.1%}"


def estimate_text(found: Mapping[str, Any] | None) -> str:
    """Return a correlation, or a difference of two, with its interval as text; "–" where it is undefined."""
    if found is None or found["value"] is None:
        return "–"
    interval = "" if found["low"] is None else f" ({found['low']:.3f} to {found['high']:.3f})"
    return f"{found['value']:.3f}{interval}"


def difference_text(difference: Mapping[str, Any]) -> str:
    """Return a difference of shares with its interval as text, in percentage points."""
    return f"{difference['value']:+.1%} ({interval_text(difference, '+')})"


def points_text(found: Mapping[str, Any]) -> str:
    """Return a resampled difference of shares with its interval as text; "–" where it is undefined."""
    if found["value"] is None:
        return "–"
    return difference_text(found)


def _columns(rows: Sequence[Row]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "\n".join(f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c}".rstrip() for a, b, c in rows)
