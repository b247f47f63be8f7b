"""What a private function is to the built-in company: how it is written, and what it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Form:
    """A private function as it is written and as it is recognised."""

    head: str
    """Name and parameters, as after `def`."""
    body: str
    """An expression that is returned; statements where they assign or draw."""
    doc: str
    pattern: str = ""
    """What it replaces, where that is not its body: a public call, or calls of private functions in a composition."""
    public: Mapping[str, str] = field(default_factory=dict)
    """What a call says for a parameter where the code says nothing: its public counterpart's way."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The rules of the house, by the parameter that each belongs to."""

    @property
    def name(self) -> str:
        """The function's name."""
        return self.head.partition("(")[0]
