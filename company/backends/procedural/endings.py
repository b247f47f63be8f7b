"""How a statement among options ends: its length then says nothing about whether it is true."""

from __future__ import annotations

import random
from typing import Any

ENDINGS = (
    "",
    "",
    " here",
    ", as it stands",
    ", by the figures at hand",
    ", going by all we have",
    ", which is worth a line in the report",
    ", and that is what the decision can rest on",
    ", at least as far as these data can tell",
)


def ended(draft: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A draft whose statements each have an ending drawn by lot; options that show values stay as they are."""
    if draft["form"] == "value":
        return draft
    options = [{**option, "text": option["text"] + chance.choice(ENDINGS)} for option in draft["options"]]
    return {**draft, "options": options}
