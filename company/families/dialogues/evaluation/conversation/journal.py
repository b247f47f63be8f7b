"""What code printed in a conversation, kept in a file: one that was stopped goes on with the same words.

Code that prints a time or an address would print others now; then a model would be asked something else, and paid
again. So what it was told stands, the code is run again for its state, and a difference is noted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from inspect_ai.model import ChatMessage

from company.evaluation.kept import add_line, lines_of


@dataclass
class Journal:
    """Outputs by what was said until then. Without a file, nothing is kept."""

    file: Path | None = None
    _known: dict[str, str] | None = field(default=None, repr=False)

    def output(self, key: str, now: str) -> tuple[str, bool]:
        """Return the output of an action, the one that was told before where there is one; and whether they differ."""
        known = self._read()
        if key in known:
            return known[key], known[key] != now
        known[key] = now
        if self.file is not None:
            add_line(self.file, {"key": key, "output": now})
        return now, False

    def _read(self) -> dict[str, str]:
        if self._known is None:
            told = (line for line in lines_of(self.file) if "key" in line and "output" in line)
            self._known = {str(line["key"]): str(line["output"]) for line in told}
        return self._known


def key_of(manner: str, messages: Sequence[ChatMessage], place: int) -> str:
    """Return the key of the output of a reply's action: how it was asked, all that was said, and which action it is."""
    said = [[each.role, each.text] for each in messages]
    return hashlib.sha256(json.dumps([manner, said, place]).encode()).hexdigest()
