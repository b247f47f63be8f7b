"""Scores as text, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from company.console.progress import dollars

PUBLISHED = {"overall": 0.4589, "code": 0.3343}
"""The best model's accuracy on release 1.0 of the original benchmark."""


def score_text(figures: Mapping[str, Any]) -> str:
    """The figures of `figures.summary` in lines: what is right, by which grouping, and what went wrong."""
    head = [
        ("accuracy", _share(figures["accuracy"]), f"original, best model: {PUBLISHED['overall']:.1%}"),
        ("as the official evaluator counts", _share(figures["official"]), ""),
        ("single results", _share(figures["intents"]), ""),
        ("AccR, on the private library", _share(figures["accuracy_with_recall"]), ""),
        *_similarity(figures),
    ]
    blocks = [_columns(head)]
    for name, groups in figures["by"].items():
        if len(groups) > 1:
            blocks.append(f"by {name}\n" + _columns([(f"  {value}", _share(one), "") for value, one in groups.items()]))
    failures = [(f"  {reason}", f"{count:,}", "") for reason, count in figures["failures"].items()]
    if failures:
        blocks.append("not right\n" + _columns(failures))
    if figures["errors"]:
        blocks.append("raised: " + ", ".join(f"{error} {count:,}" for error, count in figures["errors"].items()))
    return "\n\n".join(blocks)


def _similarity(figures: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """What counts code that is wrong and close to the reference's, or how to have it computed."""
    if figures["accuracy_with_similarity"] is None:
        return [("AccSE, AccSER", "not computed", "--code-embeddings computes them")]
    return [
        ("AccSE, close code counts in part", _share(figures["accuracy_with_similarity"]), ""),
        ("AccSE, on code alone", _share(figures["accuracy_with_similarity_on_code"]), ""),
        ("AccSER, on the private library", _share(figures["accuracy_with_similarity_and_recall"]), ""),
    ]


def embeddings_text(told: Mapping[str, Any]) -> str:
    """What `Embedders.told` says, in a line."""
    tokens = "unknown" if told["tokens"] is None else f"{told['tokens']:,}"
    return (
        f"similarity by {told['code']} and {told['text']}: {told['codes']:,} pieces of code, {tokens} tokens sent, "
        f"cost {dollars(told['usd'])}"
    )


def _share(one: Mapping[str, Any] | None) -> str:
    if one is None:
        return "-"
    return f"{one['value']:6.1%}  ({one['low']:.1%} to {one['high']:.1%})  {one['cases']:,} cases"


def _columns(rows: list[tuple[str, str, str]]) -> str:
    widths = [max(len(row[place]) for row in rows) for place in (0, 1)]
    return "\n".join(f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c}".rstrip() for a, b, c in rows)
