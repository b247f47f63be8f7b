"""The side of a portrait that is ours: what code left behind is held against the picture, and against its own form."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from company.results.portraits.reading import MOST_AXES, MOST_NUMBERS, MOST_SERIES, VERSION

MOST_BYTES = 16_000_000
"""Of all lines that a program left; what is larger was not written by the hook."""
_PAGE = {
    "place": list,
    "projection": str,
    "scales": dict,
    "limits": dict,
    "colourbar": bool,
    "title": str,
    "ticks": dict,
    "legends": list,
    "notes": list,
    "series": list,
}


class NoPortrait(ValueError):
    """A picture has no portrait that can be believed; the message says why."""


def portrait_of(picture: bytes, lines: bytes) -> dict[str, Any]:
    """Return the portrait of a picture from the lines that `taking` left; the latest where it was saved repeatedly.

    Raises NoPortrait where matplotlib has not saved these bytes, where its figure could not be read, and where a line
    is none that the hook would write.
    """
    if not lines.strip():
        raise NoPortrait("no figure of matplotlib was saved with `savefig`")
    if len(lines) > MOST_BYTES:
        raise NoPortrait(f"there are {len(lines):,} bytes of portraits; {MOST_BYTES:,} are the most that can be")
    digest = hashlib.sha256(picture).hexdigest()
    found = None
    for text in lines.splitlines():
        try:
            line = json.loads(text, parse_constant=_refused)
        except (ValueError, RecursionError):
            continue
        if isinstance(line, dict) and line.get("sha256") == digest:
            found = line
    if found is None:
        raise NoPortrait("the picture is not one that matplotlib's `savefig` wrote")
    if found.get("portrait") is None:
        raise NoPortrait(f"the figure cannot be read ({str(found.get('problem'))[:100]})")
    return checked(found["portrait"])


def checked(portrait: Any) -> dict[str, Any]:
    """Return a portrait, where it has the form and the size that one has; raises NoPortrait otherwise."""
    if not isinstance(portrait, dict) or portrait.get("version") != VERSION:
        raise NoPortrait(f"a portrait of version {VERSION} is needed")
    pages = portrait.get("axes")
    if not isinstance(pages, list) or len(pages) > MOST_AXES or not isinstance(portrait.get("title"), str):
        raise NoPortrait("a portrait has a list of axes and a title")
    numbers = sum(_size(page) for page in pages)
    if numbers > 2 * MOST_NUMBERS:
        raise NoPortrait(f"there are {numbers:,} values in the portrait; {2 * MOST_NUMBERS:,} are the most")
    return portrait


def _size(page: Any) -> int:
    """Return how many values an axes holds; raises NoPortrait where it has another form."""
    wrong = [key for key, kind in _PAGE.items() if not isinstance(page, dict) or not isinstance(page.get(key), kind)]
    if wrong or len(page["series"]) > MOST_SERIES:
        raise NoPortrait(f"an axes of the portrait has another form: {', '.join(wrong) or 'series'}")
    for each in page["series"]:
        channels = each.get("channels") if isinstance(each, dict) else None
        if not isinstance(channels, dict) or not isinstance(each.get("kind"), str) or not channels:
            raise NoPortrait("a series of the portrait has no kind or no channels")
        lengths = {len(values) if isinstance(values, list) else -1 for values in channels.values()}
        if len(lengths) != 1 or -1 in lengths or not isinstance(each.get("name"), str):
            raise NoPortrait("the channels of a series have to be as long as one another")
        if not all(_is_column(values) for values in channels.values()):
            raise NoPortrait("a channel of a series holds numbers, or texts")
    return sum(len(values) for each in page["series"] for values in each["channels"].values())


def _is_column(values: list[Any]) -> bool:
    numbers = all(each is None or (isinstance(each, int | float) and not isinstance(each, bool)) for each in values)
    return numbers or all(isinstance(each, str) for each in values)


def _refused(constant: str) -> Any:
    raise ValueError(f"{constant} is no value of a portrait")
