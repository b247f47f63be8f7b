"""The pictures and pages of the documentation are made anew from a run, whichever it is."""

import shutil
from pathlib import Path

import pytest
from PIL import Image, ImageStat

import company
from docs import gallery, pictures, samples
from docs.example_runs import example


@pytest.fixture
def kept(every_category: Path, tmp_path: Path) -> Path:
    """A folder of example runs with another run in the place of `wine`."""
    shutil.copytree(every_category, tmp_path / "kept" / "wine")
    company.export(tmp_path / "kept" / "wine")
    return tmp_path / "kept"


def test_a_run_becomes_pictures_cases_and_pages(chromium: str, kept: Path, tmp_path: Path) -> None:
    made = pictures.make(tmp_path / "pictures", kept)
    named = {f"{name}-{theme}.webp" for name in pictures.SIZES for theme in pictures.THEMES}
    assert {file.name for file in made} == named | {"company.svg"}
    for file in made:
        if file.suffix == ".webp":
            wide, high = pictures.SIZES[file.stem.rsplit("-", 1)[0]]
            with Image.open(file) as picture:
                assert picture.size == (round(wide * pictures.DENSITY), round(high * pictures.DENSITY))
                assert ImageStat.Stat(picture.convert("L")).stddev[0] > 10
    run = example("wine", kept)
    counts = pictures.counts_of(run)
    assert f"{counts['cases']} cases, JSONL" in (tmp_path / "pictures" / "company.svg").read_text()
    assert counts["cases"] == len(run.benchmark.cases) and counts["chatbot"] > counts["admin"] > 0

    told = "\n".join(gallery.of_run(run, tmp_path))
    assert told.count("<pre>") == 2 and any(f"case {case}" in told for case in run.benchmark.cases.index)
    for page in samples.write(tmp_path / "samples", kept, ("wine",)):
        assert "<html" in page.read_text() and len(page.read_text()) > 20_000
