"""What killed exports leave behind goes at the next one that succeeds; what a living one works in stays."""

from pathlib import Path

import pytest

from company.benchmark.publishing.workplace import workplace


def folders(beside: Path) -> set[str]:
    return {path.name for path in beside.parent.iterdir()}


def left(out: Path) -> Path:
    """Leave a folder as one has it whose owner's lock is gone."""
    folder = out.parent / f".{out.name}-exporting-abandoned"
    (folder / "new").mkdir(parents=True)
    (folder / "new" / "half.jsonl").touch()
    return folder


def test_what_was_left_goes(tmp_path: Path):
    out = tmp_path / "benchmark"
    left(out)
    with workplace(out) as folder:
        (folder / "new").mkdir()
    assert folders(out) == set()


def test_another_living_export_keeps_its_own(tmp_path: Path):
    out = tmp_path / "benchmark"
    with workplace(out) as theirs:
        with workplace(out):
            pass
        assert theirs.is_dir()
    assert folders(out) == set()


def test_an_export_that_fails_removes_only_its_own(tmp_path: Path):
    out = tmp_path / "benchmark"
    kept = left(out)
    with pytest.raises(ValueError, match="full"), workplace(out):
        raise ValueError("full")
    assert folders(out) == {kept.name}


def test_what_others_have_beside_it_stays(tmp_path: Path):
    out = tmp_path / "bench[1]"
    others = {".bench[1]-old", ".bench1-exporting-a", "bench[1]-exporting-a", ".other-exporting-a"}
    for name in others:
        (tmp_path / name).mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / ".bench[1]-exporting-link").symlink_to(elsewhere)
    with workplace(out):
        pass
    assert folders(out) == {*others, "elsewhere", ".bench[1]-exporting-link"}
