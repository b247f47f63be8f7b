"""A case answered once more: the built-in company reads no conversation, and hands in its own code."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any


def answer_again(brief: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to an `answer_again` brief: the code that the turn had."""
    return {"message": "I take what was agreed as it holds now.", "code": brief["own"]}
