"""A code case whose question is put in other words, with everything else as it was (paper, appendix C)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def reworded(entry: Mapping[str, Any], query: str) -> dict[str, Any]:
    """Return the same line with another query, in the field of its own and in both prompts.

    Raises ValueError where the prompts do not end with the line's query.
    """
    *before, last = entry["prompt_with_hist_json"]
    old, request, text = entry["current_query"].strip(), last["content"].strip(), entry["prompt_with_hist_txt"]
    said, found, rest = text.rpartition(request)
    if not request.startswith(old) or not found:
        raise ValueError(f"{entry['data_id']}: its prompts do not end with its current_query; export it again")
    asked = query.strip() + request.removeprefix(old)
    return {
        **entry,
        "current_query": query,
        "prompt_with_hist_txt": said + asked + rest,
        "prompt_with_hist_json": [*before, {**last, "content": asked + "\n"}],
    }
