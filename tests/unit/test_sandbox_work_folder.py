"""A working folder is put back as it was, also where the system says little of what has changed."""

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
