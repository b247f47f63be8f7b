"""Whether a table may be put into a benchmark that is passed on: as the scenario says, or else as its licence does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_OPEN = re.compile(
    r"""\bcc0\b|public\ domain|\bcc[ -]by\b|\battribution\b|creative\ commons|\bpddl\b|\bodbl\b|\bdbcl\b
    |\bodc\b|open\ database|database\ contents|\bcdla\b|community\ data\ license|government\ works|eu\ odp|open\ data
    |\b[al]?gpl\b|\bapache\b|\bmit\b|\bbsd\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Licences that let anybody pass a table on, as Kaggle and others write them."""
_CLOSED = re.compile(
    r"""no[ -]?deriv|\bnd\b|all\ rights\ reserved|propriet|confidential|internal|private|©|original\ authors
    |copyright[ -]authors|competition|reddit|\bunknown\b|not\ to\ be\ (shared|passed)|^other\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Licences that do not, or that do not say so; benchmarks hold tables with repairs, which no-derivatives forbids."""


def may_be_shared(told: bool | None, licence: str, *, from_others: bool) -> bool:
    """Return whether an exported folder may hold a table.

    `told` is what the scenario says, if it says something. A table `from_others`, such as Kaggle's, is shared where its
    licence is known to allow it; one's own, unless its licence is known not to.
    """
    if told is not None:
        return told
    closed = _CLOSED.search(licence) is not None
    return not closed and (not from_others or _OPEN.search(licence) is not None)


def given_may_be_shared(told: Mapping[str, Any], noted: bool | None) -> bool:
    """Return whether an exported folder may hold what a run was given.

    `told` is the section of the scenario that says so, by `redistribute` and `licence`; `noted` is False where what it
    is from may not be passed on, which `redistribute` overrules.
    """
    redistribute = told.get("redistribute")
    known = noted is not False or redistribute is True
    return known and may_be_shared(redistribute, told.get("licence", ""), from_others=False)
