"""The names of the colours that figures are asked for in."""

from __future__ import annotations

from functools import cache


@cache
def _names() -> dict[str, str]:
    from matplotlib.colors import CSS4_COLORS

    return {str(value).lower(): name for name, value in sorted(CSS4_COLORS.items(), reverse=True)}


def named_colour(value: str) -> str:
    """Return the name of a colour, #rrggbb; empty for one that has none."""
    return _names().get(value.lower(), "")
