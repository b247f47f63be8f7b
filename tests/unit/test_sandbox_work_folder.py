"""A working folder is put back as it was, also where the system says little of what has changed."""

import os
from pathlib import Path

import pytest

from company.sandbox import folder as folders
from company.sandbox.folder import Mark, WorkFolder


@pytest.fixture
def folder(tmp_path: Path) -> WorkFolder:
    (tmp_path / "work").mkdir()
    return WorkFolder(tmp_path / "work", tmp_path / "kept", {})


def test_a_change_within_one_tick_of_a_coarse_clock_is_put_back(
    folder: WorkFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before Linux 6.13, two changes within some milliseconds bear the same time."""
    seen = folders._open_up

    def coarse(path: str) -> Mark:
        mode, node, size, _, changed = seen(path)
        tick = changed // folders._CLOCK_TICK * folders._CLOCK_TICK
        return mode, node, size, tick, tick

    monkeypatch.setattr(folders, "_open_up", coarse)
    file = folder.path / "file"
    for _ in range(20):
        file.write_text("one")
        kept = folder.keep()
        file.write_text("two")
        folder.restore(kept)
        assert file.read_text() == "one"
        file.write_text("new")
        assert Path(folder.keep()["file"].content).read_text() == "new"


def test_a_file_that_nobody_has_written_is_not_copied_again(folder: WorkFolder) -> None:
    (folder.path / "file").write_bytes(b"one")
    before = folder.keep()["file"]
    folder.marks_tell = False
    assert folder.keep()["file"].content == before.content


def written(path: Path) -> int:
    """How many bytes a file takes up, holes left out."""
    return path.stat().st_blocks * 512


def test_holes_stay_holes_in_what_is_kept_and_in_what_is_put_back(folder: WorkFolder) -> None:
    file = folder.path / "file"
    with file.open("wb") as sparse:
        sparse.write(b"one")
        sparse.truncate(8 << 20)
    if written(file) > 1 << 20:
        pytest.skip("this file system has no holes")
    kept = folder.keep()
    assert written(Path(kept["file"].content)) < 1 << 20
    file.write_bytes(bytes(8 << 20))
    folder.restore(kept)
    assert (file.stat().st_size, file.read_bytes()[:4], written(file) < 1 << 20) == (8 << 20, b"one\0", True)


@pytest.mark.parametrize("gone", ["first", "second", "neither"])
def test_names_of_one_file_lead_to_the_file_that_is_open(folder: WorkFolder, gone: str) -> None:
    names = folder.path / "first", folder.path / "second"
    names[0].write_text("one")
    names[1].hardlink_to(names[0])
    kept = folder.keep()
    with names[0].open("r+") as file:
        file.write("two")
        file.flush()
        (folder.path / gone).unlink(missing_ok=True)
        folder.restore(kept)
        assert file.seek(0) == 0 and file.read() == "one"
        file.write("!")
    assert [name.read_text() for name in names] == ["one!", "one!"]


def test_a_name_that_has_become_another_files_is_given_back(folder: WorkFolder) -> None:
    names = folder.path / "first", folder.path / "second"
    for name in names:
        name.write_text(name.name)
    kept = folder.keep()
    names[1].unlink()
    names[1].hardlink_to(names[0])
    folder.restore(kept)
    assert [name.read_text() for name in names] == ["first", "second"]
    assert not names[0].samefile(names[1])


def test_links_get_their_times_back(folder: WorkFolder) -> None:
    link = folder.path / "link"
    link.symlink_to("nowhere")
    os.utime(link, ns=(1_000, 2_000), follow_symlinks=False)
    kept = folder.keep()
    os.utime(link, ns=(3_000, 4_000), follow_symlinks=False)
    folder.restore(kept)
    assert link.lstat().st_mtime_ns == 2_000
