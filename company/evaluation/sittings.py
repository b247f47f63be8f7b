"""What a model answered to a benchmark in one go; read from logs, and known without what writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from company.evaluation.scored import Scored
from company.family.registry import DEFAULT


@dataclass(frozen=True)
class Answered:
    """One answer of a model, and what it took; None where that is not known."""

    scored: Scored
    response: str
    seconds: float | None
    input_tokens: int | None
    output_tokens: int | None

    @property
    def tokens(self) -> int | None:
        """All that it read and wrote."""
        known = self.input_tokens is not None and self.output_tokens is not None
        return (self.input_tokens or 0) + (self.output_tokens or 0) if known else None


@dataclass(frozen=True)
class Sitting:
    """One model on a benchmark, asked in one mode."""

    model: str
    mode: str
    benchmark: str
    file: str
    answers: tuple[Answered, ...]
    failed: tuple[str, ...] = ()
    """Cases that came to no score, since the model or the sandbox failed."""
    family: str = DEFAULT
    """Of the benchmark."""
    told: Mapping[str, Any] = field(default_factory=dict)
    """Everything that the log's task says of itself; `manner` is how the model was asked beside its mode."""
    base_url: str = ""
    """Of the model's server, where it was another than usual."""
    lines: tuple[Mapping[str, Any], ...] = ()
    """What its samples tell beside their cases, in modes where a sample is several of them."""

    @property
    def name(self) -> str:
        """The model, and how it was asked."""
        return " · ".join(filter(None, (self.model, self.mode, str(self.told.get("manner", "")))))
