"""What staff are told that a drawing shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_DIGITS = 3
"""Of shares of the canvas."""


def facts_of(scene: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scene, told as JSON, with places as short as they can be."""
    told: dict[str, Any] = _short({name: value for name, value in scene.items() if value not in ((), [])})
    return told


def _short(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, Mapping):
        return {name: _short(each) for name, each in value.items()}
    return [_short(each) for each in value] if isinstance(value, list | tuple) else value
