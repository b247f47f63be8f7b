"""What the built-in company's choices hang on: the moment that a brief describes, and not how it is worded."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from typing import Any

_NAMED = ("name", "message", "text", "questions")
"""Fields by which people, scenarios, tables, plans and messages that were taken back are told apart."""
_LISTED = ("questions", "scenarios")
"""Lists whose members are told apart by such fields."""
_COUNTED = ("said", "drafts", "attempts", "asked_before", "results_so_far", "answers")
"""Lists that grow while there is talk of one thing."""


def chance_at(seed: int, brief: Mapping[str, Any], messages: int) -> random.Random:
    """Return the source of a reply's choices, where they hang on the moment in a dialogue.

    That is the task, what the brief speaks of, and how often there was talk of it, which the number of messages tells,
    too. How much the brief tells of a table, or of what was said and found before, is no part of it: a prompt that is
    shortened leads to the same choices.
    """
    told = {key: moment for key in sorted(brief) if (moment := _moment(key, brief[key])) is not None}
    return _source(seed, messages, told)


def chance_of_all(seed: int, brief: Mapping[str, Any], messages: int) -> random.Random:
    """Return the source of a reply's choices, where they hang on all that the brief tells."""
    return _source(seed, messages, brief)


def _source(*facts: object) -> random.Random:
    return random.Random(hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest())


def _moment(key: str, told: Any) -> Any:
    """Return what a field of a brief, or one below it, tells of the moment; None where it tells nothing."""
    match told:
        case bool() | int() | float() | str():
            return told
        case Mapping():
            return {name: moment for name in _NAMED if (moment := _moment(name, told.get(name))) is not None} or None
        case list() if key in _COUNTED:
            return len(told) or None
        case list() if key in _LISTED:
            return [_moment("", each) for each in told]
        case [int(), *_]:
            return told
    return None
