"""A line of the log for each turn of a conversation: what the model did, what it was worth, and whose error it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any


@dataclass(frozen=True, kw_only=True)
class TurnLine:
    """One turn that was asked. What is not known of a turn without a case is None."""

    dialogue: str
    turn: int
    data_id: str | None
    """The case that checked it; None: it was asked and run, and not checked."""
    actions: int
    """Runs of code and questions, together."""
    calls: int
    """Replies of the model."""
    handed: list[str]
    """The wanted names that were there at the end."""
    right: bool | None
    lines: list[bool]
    """Of each wanted result, whether it is right."""
    failure: str | None
    outcome: str | None
    """A digest of what was handed in."""
    lapse: str | None = None
    """The forgetful analyst whose results it has."""
    term: str | None = None
    """What that one forgets."""
    whose: str | None = None
    """The class of the error: new, repeated, inherited or unclear; in the log `class`."""
    wrong_before: list[int] = field(default_factory=list)
    """Wrong turns whose results its reference rests on."""
    rests: bool = False
    """Whether its reference rests on the results of earlier turns at all."""
    questions: list[dict[str, Any]] = field(default_factory=list)
    """`text`, `item`, `kind` and `cost` of each; `other` where a model of the client took it to be something else."""
    items: list[str] = field(default_factory=list)
    """What was left open, so that it had to be asked for."""
    patience: int = 0
    """What is left of the client's."""
    tokens: dict[str, int] = field(default_factory=dict)
    """`input` (all that was read), `cached` (of these, what the server had read before) and `output`."""
    features: dict[str, Any] = field(default_factory=dict)
    """`pattern`, `distance`, `breadth` and so on, of an evolving case."""
    differs: list[int] = field(default_factory=list)
    """Actions whose code has printed something else when it was run again."""
    notes: str | None = None
    """What the model had written down at its end, where that is what it keeps of earlier turns."""

    def as_json(self) -> dict[str, Any]:
        """Return it as logs hold it."""
        told = asdict(self)
        return {("class" if name == "whose" else name): value for name, value in told.items()}

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> TurnLine:
        """Read the output of `as_json`; what a later version adds is passed over. Raises TypeError where it is none."""
        known = {each.name for each in fields(cls)}
        named = {("whose" if name == "class" else name): value for name, value in told.items()}
        return cls(**{name: value for name, value in named.items() if name in known})
