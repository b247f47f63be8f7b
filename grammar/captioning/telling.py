"""What is told of a figure: sentences of claims, no two of which say the same."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from grammar.captioning.forms import Chart, Saying, all_of, clear_claims, mid

WAYS = ("rises", "falls", "turns_down", "turns_up", "no_way")
_KINDS = {
    "trend": tuple(f"{of}{way}" for of in ("", "series_") for way in WAYS),
    "ends": ("ends", "series_ends"),
    "extreme": ("peak", "low", "series_peak", "series_low"),
    "pair": ("above", "below"),
    "place": ("higher", "lower"),
    "reach": ("most", "least"),
    "value": ("value", "series_value"),
}
KIND_OF = {form: kind for kind, forms in _KINDS.items() for form in forms}
"""What a form is about."""
_PLAIN = {"value": 0.7, "place": 0.4}
"""How much later than others some kinds of claims come up."""
_MOST = {"value": 1, "place": 1, "pair": 1, "ends": 1, "extreme": 2, "trend": 2, "reach": 1}
_BETWEEN = re.compile(r"(\S+\.)\s+(?=[A-Z])")
"""What stands between two sentences, or within a name, such as "Rep.cost. EUR", with the word before it."""
_SHORTENED = re.compile(r"[^\W\d]\S*\.\S*[^\W\d]\.")
"""A word of several that are shortened, which ends no sentence: at an end, another full stop follows it."""


def capital(text: str) -> str:
    """Return a text that begins with a capital."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """Return a text that ends with one full stop, or with the question mark that it has."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def split(text: str) -> list[str]:
    """Return the sentences of a text."""
    starts = [0, *(each.end() for each in _BETWEEN.finditer(text) if not _SHORTENED.fullmatch(each[1]))]
    return [text[start:stop].rstrip() for start, stop in zip(starts, [*starts[1:], len(text)], strict=True)]


def axes(chart: Chart, chance: random.Random) -> str:
    """Return what a figure shows: one axis against the other, and for which series."""
    said = Saying("axes", {"x": mid(chart.x), "y": mid(chart.y)}).said(chance)
    return f"{said} for {all_of(chart)}" if chart.labels else said


def chosen(chart: Chart, most: int, chance: random.Random) -> list[Saying]:
    """Return so many claims of different kinds at most, in an order that reads well."""
    claims = list(clear_claims(chart))
    # A single value is what is told where there is little else.
    claims.sort(key=lambda claim: chance.random() + _PLAIN.get(KIND_OF[claim.form], 0.0))
    counts: Counter[str] = Counter()
    kept: list[Saying] = []
    mirrored: set[frozenset[str]] = set()
    for claim in claims:
        kind = KIND_OF[claim.form]
        pair = frozenset((claim.slots["s"], claim.slots["t"])) if "t" in claim.slots else frozenset()
        ended = kind == "ends" and not any(KIND_OF[each.form] == "trend" and _of(each) == _of(claim) for each in kept)
        if kind == "value" and any(_tells(each, claim) for each in kept):
            continue
        if len(kept) < most and counts[kind] < _MOST[kind] and (not pair or pair not in mirrored) and not ended:
            counts[kind] += 1
            mirrored.add(pair)
            kept.append(claim)
    order = list(_KINDS)
    return sorted(kept, key=lambda claim: (order.index(KIND_OF[claim.form]), claim.slots.get("s", "")))


def _tells(claim: Saying, value: Saying) -> bool:
    """Whether a claim tells the value of a line at a place."""
    places = {claim.slots.get(slot) for slot in "pq" if "v" in claim.slots}
    return _of(claim) == _of(value) and value.slots["p"] in places


def _of(claim: Saying) -> str:
    """Return the series that a claim is about."""
    return claim.slots.get("s", "")


def sentences(claims: Sequence[Saying], chance: random.Random) -> Iterator[str]:
    """Yield claims as sentences; where values are told of a rise or a fall of a single line, in one with it."""
    ends = [claim for claim in claims if claim.form == "ends"]
    rest = [claim for claim in claims if claim.form != "ends"]
    if not any(claim.form in ("rises", "falls") for claim in rest):
        ends.clear()  # values alone are no sentence
    waiting = ""
    for claim in rest:
        said = claim.said(chance)
        if claim.form in ("rises", "falls") and ends:
            said += f", {ends.pop().said(chance)}"
        if waiting:
            yield ended(f"{capital(waiting)}, and {said}")
            waiting = ""
        elif KIND_OF[claim.form] in ("trend", "pair") and " at " not in said and chance.random() < 0.3:
            waiting = said
        else:
            yield ended(capital(said))
    if waiting:
        yield ended(capital(waiting))
