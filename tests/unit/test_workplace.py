"""One export at a time works beside a benchmark; what killed ones leave behind goes at the next one that succeeds."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from company.benchmark.publishing.workplace import workplace
from company.errors import ArchiveError


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


def test_another_export_at_the_same_time_is_refused_and_the_living_one_keeps_its_own(tmp_path: Path):
    out = tmp_path / "benchmark"
    with workplace(out) as theirs:
        with pytest.raises(ArchiveError, match=r"another `company export` is writing .*benchmark; wait"):
            workplace(out).__enter__()
        with workplace(tmp_path / "another"):
            pass
        assert theirs.is_dir()
    assert folders(out) == set()
    with workplace(out):
        pass


def test_a_lock_that_a_killed_export_has_left_keeps_nobody_out(tmp_path: Path):
    out = tmp_path / "benchmark"
    (tmp_path / ".benchmark-exporting-lock").touch()
    with workplace(out):
        pass
    assert folders(out) == set()


def test_exports_that_begin_at_once_never_work_at_once(tmp_path: Path):
    out, working, most = tmp_path / "benchmark", [], []

    def export(_: int) -> bool:
        try:
            with workplace(out):
                working.append(1)
                most.append(len(working))
                working.pop()
        except ArchiveError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(export, range(400)))
    assert any(done) and max(most) == 1 and folders(out) == set()


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
