"""The names of the colours that figures are asked for in."""

from __future__ import annotations

from collections.abc import Mapping

_HEX: Mapping[str, str] = {
    "steelblue": "#4682b4",
    "tomato": "#ff6347",
    "seagreen": "#2e8b57",
    "goldenrod": "#daa520",
    "slateblue": "#6a5acd",
    "teal": "#008080",
    "indianred": "#cd5c5c",
    "darkorange": "#ff8c00",
    "olivedrab": "#6b8e23",
    "orchid": "#da70d6",
    "dimgray": "#696969",
    "gold": "#ffd700",
}
_NAMES = {value: name for name, value in _HEX.items()}


def named_colour(value: str) -> str:
    """Return the name of a colour, #rrggbb; empty for one that has none here."""
    return _NAMES.get(value.lower(), "")
