"""Ids of dialogues' records: a value with named parts.

`shops.p1.s2.d1.t03.private` is what follows turn 3 of dialogue 1 over scenario 2 of persona 1, about the table shops.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

_PATTERN = re.compile(
    r"(?P<domain>[^.]+)"
    r"(?:\.(?P<persona>p\d+)(?:\.(?P<scenario>s\d+)(?:\.(?P<dialogue>d\d+)(?:\.(?P<turn>t\d+))?)?)?)?"
    r"(?:\.(?P<rest>.+))?",
    re.DOTALL,
)
"""An id from its beginning, as far as it goes; whatever comes after the parts that have names is the rest."""
_OF_A_TURN = re.compile(r"(?P<turn>.*\.t\d+)(\..*)?")
"""What a data_id looks like, whoever numbered the rest: its turn, then what sets it apart from that turn's others."""


@dataclass(frozen=True)
class RecordId:
    """The id of a record, part by part; what an id does not go down to is empty."""

    domain: str
    """The table's name."""
    persona: str = ""
    """p1 …"""
    scenario: str = ""
    dialogue: str = ""
    turn: str = ""
    rest: str = ""
    """What sets a record apart from the others of the same parent, e.g. `private` or `lib`."""

    @classmethod
    def of(cls, text: str) -> Self:
        """Read an id. Raises ValueError for the empty text."""
        match = _PATTERN.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no id of a record")
        return cls(**{name: part or "" for name, part in match.groupdict().items()})

    def __str__(self) -> str:
        parts = (self.domain, self.persona, self.scenario, self.dialogue, self.turn, self.rest)
        return ".".join(part for part in parts if part)

    @property
    def persona_id(self) -> str:
        """The id of the persona that it is below."""
        return str(type(self)(self.domain, self.persona))

    @property
    def scenario_id(self) -> str:
        """The id of the scenario that it is below."""
        return str(type(self)(self.domain, self.persona, self.scenario))

    @property
    def dialogue_id(self) -> str:
        """The id of the dialogue that it is below."""
        return str(type(self)(self.domain, self.persona, self.scenario, self.dialogue))

    @property
    def turn_id(self) -> str:
        """The id of the turn that it is below."""
        return str(type(self)(self.domain, self.persona, self.scenario, self.dialogue, self.turn))


def turn_of(data_id: str) -> str:
    """Return the id of the turn that a case came from; the data_id itself where it is none of ours."""
    match = _OF_A_TURN.fullmatch(data_id)
    return match["turn"] if match else data_id


def dialogue_of(data_id: str) -> str:
    """Return the id of the dialogue that a case came from; the data_id itself where it is none of ours."""
    return data_id.rpartition(".t")[0] or data_id
