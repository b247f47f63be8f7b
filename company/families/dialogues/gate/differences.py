"""How a wrong answer is wrong: it raises, or its result differs from the reference's in one of four ways."""

from __future__ import annotations

from typing import Final, Literal

from company.records import Frozen, Result

Difference = Literal["shape", "values", "type", "length"]
Way = Literal["raises", "other result"]
SHAPED: Final = frozenset({"dataframe", "series", "array", "index"})
"""Types whose size is a shape; that of other collections is a length."""


class Wrong(Frozen):
    """What was measured of a wrong version when it was run."""

    kind: Way
    error: str | None = None
    """Name of the exception, of one that raises."""
    difference: Difference | None = None
    """Of another result: the first in which it differs from the reference."""
    slip: str | None = None
    """The kind of slip that was made, such as "denominator" or "typing error"; None in older folders."""


def difference(wanted: Result, kind: str, size: tuple[int, ...], digest: str | None = None) -> Difference | None:
    """Return how a result of this type, size and digest differs from the wanted one; None where it does not."""
    if kind != wanted.type:
        return "type"
    if size != size_of(wanted):
        return "shape" if kind in SHAPED else "length"
    return None if digest == wanted.digest else "values"


def size_of(result: Result) -> tuple[int, ...]:
    """Return rows and columns of a frame, the shape of an array, the length of a sequence; () of anything else."""
    facts = result.facts
    if result.type == "dataframe":
        return facts["rows"], facts["width"]
    if result.type == "array":
        return tuple(facts["shape"])
    return (facts["length"],) if "length" in facts else ()
