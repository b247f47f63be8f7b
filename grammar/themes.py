"""What a theme is: the words it is recognised by, and what people in that line of work do, fear and ask for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """General knowledge of a field, not of any data set."""

    name: str
    keys: tuple[str, ...]
    """Words in names of tables and columns that point to it."""
    rows: tuple[tuple[tuple[str, ...], str], ...]
    """What a row stands for, by words in the names; the last without words holds otherwise."""
    subject: str
    """What such tables are about, in the plural."""
    purposes: tuple[str, ...]
    """What they may be used for, as infinitives without "to"."""
    jobs: tuple[str, ...]
    stakes: tuple[str, ...]
    """Why a client cares; `{She}`, `{she}` and `{her}` stand for the client."""
    beyond: tuple[str, ...]
    """What clients would like to bring in and such tables do not hold."""
