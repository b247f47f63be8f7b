"""A run's folder goes on with the settings that it was made with, those included that there were not yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.config import Overrides, load
from company.console.progress import Silent
from company.errors import ConfigError
from company.run.simulation import simulate

WINE = '[table]\nbuiltin = "wine"\n[targets]\nnormal = 1\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A scenario over the wine table."""
    (tmp_path / "wine").mkdir()
    (tmp_path / "wine" / "simulation.toml").write_text(WINE)
    return tmp_path / "wine"


async def ran(folder: Path, more: str = "") -> Path:
    (folder / "simulation.toml").write_text(WINE + more)
    told = load(folder, Overrides(out=folder / "run"))
    await simulate(told, Silent())
    return told.out


def forget(run: Path, section: str, key: str | None = None) -> None:
    """As if the run had been made before there was such a setting."""
    with Archive.open(run) as archive:
        settings: dict[str, Any] = archive.note("settings")
        del (settings if key is None else settings[section])[key or section]
        archive.put_note("settings", settings)


@pytest.mark.slow
async def test_a_run_from_before_a_setting_goes_on_with_its_default(folder: Path) -> None:
    run = await ran(folder)
    forget(run, "screening")
    forget(run, "dialogues", "history")
    assert await ran(folder) == run
    with pytest.raises(ConfigError, match=r"made with \[screening\] flags = True, now it is False"):
        await ran(folder, "[screening]\nflags = false\n")
