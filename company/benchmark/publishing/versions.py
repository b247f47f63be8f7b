"""With what a benchmark was made: the versions of all that decides its bytes, and the words of every prompt."""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from company.prompts import names, words

Versions = Mapping[str, str | None]
PRODUCT = "decision-company"
OURS = ("company", "grammar")
"""The packages that decide what is written."""
SOURCE = "decision-company, its source"
"""The hash of the program's own files: two copies of one version may still differ."""
PACKAGES = (
    "pandas",
    "numpy",
    "scipy",
    "scikit-learn",
    "matplotlib",
    "seaborn",
    "pillow",
    "pyarrow",
    "duckdb",
    "statsmodels",
    "pydantic",
    "rapidfuzz",
)
"""What results, figures, prompts, lines and files for loaders are made with; some need not be there."""
_WORDS_OF_CASES = "benchmark_"
"""How the names of prompts begin that are no stage's own: those of cases, and of the card."""


@cache
def versions() -> dict[str, str | None]:
    """Return the versions of all that decides the bytes here; None for what is not installed."""
    found: dict[str, str | None] = {"python": platform.python_version()}
    found["platform"] = f"{sys.platform} {platform.machine()}"
    found |= {name: _version(name) for name in (PRODUCT, *PACKAGES)}
    found[SOURCE] = _source()
    return found


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _source() -> str:
    """Return the hash over the names and contents of our own modules and prompts."""
    digest = hashlib.sha256()
    for package in OURS:
        for name, content in sorted(_files(files(package), f"{package}/")):
            digest.update(f"{name} {hashlib.sha256(content).hexdigest()}\n".encode())
    return digest.hexdigest()


def _files(folder: Traversable, above: str) -> Iterable[tuple[str, bytes]]:
    for each in folder.iterdir():
        name = f"{above}{each.name}"
        if each.is_dir() and each.name not in ("__pycache__", "_scenarios"):
            yield from _files(each, f"{name}/")
        elif each.name.endswith((".py", ".md")):
            yield name, each.read_bytes()


def prompt_hashes(package: str, used: Collection[str]) -> dict[str, str]:
    """Return the SHA-256 of the words of these prompts, and of those that cases and card are worded with, by name."""
    wanted = sorted({*used, *(name for name in names(package) if name.startswith(_WORDS_OF_CASES))})
    return {name: sha256 for name in wanted if (sha256 := words_hash(name)) is not None}


def words_hash(name: str) -> str | None:
    """Return the SHA-256 of the words of a prompt; None where there is none of this name."""
    try:
        return hashlib.sha256(words(name).encode()).hexdigest()
    except LookupError:
        return None


def made_with(before: Mapping[str, Any] | None, package: str, used: Collection[str]) -> dict[str, Any]:
    """Return a run's notes on its sittings: `versions`, each set of them once, in order; `prompts`, as used last.

    `before` is what it noted earlier.
    """
    known = list((before or {}).get("versions", []))
    now = versions()
    return {"versions": known if now in known else [*known, now], "prompts": prompt_hashes(package, used)}


def differing(published: Versions, here: Versions) -> list[str]:
    """Return the versions that are different here, a line each."""
    return [
        f"{name}: {_said(name, published.get(name))} when it was made, {_said(name, here.get(name))} here"
        for name in dict.fromkeys([*published, *here])
        if published.get(name) != here.get(name)
    ]


def _said(name: str, value: str | None) -> str:
    if value is None:
        return "none"
    return value[:12] if name == SOURCE else value
