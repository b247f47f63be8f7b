"""The side of a comparison that runs inside the sandbox: saved results are read and compared by the case's rules.

An answer's results are files that untrusted code has written. Reading them must not run code of its choice, or it could
print whatever verdict it likes: only what tables, numbers, texts, containers and fitted models are made of is read.
"""

from __future__ import annotations

import contextlib
import datetime
import importlib
import json
import os
import pickle
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pandas as pd

from company.results import rules
from company.results.digests import digest
from company.results.kinds import result_type
from company.results.labels import readings
from company.results.leeway import Leeway, leeways_of
from company.results.printed import printed

REFERENCE, ANSWER = Path("ref_result"), Path("pred_result")
_VALUES = ("bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "object", "range")
_PLAIN = frozenset({*_VALUES, "set", "slice", "str", "tuple"})
_NAMED = {
    "pandas": frozenset({"NA", "NaT"}),
    "builtins": _PLAIN,
    "__builtin__": _PLAIN,
    "collections": frozenset({"OrderedDict", "Counter", "defaultdict", "deque"}),
    "datetime": frozenset(name for name in dir(datetime) if isinstance(getattr(datetime, name), type)),
    "decimal": frozenset({"Decimal"}),
    "fractions": frozenset({"Fraction"}),
    "uuid": frozenset({"UUID"}),
    "zoneinfo": frozenset({"ZoneInfo"}),
    "copyreg": frozenset({"_reconstructor", "__newobj__"}),
    "copy_reg": frozenset({"_reconstructor", "__newobj__"}),
    "_codecs": frozenset({"encode"}),
}
"""Names of the standard library that plain values are made with; none of them calls anything."""
_GETATTR = (("builtins", "getattr"), ("__builtin__", "getattr"))
_PACKAGES = ("numpy", "pandas", "sklearn", "scipy.sparse", "scipy.spatial")
_CLOSED = (
    "numpy.ctypeslib",
    "numpy.distutils",
    "numpy.f2py",
    "numpy.lib",
    "numpy.testing",
    "pandas.core.computation",
    "pandas.io",
    "pandas.plotting",
    "pandas.tests",
    "pandas.util",
    "sklearn.datasets",
    "sklearn.externals",
    "sklearn.utils._testing",
)
"""Rooms of the packages whose classes do more than hold values."""
_MAKERS = ("_reconstruct", "_frombuffer", "scalar", "_mareconstruct", "_unpickle", "__pyx_unpickle", "_new_", "__new",
           "newObj", "_timedelta_unpickle", "__randomstate_ctor", "__generator_ctor", "__bit_generator_ctor",
           "_nat_unpickle", "new_block", "_period_unpickle")  # fmt: skip
"""How the packages call the functions by which their values are put together again."""


class UnsafeResult(Exception):
    """A saved result that is made with more than values."""


class Careful(pickle.Unpickler):
    """Reads pickles of values; raises UnsafeResult at anything that could run code of the writer's choice."""

    def find_class(self, module: str, name: str) -> Any:
        """Return the class or function of that name, where values are made with it."""
        if (module, name) in _GETATTR:
            return _attribute
        if name in _NAMED.get(module, ()):
            return super().find_class(module, name)
        if _within(module, _PACKAGES) and not _within(module, _CLOSED) and "." not in name:
            found = getattr(importlib.import_module(module), name, None)
            # What a module has merely imported, such as `functools.partial`, is not the package's own.
            own = _within(str(getattr(found, "__module__", "")), _PACKAGES)
            if own and (isinstance(found, type) or (callable(found) and name.startswith(_MAKERS))):
                return found
        raise UnsafeResult(f"{module}.{name}")


def _attribute(owner: Any, name: str) -> Any:
    """Stand in for `getattr`: allow what time zones are put together by, and nothing else."""
    if owner is ZoneInfo and name == "_unpickle":
        return owner._unpickle  # type: ignore[attr-defined]
    raise UnsafeResult(f"getattr(…, {name!r})")


def _within(module: str, rooms: Iterable[str]) -> bool:
    return any(module == each or module.startswith(f"{each}.") for each in rooms)


def measure(order: Path, report: Path) -> None:
    """Compare the results in folders with each other, and write the outcome.

    `order` is JSON: a list of `folder`, `wanted` (name and type of each result), `leeways` (what is left open of each,
    by its name) and `check`, the source of a check that is not ours, or None. The report holds, for each, `lines` (a
    bool for each result), `differences` (how each wrong one is wrong; None of a right one) and `outcome` (a digest of
    what the answer has left; None where it cannot be read).
    """
    home = Path.cwd()
    found = []
    for asked in json.loads(order.read_text()):
        os.chdir(home / asked["folder"])
        try:
            outcome = _outcome()
            found.append({**(_by_check(asked) if asked["check"] else _by_rules(asked)), "outcome": outcome})
        finally:
            os.chdir(home)
    report.write_text(json.dumps(found))


def _outcome() -> str | None:
    """Return a text that is equal for answers with the same results, whatever they call columns and series."""
    try:
        files = sorted(path for path in ANSWER.iterdir() if path.suffix in (".json", ".pkl"))
        return digest([[path.name, digest(_unnamed(_read(path)))] for path in files]) if files else None
    except Exception:  # noqa: BLE001 - strangers' values may fail in any way
        return None


def _unnamed(value: Any) -> Any:
    if isinstance(value, pd.DataFrame):
        return value.set_axis(range(value.shape[1]), axis=1)
    return value.rename(None) if isinstance(value, pd.Series) else value


def _by_rules(asked: dict[str, Any]) -> dict[str, Any]:
    leeways = leeways_of(asked["leeways"])
    differences = [_difference(name, kind, leeways.get(name)) for name, kind in asked["wanted"]]
    return {"lines": [each is None for each in differences], "differences": differences}


def _difference(name: str, kind: str, leeway: Leeway | None) -> str | None:
    """Return how a result is wrong, as the exported check would find it; None where it is right."""
    ending = "json" if kind == "plot" else "pkl"
    file = f"{name}.{ending}"
    if not (ANSWER / file).is_file():
        return "missing"
    try:
        reference = _trusted(REFERENCE / file)
        answer = _read(ANSWER / file)
    except UnsafeResult:
        return "unsafe"
    except Exception:  # noqa: BLE001 - a file that cannot be read is no result, whatever is wrong with it
        return "unreadable"
    if rules.same(kind, reference, answer, name, leeway):
        return None
    return _told(kind, reference, answer)


def _told(kind: str, reference: Any, answer: Any) -> str:
    if kind in ("plot", "model"):
        return "values"
    if result_type(answer) != kind:
        return "type"
    with contextlib.suppress(Exception):
        if kind == "dataframe" and readings(reference, answer):
            return "values"
        ours, theirs = (getattr(each, "shape", ()) for each in (reference, answer))
        if ours != theirs:
            return "shape"
        if not ours and hasattr(reference, "__len__") and len(reference) != len(answer):
            return "length"
    return "values"


def _read(path: Path) -> Any:
    if path.suffix == ".json":
        return json.loads(path.read_text())
    with path.open("rb") as file:
        return Careful(file).load()


def _trusted(path: Path) -> Any:
    if path.suffix == ".json":
        return json.loads(path.read_text())
    with path.open("rb") as file:
        return pickle.load(file)  # noqa: S301 - the benchmark's own, inside the sandbox, where its code ran too


def _by_check(asked: dict[str, Any]) -> dict[str, Any]:
    """Compare by a check that is not ours and reads files itself: they are read carefully and written anew first."""
    for path in sorted(ANSWER.glob("*.pkl")):
        try:
            value = _read(path)
        except UnsafeResult:
            return {"lines": [False], "differences": ["unsafe"]}
        except Exception:  # noqa: BLE001 - as above
            path.unlink()
        else:
            path.write_bytes(pickle.dumps(value))
    lines = [_counts(line) for line in printed(asked["check"])] or [False]
    return {"lines": lines, "differences": [None if line else "values" for line in lines]}


def _counts(line: str) -> bool:
    """Return whether a line of a check speaks for the answer: True, or a similarity of pictures above 0.6."""
    if line in ("True", "False"):
        return line == "True"
    try:
        return float(line) > 0.6
    except ValueError:
        return False
