"""How far an edit is from what the company wrote: 0, the same; 1, nothing of it is left.

Levenshtein's distance over the length of the longer text, by characters; of code by Python's tokens as well, which
leave its layout and its comments' length out of account.
"""

from __future__ import annotations

import io
import json
import token
import tokenize
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rapidfuzz.distance import Levenshtein

from human_review.verdicts import Edit

CODE = "code"
TOKENS = "code, by tokens"
LONGEST = 20_000
"""Characters, or tokens, of a field that are compared; beyond that the time would show when a verdict is sent."""
_LAYOUT = (token.NEWLINE, token.INDENT, token.DEDENT, token.ENDMARKER, tokenize.NL)


def distances(proposal: Mapping[str, Any], edit: Edit, measured: Collection[str] = ()) -> dict[str, float]:
    """Return field that was typed in → its distance; of code, a second one under `TOKENS`.

    `measured` fields are nobody's to type: they follow from code.
    """
    found: dict[str, float] = {}
    for field, new in edit.changes.items():
        if field in measured:
            continue
        before, after = _text(proposal.get(field)), _text(new)
        found[field] = _apart(before, after)
        if field == CODE:
            found[TOKENS] = _apart(tokens(before), tokens(after))
    return found


def overall(proposal: Mapping[str, Any], edit: Edit, measured: Collection[str] = ()) -> float:
    """Return the distance of all edited fields together, each as heavy as it is long."""
    changed, longest = 0, 0
    for field, new in edit.changes.items():
        if field not in measured:
            before, after = _text(proposal.get(field))[:LONGEST], _text(new)[:LONGEST]
            changed += Levenshtein.distance(before, after)
            longest += max(len(before), len(after))
    return changed / longest if longest else 0.0


def tokens(code: str) -> tuple[str, ...]:
    """Return Python's tokens of some code, without its layout; of what is no Python, its words."""
    try:
        read = list(tokenize.generate_tokens(io.StringIO(code).readline))
    except (tokenize.TokenError, SyntaxError):
        return tuple(code.split())
    return tuple(each.string for each in read if each.type not in _LAYOUT)


def _apart(before: Sequence[str], after: Sequence[str]) -> float:
    return Levenshtein.normalized_distance(before[:LONGEST], after[:LONGEST])


def _text(value: Any) -> str:
    """Return words as they are; lists and tables as JSON, a line for each entry: an added entry changes little."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, indent=0)
