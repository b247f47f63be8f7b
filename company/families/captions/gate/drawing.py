"""A figure's code is run, and what it draws is looked at; nothing that it leaves is believed without that."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.families.captions.gate.apart import covered
from company.families.captions.gate.gaps import broken
from company.families.captions.records import Chart
from company.families.shared.place import LINES_BEFORE, Place
from company.sandbox import Sandbox

_LOOK = "company.families.captions.gate.looking:look"
_IMPORT = "\nfrom figure_claims import *\n"
_EXACT = 1e-6
_CROWDED, _FLAT = 0.4, 0.15
"""Shares of the span of a figure within which all but one value, or all lines but one, are too close to be read."""


@dataclass(frozen=True)
class Held:
    """What a claim comes to. An error is a text."""

    drawn: bool | str
    low: bool | str
    """For an eye that is just off downwards."""
    high: bool | str
    blank: bool | str
    """On a blank page."""
    renamed: bool | str
    """Where every text of the figure is another one."""

    @property
    def clear(self) -> bool:
        """Whether it is true or false, and the same for an eye that is a little off."""
        return isinstance(self.drawn, bool) and self.drawn == self.low == self.high


@dataclass(frozen=True)
class Look:
    """What the code of a figure draws."""

    drawn: Sequence[Mapping[str, Any]]
    texts: Sequence[str]
    digest: str
    claims: Sequence[Held]
    picture: bytes
    together: Sequence[bool] = ()
    """Of each list of claims that was asked about, whether they may all hold on one figure."""


def whole(code: str) -> str:
    """Return code that leaves the figure open, and the vocabulary of claims beside it."""
    return f"{LINES_BEFORE}\n{code}{_IMPORT}"


@dataclass(frozen=True)
class Question:
    """What is asked of a figure's code."""

    claims: Sequence[str] = ()
    """That are executed on what it draws."""
    together: Sequence[Sequence[str]] = ()
    """Claims of which it is asked whether they may all hold on one figure with these names."""
    picture: bool = False


async def looked(code: str, asked: Question, resource: Path, sandbox: Sandbox, *, cold: bool = False) -> Look | str:
    """Run a figure's code and look at what it draws; a text says why it draws nothing that can be looked at.

    Raises SandboxError when the sandbox itself fails.
    """
    with Place.temporary(resource, sandbox) as place:
        order = {
            "claims": list(asked.claims),
            "together": [list(each) for each in asked.together],
            "picture": asked.picture,
        }
        found = await place.report(_LOOK, order, behind=whole(code), cold=cold)
    if isinstance(found, str):
        return found
    if "fault" in found:
        return str(found["fault"])
    held = [Held(*each) for each in found["claims"]]
    png = base64.b64decode(found.get("picture", ""))
    return Look(found["drawn"], found["texts"], found["digest"], held, png, found["together"])


def chart_of(drawn: Sequence[Mapping[str, Any]]) -> Chart | None:
    """Return what kind of figure it is; None where it is none that captions are written for."""
    if len(drawn) == 2 and all(page["lines"] for page in drawn):
        return "panels"
    if len(drawn) != 1 or any(drawn[0][kind] for kind in ("boxes", "slices", "grids", "bins")):
        return None
    if drawn[0]["bars"]:
        return "bar" if not drawn[0]["lines"] else None
    return "line" if drawn[0]["lines"] else None


def unfit(found: Look, chart: Chart, *, apart: bool = False) -> str | None:
    """Return what is wrong with a figure, in words for who has drawn it; None where it will do.

    `apart` is whether its lines are to be told apart by a column, which one alone cannot be.
    """
    kind = chart_of(found.drawn)
    wanted = {"line": "a line chart", "bar": "a bar chart", "panels": "two line charts side by side"}[chart]
    if kind != chart:
        return f"It does not show {wanted} and nothing else; draw that."
    page = found.drawn[0]
    if not (page["xlabel"] and page["ylabel"]):
        return "An axis has no name; name both."
    if chart == "bar":
        return None
    if apart and len(page["lines"]) < 2:
        return "It shows one line, where lines are told apart by a column: draw two to five."
    return _unfit_lines(found.drawn)


def _unfit_lines(drawn: Sequence[Mapping[str, Any]]) -> str | None:
    """Return what is wrong with the lines of a chart."""
    lines = drawn[0]["lines"]
    if not 1 <= len(lines) <= 5:
        return f"It shows {len(lines)} lines; one to five are wanted."
    if any(len(line["values"]) < 4 for line in lines):
        return "A line has fewer than four points; there is too little to see."
    values = [value for line in lines for value in line["values"]]
    if not all(isinstance(value, int | float) and math.isfinite(value) for value in values) or min(values) == max(
        values
    ):
        return "Its values are missing or all the same."
    if (flat := _flattened(lines)) is not None:
        return flat
    if any(place is None for line in lines for place in line["places"]):
        return "Some points stand at no label of the axis."
    if (gap := broken(lines)) is not None:
        return (
            f"A line leads from {gap[0]} to {gap[1]} across a place at which it has no value: draw its "
            "longest part without a gap, or sum up in wider steps."
        )
    names = [line["label"].casefold() for line in lines]
    if len(lines) > 1 and (not all(names) or len(set(names)) < len(names)):
        return "Its lines cannot be told apart: give each a name in a legend."
    if (hidden := covered(drawn)) is not None:
        return f"The line {hidden!r} cannot be seen, since another one covers it; leave it out, or sum up more rows."
    return None


def _flattened(lines: Sequence[Mapping[str, Any]]) -> str | None:
    """Return that one value, or one line, lies so far from all others that these look flat."""
    values = sorted(value for line in lines for value in line["values"])
    span = values[-1] - values[0]
    if min(values[-1] - values[1], values[-2] - values[0]) < _CROWDED * span:
        return (
            "One value lies so far from all others that these look flat: sum up more rows in each value, or leave out "
            "the places where there are hardly any."
        )
    if len(lines) < 3:
        return None
    for apart in lines:
        rest = [value for line in lines if line is not apart for value in line["values"]]
        if max(rest) - min(rest) < _FLAT * span:
            return f"The line {apart['label']!r} lies so far from all others that these look flat; leave it out."
    return None


def same_drawn(one: Any, other: Any) -> bool:
    """Return whether two figures show the same, numbers as far as versions of a library agree on them."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_drawn(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same_drawn, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=_EXACT, abs_tol=_EXACT * 1e-3)
    return bool(one == other)
