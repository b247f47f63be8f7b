"""Drafts of questions that are answered by choosing, as the prompts ask for them: of values, and of statements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

Draft = dict[str, Any]


def of_values(question: str, options: Iterable[tuple[str, str]], text: str = "{value}") -> Draft:
    """A question whose options are values in a text; each is (code, slip), the right one without a slip."""
    return {
        "question": question,
        "form": "value",
        "options": [{"text": text, "code": code, "slip": slip} for code, slip in options],
    }


def of_claims(question: str, options: Iterable[tuple[Sequence[str], str, str]]) -> Draft:
    """A question whose options are statements; each is (wordings, code, what it mixes up where it is not true)."""
    return {
        "question": question,
        "form": "claim",
        "options": [
            {"text": texts[0], "wordings": list(texts[1:]), "code": code, "slip": slip} for texts, code, slip in options
        ],
    }
