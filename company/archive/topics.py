"""What facts of a run are about. Known to those, too, who have no database."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Topic:
    """One kind of fact. The room that notes it defines it."""

    name: str
    parts: tuple[str, ...]
    """What tells its rows apart, such as a stage and a record; each is a text without spaces."""

    def key(self, subject: tuple[str, ...]) -> str:
        """Return the subject as it is stored. Raises ValueError for one that has not these parts."""
        if len(subject) != len(self.parts):
            raise ValueError(f"a fact of the topic {self.name!r} is about {', '.join(self.parts)}, not {subject}")
        return json.dumps(subject, ensure_ascii=False)
