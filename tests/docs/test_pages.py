"""Every page is followed from an empty folder, as a reader would follow it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from company.families.dialogues.categories import CATEGORIES
from company.families.dialogues.files import DIALOGUES, FIGURES, HEADER, LINES, REGISTERS
from company.families.shared.choices.bodies import FIELDS
from tests.docs.pages import ROOT, Page, pages
from tests.docs.reader import Kept, Reader

PAGES = [page for page in pages() if any(block.not_run is None for block in page.blocks)]


OWN_TABLE = "docs/guides/own-table.md"
"""The page whose benchmark is looked at once more."""


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return Kept(tmp_path_factory.mktemp("kept"))


def followed(page: Page, kept: Kept, place: Path) -> Path:
    """The folder of a reader who has followed a page."""
    folder = place / "reader"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patched:
        for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
            patched.delenv(name, raising=False)
        Reader(page, folder, kept).follow()
    return folder


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != OWN_TABLE], ids=lambda page: page.name)
def test_a_reader_can_follow(page: Page, kept: Kept, tmp_path: Path) -> None:
    followed(page, kept, tmp_path)


# the exported format

FORMAT = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")
CELL = re.compile(r"`([^`]+)`")


def _table(heading: str) -> list[str]:
    """What stands in backquotes in the first column of the tables below a heading."""
    part = FORMAT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in CELL.findall(row)]


def test_the_format_names_every_field_of_a_case() -> None:
    told = _table("A case")
    assert tuple(told[: len(FIELDS)]) == FIELDS
    assert set(_fields_beyond()) <= set(told)
    assert all(name in FORMAT for name in HEADER)


def _fields_beyond() -> Iterator[str]:
    """What stages add to a line, read from where they do."""
    for file in (ROOT / "company" / "families" / "dialogues").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("code_entry", "choice_entry"):
                yield from (each.arg for each in node.keywords if each.arg)
    yield from ("choice", "prototype_code")


def test_the_format_names_every_file_of_a_category() -> None:
    told = _table("Files")
    assert {f"{LINES.as_posix()}/{category.file}" for category in CATEGORIES.values()} <= set(told)
    assert DIALOGUES.as_posix() in told and f"{FIGURES.as_posix()}/*.png" in told
    assert any(name.startswith(REGISTERS.as_posix()) for name in told)


def test_a_reader_can_follow_the_page_on_an_own_table_and_the_folder_holds_what_the_format_says(
    kept: Kept, tmp_path: Path
) -> None:
    (page,) = (page for page in PAGES if page.name == OWN_TABLE)
    benchmark = followed(page, kept, tmp_path) / "output/my_sales/benchmark"
    files = [path.relative_to(benchmark).as_posix() for path in benchmark.rglob("*") if path.is_file()]
    unknown = [name for name in files if not any(fnmatch(name, form) for form in _table("Files"))]
    assert not unknown, f"docs/format.md does not name {', '.join(unknown)}"
    for file in (benchmark / LINES).glob("*.jsonl"):
        for line in _lines(file):
            assert set(line) - set(HEADER) <= set(_table("A case"))
    (first, *_) = _lines(benchmark / DIALOGUES)
    told = _table("A dialogue")
    turn, failed = first["turns"][0], [each for turn in first["turns"] for each in turn["failed_attempts"]]
    assert {*first, *turn} <= {*told, *CELL.findall(FORMAT)}
    assert all(set(each) <= set(CELL.findall(FORMAT)) for each in [first["persona"], first["scenario"], *failed])


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
