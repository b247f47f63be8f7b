"""What a release gate says of a case."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class GateReport:
    """What the gate found in one case."""

    passed: bool
    reasons: tuple[str, ...] = ()
    """Why it did not pass; empty when it did."""
    measured: dict[str, Any] = field(default_factory=dict)
    """What was measured, as JSON. Under `controls`, each wrong answer that the check was shown, by its label, with what
    the check printed of it: "True" for every result that it took."""
