"""What the whole numbers of a column stand for, guessed from its name and its values; fractions are quantities.

A guess says how sure it is. A name alone is never enough: hours lie between 0 and 24, years between 1500 and 2100,
classes are few. Numbers without a telling name are counts or quantities, with a doubt where a code looks the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from company.results.roles import ColumnKind, ColumnRole

IDENTIFIER = re.compile(
    r"(^|[_\W])(?i:id|ids|uuid|guid|key|code|zip|zip_?code|post_?code|postal_?code|phone|ssn|isbn|sku|ean|barcode)$"
    r"|[a-z](ID|Id|Code|Key)$|^(?i:id|uuid)([_\W]|$)|^Unnamed",
)
"""Names of columns that tell rows (or places) apart."""
FEW = 7
"""At most this many whole numbers make steps that rows can be grouped by."""
MOST_GROUPS = 30
PLACES = re.compile(r"zip|post(al)?_?code|area_?code|country_?code|region_?code", re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


YEARS = _words("year yr jahr année año anno jaar yyyy")
CALENDAR = {
    **dict.fromkeys(("month", "mnth", "monat", "mois"), (0, 12)),
    **dict.fromkeys(("weekday", "dow", "wday", "dayofweek"), (0, 7)),
    **dict.fromkeys(("day", "dom", "dayofmonth"), (0, 31)),
    **dict.fromkeys(("hour", "hr"), (0, 24)),
    **dict.fromkeys(("minute", "second"), (0, 60)),
    **dict.fromkeys(("quarter", "qtr", "season", "semester", "trimester"), (0, 5)),
    **dict.fromkeys(("week", "weekofyear"), (0, 53)),
}
"""Parts of the calendar, with the numbers that they go from and to."""
KINDS_OF_THINGS = _words(
    "class type category cat code group cluster segment label status region district zone sector gender sex race "
    "ethnicity marital nationality country state city channel method mode brand variant version species kind weather "
    "situation condition color colour surface platform genre purpose reason cause department dept division industry"
)
THINGS = _words(
    "store shop outlet branch product item customer client user patient employee seller vendor driver player team club "
    "station sensor machine device account order invoice port terminal route school house household plot block lot"
)
"""What is told apart by a number rather than measured by it."""
NUMBERED = _words("no nr num number index idx")
COUNTS = _words("n num number count cnt")
"""How names begin that count what follows."""
COUNTED = _words(
    "count counts cnt qty quantity total n num number population frequency freq room bedroom bathroom bath bed car "
    "garage door cylinder seat floor child sibling person guest passenger visitor"
)
MEASURED = _words(
    "age price cost amount salary wage income size weight height width length depth area distance duration time "
    "temperature temp speed pressure value rate percent percentage pct share ratio balance budget revenue profit "
    "volume mass dose power energy sales calories points pts odds days hours minutes seconds weeks months years miles "
    "dollars euros mileage tenure humidity fat sodium sugar protein cholesterol load limit charge charges"
)
RANKS = _words("rank ranking position place placing")
STEPS = _words("rating rate stars star score grade level satisfaction quality priority severity stage likert tier")
HIGHEST_STEP = 10
NOT_PLURAL = re.compile(r"(ss|us|is|as)$")
SUFFIXES = {"count": COUNTED, "class": KINDS_OF_THINGS, "type": KINDS_OF_THINGS, "rating": STEPS, "rank": RANKS}
"""How words end that are written together, as in "pclass"."""


@dataclass(frozen=True)
class Guess:
    """What the numbers of a column are taken for."""

    kind: ColumnKind
    role: ColumnRole
    doubt: str = ""
    """What speaks against it; empty for a guess that is sure."""
    date_format: str | None = None


@dataclass(frozen=True)
class _Whole:
    """A column of whole numbers."""

    words: tuple[str, ...]
    name: str
    values: Any
    distinct: int

    @property
    def rows(self) -> int:
        return len(self.values)

    @property
    def low(self) -> float:
        return float(self.values.min())

    @property
    def high(self) -> float:
        return float(self.values.max())

    @property
    def last(self) -> str:
        return self.words[-1] if self.words else ""

    @property
    def span(self) -> str:
        return f"whole numbers from {self.low:.0f} to {self.high:.0f}"

    def within(self, low: float, high: float) -> bool:
        return low <= self.low and self.high <= high

    def grouped(self, most: int) -> bool:
        """Return whether there are at most so many different values, and each comes again."""
        return 2 < self.distinct <= most and self.rows >= 5 * self.distinct

    def named(self, words: frozenset[str]) -> bool:
        """Return whether the last word of the name is among these, or ends on one of them."""
        return self.last in words or any(
            known is words and self.last.endswith(end) and len(self.last) > len(end) for end, known in SUFFIXES.items()
        )


def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a column's name in lower case: "YearBuilt" and "year_built" are year and built."""
    spaced = re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return tuple(word.lower() for word in re.findall(r"[^\W\d_]+", spaced))


def guess_numbers(name: str, values: Any, distinct: int) -> Guess:
    """Return what the present, finite numbers of a column stand for; `distinct` of them are different."""
    if not np.array_equal(values, np.rint(values)):
        return Guess("quantity", "measure")
    whole = _Whole(words_of(name), name, values, distinct)
    for ask in (_identifier, _date, _flag, _calendar, _measured, _ordered, _counted, _coded):
        if (guess := ask(whole)) is not None:
            return guess
    return _unnamed(whole)


def _identifier(whole: _Whole) -> Guess | None:
    numbered = whole.distinct == whole.rows and whole.high - whole.low == whole.rows - 1
    counted = numbered and bool((np.diff(whole.values) > 0).all())
    if whole.rows >= 20 and counted and whole.low in (0, 1):
        return Guess("id", "identifier")
    if not IDENTIFIER.search(whole.name) and not PLACES.search(whole.name):
        return None
    if whole.distinct > FEW:
        return Guess("code" if PLACES.search(whole.name) else "id", "identifier")
    return Guess("code", "category") if whole.distinct > 2 else None


def _date(whole: _Whole) -> Guess | None:
    if whole.within(18000101, 21001231) and _days(whole.values):
        return Guess("date", "date", date_format="%Y%m%d")
    if whole.distinct < 2:
        return None
    named = bool(YEARS & set(whole.words)) and not MEASURED & set(whole.words)
    if named and whole.within(1000, 2200) and 1500 <= float(np.median(whole.values)) <= 2100:
        return _years(whole)
    if whole.distinct > 2 and whole.within(1900, 2050) and not whole.named(MEASURED) and not whole.named(COUNTED):
        return _years(whole, f"{whole.span}, which could be years or amounts")
    return None


def _days(values: Any) -> bool:
    """Return whether eight digits are days in all rows: year, month and day."""
    months, days = values // 100 % 100, values % 100
    return bool(((months >= 1) & (months <= 12) & (days >= 1) & (days <= 31)).all())


def _years(whole: _Whole, doubt: str = "") -> Guess:
    role: ColumnRole = "ordered_category" if whole.distinct == 2 or whole.grouped(MOST_GROUPS) else "date"
    return Guess("date", role, doubt, "%Y")


def _flag(whole: _Whole) -> Guess | None:
    if whole.distinct != 2 or whole.rows < 4:
        return None
    if whole.within(0, 1):
        return Guess("flag", "flag")
    if _counted(whole) is not None:
        return Guess("count", "flag")
    return Guess("flag", "flag", f"only {whole.low:.0f} and {whole.high:.0f}, which could be a count or a code")


def _calendar(whole: _Whole) -> Guess | None:
    named = whole.last if "of" not in whole.words[1:] else whole.words[0]
    if whole.words[-1:] and whole.last in NUMBERED and len(whole.words) == 2:
        named = whole.words[0]
    bounds = CALENDAR.get(named) or (CALENDAR["weekday"] if whole.words == ("day", "of", "week") else None)
    return Guess("code", "ordered_category") if bounds and whole.within(*bounds) else None


def _measured(whole: _Whole) -> Guess | None:
    return _amount(whole, "quantity") if whole.named(MEASURED) and not whole.named(STEPS) else None


def _ordered(whole: _Whole) -> Guess | None:
    if whole.named(RANKS) and whole.low >= 0:
        return Guess("ordered", "ordered_category")
    if whole.named(STEPS) and whole.within(0, HIGHEST_STEP):
        return Guess("ordered", "ordered_category")
    return _amount(whole, "quantity") if whole.named(STEPS) else None


def _counted(whole: _Whole) -> Guess | None:
    if whole.low < 0:
        return None
    opens = whole.words[:1] and whole.words[0] in COUNTS and len(whole.words) > 1
    plural = len(whole.last) > 3 and whole.last.endswith("s") and not NOT_PLURAL.search(whole.last)
    if whole.last in NUMBERED and len(whole.words) > 1:
        return None
    return _amount(whole, "count") if opens or plural or whole.named(COUNTED) else None


def _coded(whole: _Whole) -> Guess | None:
    things = whole.named(THINGS) or (whole.last in NUMBERED and len(whole.words) > 1)
    kinds = whole.named(KINDS_OF_THINGS) or any(
        whole.last.startswith(word) for word in KINDS_OF_THINGS if len(word) > 5
    )
    if whole.low < 0 or not (things or kinds):
        return None
    if whole.distinct <= MOST_GROUPS or whole.rows >= 5 * whole.distinct:
        return Guess("code", "category")
    return Guess("id", "identifier", "" if things else f"{whole.span}, nearly all different")


def _unnamed(whole: _Whole) -> Guess:
    """Return the guess for numbers whose name says nothing."""
    few = whole.grouped(FEW) or (
        whole.grouped(MOST_GROUPS) and whole.low in (0, 1) and whole.high <= 2 * whole.distinct
    )
    if few:
        return _amount(whole, "count", f"{whole.span}, which could be a code")
    if whole.rows >= 50 and whole.distinct >= 0.99 * whole.rows:
        return Guess("quantity", "measure", f"{whole.span}, nearly all different: it could be an identifier")
    return _amount(whole, "quantity")


def _amount(whole: _Whole, kind: ColumnKind, doubt: str = "") -> Guess:
    return Guess(kind, "ordered_category" if whole.grouped(FEW) else "measure", doubt)
