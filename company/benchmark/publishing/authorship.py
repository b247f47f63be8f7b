"""Where a benchmark comes from: who wrote it, from which seed, behind which layers of the sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from company.config import BUILT_IN, Layer

PROCEDURAL = BUILT_IN
NOBODY = "unknown"
"""The backend of a run in which nobody is noted to have played a role."""
NOT_GIVEN = "not given"


@dataclass(frozen=True)
class Origin:
    """Where a benchmark comes from, as far as its run was told."""

    backend: str
    model: str = ""
    seed: int | None = None
    licence: str = NOT_GIVEN
    """Of a table whose record does not tell it, in its author's words."""
    source: str = NOT_GIVEN
    """Where such a table was found."""
    roles: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Role → backend and model, where they are not all the same."""
    layers: Mapping[Layer, str] = field(default_factory=dict)
    """Each layer of the jail that code ran behind: "on", or why it was missing in some sitting; empty: unknown."""

    @classmethod
    def of(cls, settings: Mapping[str, Any], sandbox: Mapping[str, Any], backends: Mapping[str, Any]) -> Self:
        """Read a run's notes: the settings' seed, licence and source; the sandbox's layers; who plays which role."""
        table = settings.get("table") or {}
        played = {role: (each["name"], each["model"]) for role, each in backends.items()}
        same = set(played.values())
        backend, model = same.pop() if len(same) == 1 else ("several" if same else NOBODY, "")
        builtin = f"the `{table['builtin']}` data that come with scikit-learn" if table.get("builtin") else ""
        return cls(
            backend=backend,
            model=model,
            seed=(settings.get("model") or {}).get("seed"),
            roles=played if same else {},
            licence=table.get("licence") or NOT_GIVEN,
            source=table.get("source") or builtin or NOT_GIVEN,
            layers=sandbox.get("layers") or {},
        )
