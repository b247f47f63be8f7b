"""What a check of sense is, and what it finds in a case."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from company.families.dialogues.body.bodies import CodeBody
from company.families.shared.place import Place


@dataclass(frozen=True)
class Finding:
    """What a check finds in a case."""

    reasons: tuple[str, ...] = ()
    """Why the case does not make sense, a plain sentence each; empty where it does."""
    measured: Mapping[str, Any] = field(default_factory=dict)
    """What was measured, as JSON, under keys that no other check has."""


Check = Callable[[CodeBody, Place], Awaitable[Finding]]
"""Judges a case by its exported fields, and by what its code does in a fresh place beside the resources.

Raises SandboxError when the sandbox itself fails.
"""
