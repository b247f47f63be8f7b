"""The bytes of an export stay what they were: what is published once can be made again, and compared.

Where a byte has to change, `COMPANY_PIN=1 pytest tests/end_to_end/test_pinned.py` writes the new hashes, and the
changelog says why.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from company.benchmark.publishing.versions import versions

PINNED = Path(__file__).with_name("pinned.json")
DECIDING = ("matplotlib", "numpy", "pandas", "python", "scikit-learn", "scipy", "seaborn")
"""What the values and their words depend on beside this package; others are compared with these versions alone."""


def hashes(benchmark: Path) -> dict[str, str]:
    """SHA-256 of every file by its path, of the provenance without versions and what it says of the other files."""
    files = sorted(path for path in benchmark.rglob("*") if path.is_file())
    return {
        path.relative_to(benchmark).as_posix(): hashlib.sha256(content(path)).hexdigest()
        for path in files
        if path.suffix != ".parquet"  # whose writer is a package of its own, with a version of its own
    }


def content(path: Path) -> bytes:
    if path.name == "provenance.json":
        told = json.loads(path.read_text(encoding="utf-8"))
        del told["exported_with"], told["files"]
        for run in told["runs"]:
            del run["made_with"], run["sandbox"]
        return json.dumps(told, sort_keys=True).encode()
    if path.name == "croissant.json":
        told = json.loads(path.read_text(encoding="utf-8"))
        told["distribution"] = [each for each in told["distribution"] if not str(each["@id"]).endswith(".parquet")]
        return json.dumps(told, sort_keys=True).encode()
    return path.read_bytes()


def test_an_export_is_what_it_was(benchmark_folder: Path) -> None:
    installed = {name: versions()[name] for name in DECIDING}
    installed["python"] = ".".join(str(installed["python"]).split(".")[:2])
    if os.environ.get("COMPANY_PIN"):
        PINNED.write_text(json.dumps({"versions": installed, "files": hashes(benchmark_folder)}, indent=1) + "\n")
    pinned: dict[str, Any] = json.loads(PINNED.read_text())
    if pinned["versions"] != installed:
        pytest.skip(f"pinned with {pinned['versions']}, installed are {installed}: no byte was compared")
    assert hashes(benchmark_folder) == pinned["files"]
