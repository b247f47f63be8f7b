"""What versions of code came to, kept while a sandbox is open: one solution is judged more than once.

Where a language model asks, a turn is judged before its code stands, as a case, and again for each case that is made
of its right code.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from company.families.shared.place import Place
from company.sandbox import Sandbox

MOST = 512
"""Reports that are kept at a time; what was made first goes first."""
_REPORTS: WeakKeyDictionary[Sandbox, OrderedDict[str, str]] = WeakKeyDictionary()


async def report_of(tool: str, order: Mapping[str, Any], place: Place) -> Any:
    """Return what `Place.report` does of an order in a fresh place, as far as its steps came; once for the same tables.

    A report that names an error, or was not made to its end in time, is made again the next time. Raises SandboxError
    when the sandbox itself fails.
    """
    known, key = _REPORTS.setdefault(place.sandbox, OrderedDict()), _key(tool, order, place.resource)
    if key in known:
        return json.loads(known[key])
    report = await place.report(tool, order, begun=True)
    if not isinstance(report, str) and report["whole"] and not report["untried"]:
        known[key] = json.dumps(report)
        while len(known) > MOST:
            known.popitem(last=False)
    return report


def _key(tool: str, order: Mapping[str, Any], resource: Path) -> str:
    """Return what tells an order on tables from every other one; tables that were written anew are others."""
    tables = [(each.name, each.stat().st_size, each.stat().st_mtime_ns) for each in sorted(resource.iterdir())]
    return hashlib.sha256(json.dumps([tool, order, str(resource), tables]).encode()).hexdigest()
