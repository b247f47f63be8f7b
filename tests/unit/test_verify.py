"""Verifying uses the exported files alone, and names the file, line or case that is wrong."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import pytest

import company.benchmark.verify
from company.benchmark.reading import read_benchmark
from company.benchmark.verify import verify
from company.config import LAYERS
from company.errors import ArchiveError, SandboxError
from company.sandbox import ForkSandbox
from tests.support.folders import write_folder

LINES = "data/dialogue_data/normal.jsonl"


class Noted:
    """Progress that remembers."""

    def __init__(self) -> None:
        self.counts = {"started": 0, "done": 0, "rejected": 0}
        self.lines: list[str] = []

    def stage(self, name: str, *, started: int = 0, done: int = 0, rejected: int = 0) -> None:
        for key, value in (("started", started), ("done", done), ("rejected", rejected)):
            self.counts[key] += value

    def note(self, line: str) -> None:
        self.lines.append(line)


@pytest.fixture
def benchmark(dialogue: Any, tmp_path: Path) -> Path:
    entries = [dialogue.entry(position) for position in (1, 2, 4, 5)]
    return write_folder(tmp_path / "shops", dialogue.table, dialogue.resource / "shops.csv", entries)


def _change(benchmark: Path, line: int, **fields: Any) -> None:
    path = benchmark / LINES
    lines = path.read_text().splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **fields})
    path.write_text("\n".join(lines) + "\n")


@pytest.mark.slow
async def test_an_exported_benchmark_passes(benchmark: Path) -> None:
    progress = Noted()
    found = await verify(benchmark, progress)
    assert found.ok, found.reasons
    assert progress.counts == {"started": 4, "done": 4, "rejected": 0}
    assert [case.data_id[-3:] for case in found.cases] == ["t01", "t02", "t04", "t05"]
    assert found.controls["slipped through"] == 0
    assert found.controls["empty answer"] == 4 and found.controls["blank page"] == 1
    assert found.controls["perturbed"] >= 5
    told = json.loads(json.dumps(found.as_json()))
    assert told["passed"] == 4
    assert told["layers"] == dict.fromkeys(LAYERS, "on")


@pytest.mark.slow
async def test_a_missing_layer_is_an_error_unless_it_is_not_required(
    benchmark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (benchmark / LINES).read_text().splitlines()
    (benchmark / LINES).write_text(lines[0])
    bare = functools.partial(ForkSandbox, without=("seccomp",))
    monkeypatch.setattr(company.benchmark.verify, "LocalSandbox", bare)
    with pytest.raises(SandboxError, match=r"Missing: seccomp .*--require"):
        await verify(benchmark, Noted())
    progress = Noted()
    found = await verify(benchmark, progress, ("landlock", "limits"))
    assert found.ok, found.reasons
    assert found.as_json()["layers"]["seccomp"] == "switched off"
    assert "without seccomp (switched off)" in progress.lines[0]


@pytest.mark.slow
async def test_a_wrong_reference_and_a_case_told_twice_are_found(benchmark: Path) -> None:
    first = read_benchmark(benchmark).entries[0]
    _change(benchmark, 1, ref_code_all="best = 1 / 0")
    _change(benchmark, 3, **{**first, "data_id": "shops.p9.s1.d1.t01"})
    progress = Noted()
    found = await verify(benchmark, progress)
    assert not found.ok
    assert [case.passed for case in found.cases] == [True, False, True, True]
    assert "same query and code as shops.p1.s1.d1.t01" in found.problems[0]
    assert any("ZeroDivisionError" in line for line in progress.lines)
    assert progress.counts["rejected"] == 1


async def test_a_benchmark_that_lost_its_provenance_does_not_pass(benchmark: Path) -> None:
    (benchmark / "data/resource/shops.csv").unlink()  # so that no case is run
    (benchmark / "croissant.json").write_text("{}")
    (benchmark / "provenance.json").unlink(missing_ok=True)
    found = await verify(benchmark, Noted())
    assert any(
        "provenance.json is missing: it was there when the benchmark was exported" in each for each in found.problems
    )
    assert not found.ok


async def test_a_missing_table_is_named(benchmark: Path) -> None:
    (benchmark / "data/resource/shops.csv").unlink()
    found = await verify(benchmark, Noted())
    assert not found.ok
    assert len(found.problems) == 1
    assert "shops.csv is missing, and 4 cases read it" in found.problems[0]
    assert found.cases == ()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda text: text.replace('"data_id"', '"id"', 1), r"normal\.jsonl:1: field data_id is missing"),
        (lambda text: text + "{half a line\n", r"normal\.jsonl:5: not a JSON object"),
        (lambda text: text + "[1, 2]\n", r"normal\.jsonl:5: not a JSON object"),
        (lambda text: text + text.splitlines()[0], r"normal\.jsonl:5: data_id shops\.p1\.s1\.d1\.t01 is already at"),
        (lambda text: text.replace('"result_type": "value"', '"result_type": 3'), r"normal\.jsonl:2: result_type"),
        (lambda text: text.replace('"role": "system"', '"role": "bot"', 1), r"normal\.jsonl:1: prompt_with_hist_json"),
        (lambda text: "", "no case in"),
    ],
)
def test_a_spoilt_file_is_named_with_its_line(benchmark: Path, spoil: Any, message: str) -> None:
    path = benchmark / LINES
    path.write_text(spoil(path.read_text()))
    with pytest.raises(ArchiveError, match=message):
        read_benchmark(benchmark)


def test_a_folder_that_is_no_benchmark_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="company export"):
        read_benchmark(tmp_path)
