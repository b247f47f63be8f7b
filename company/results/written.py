"""Numbers and dates that are written as text: what unit stands around the number, which format reads every date."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import pandas as pd

NUMBER = re.compile(
    r"^\s*(?P<sign>[-+−]?)\s*(?P<before>(?:[$€£¥₹]|US\$|USD|EUR|GBP|AUD|CAD|INR|CHF|Rs\.?)?)\s*"
    r"(?P<number>[-+]?(?:\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|"
    r"\d+(?:[.,]\d+)?|\.\d+)(?:[eE][-+]?\d+)?)"
    r"(?P<after>[^\d]{0,12})\s*$"
)
ORDINAL = re.compile(r"^(st|nd|rd|th)\b")
BOUND = re.compile(r"(?i)^\s*(or|and|to)\b")
"""What follows a number that is one end of a range, and no amount: "15 or more"."""
ONE_UNIT = 0.95
"""Share of the values that must have the same unit; the others may spell it differently ("4kgs")."""
THOUSANDS = re.compile(r"^[-+]?\d{1,3}([, ]\d{3})+(\.\d+)?$")
POINTS = re.compile(r"^[-+]?\d{1,3}(\.\d{3})+,\d+$")
"""A number whose thousands are set apart by points, and its decimals by a comma: "18.096,90"."""


def read_number(text: str) -> tuple[float, str] | None:
    """Return the number in a text and its unit (the text before and after it); None where there is more than that."""
    match = NUMBER.match(text)
    if (
        match is None
        or ORDINAL.match(match["after"])
        or BOUND.match(match["after"])
        or set(match["after"]) & set("-/:<>=+")
    ):
        return None
    digits = match["number"]
    if re.match(r"^[-+]?0\d", digits):
        return None  # a code such as 01234: its leading zero would be lost
    digits = digits.replace(".", "") if POINTS.match(digits) else digits
    digits = re.sub("[, ]", "", digits) if THOUSANDS.match(digits) else digits.replace(",", ".")
    return float(f"{match['sign'].replace('−', '-')}{digits}"), f"{match['before']}{match['after'].strip()}"


def unit_of(texts: Sequence[str]) -> str | None:
    """Return the unit that all numbers share ("" for bare numbers); None where they are not numbers of one unit."""
    units: Counter[str] = Counter()
    for text in texts:
        read = read_number(text)
        if read is None:
            return None
        units[read[1]] += 1
    if not units:
        return None
    unit, count = units.most_common(1)[0]
    similar = {other for other in units if other.rstrip("s.").lower() == unit.rstrip("s.").lower()}
    return unit if count >= ONE_UNIT * len(texts) and len(similar) == len(units) else None


DAYS = (
    "%Y-%m-%d", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y", "%d.%m.%Y", "%Y/%m/%d", "%Y.%m.%d", "%d/%m/%y",
    "%m/%d/%y", "%d-%m-%y", "%m-%d-%y", "%d.%m.%y", "%d-%b-%Y", "%d-%b-%y", "%d %b %Y", "%d %B %Y", "%b %d, %Y",
    "%B %d, %Y", "%b %d %Y", "%B %d %Y", "%A, %d %B %Y", "%A, %B %d, %Y", "%a, %d %b %Y",
)  # fmt: skip
COARSE = ("%Y-%m", "%m/%Y", "%b %Y", "%B %Y", "%b-%Y", "%b-%y", "%Y%m%d", "%Y/%m")
TIMES = (
    " %H:%M", " %H:%M:%S", "T%H:%M:%S", "T%H:%M", " %H:%M:%S.%f", "T%H:%M:%S.%f", " %I:%M %p", " %I:%M:%S %p",
    "T%H:%M:%S%z", "T%H:%M:%S.%f%z", " %H:%M:%S%z",
)  # fmt: skip
NEARLY = re.compile(r"^\s*\d{1,4}([-/.])\d{1,2}\1\d{1,4}\b")
"""Text that is meant as a date, readable or not."""
LOOKS = re.compile(
    r"^\s*(\d{1,4}[-/. ]\w{1,9}|\d{8}$|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun))",
    re.IGNORECASE,
)


def date_format_of(texts: Sequence[str]) -> tuple[str, Any] | None:
    """Return the strptime format that reads every one of these different texts, and the instants; None where there is
    none.

    Where both the day and the month could come first, the order in which the dates run better forwards is taken,
    then that in which they span fewer days, then the month first for slashes and the day first otherwise.
    """
    some = list(texts[:: max(1, len(texts) // 200)])
    if not some or not all(LOOKS.match(text) and 6 <= len(text.strip()) <= 40 for text in some):
        return None
    timed = ":" in some[0]
    formats = ("".join(pair) for pair in product(DAYS, TIMES)) if timed else iter(DAYS + COARSE)
    readings = []
    for written in formats:
        if not readable(some, written):
            continue
        instants = pd.to_datetime(pd.Series(texts, dtype=object), format=written, errors="coerce")
        if not instants.isna().any() and plausible(instants):
            readings.append((written, instants))
    return max(readings, key=forwards) if readings else None


def swapped(written: str, texts: Sequence[str]) -> str:
    """Return the format with day and month exchanged where it reads all of the texts, too; else an empty text."""
    other = written.replace("%d", "\0").replace("%m", "%d").replace("\0", "%m")
    numbers = "%d" in written and "%m" in written and not written.startswith("%Y")
    return other if numbers and readable(texts, other) else ""


def readable(texts: Sequence[str], written: str) -> bool:
    """Return whether a format reads a few texts: the first is tried alone, as most formats fail there."""
    try:
        time.strptime(texts[0].strip(), written)
        return not pd.to_datetime(pd.Series(texts, dtype=object), format=written, errors="coerce").isna().any()
    except (ValueError, TypeError, OverflowError, AttributeError):
        return False


def plausible(instants: Any) -> bool:
    """Return whether dates are in the years 1700 to 2200: eight digits may well be something else."""
    years = instants.dt.year
    return bool(years.min() >= 1700 and years.max() <= 2200)


def forwards(reading: tuple[str, Any]) -> tuple[float, float, int]:
    """Return how well dates run forwards in a reading, how close they are to each other, and the custom."""
    written, instants = reading
    share = round(float((instants.diff().dt.total_seconds().iloc[1:] >= 0).mean()), 3) if len(instants) > 1 else 0.0
    usual = written.startswith("%m") if "/" in written else not written.startswith("%m")
    return share, -float((instants.max() - instants.min()).total_seconds()), int(usual)
