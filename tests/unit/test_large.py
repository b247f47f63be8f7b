"""Who asks for very many cases is told first what they will take."""

from __future__ import annotations

from pathlib import Path

import pytest

from company.config import Settings, load
from company.console.progress import Silent
from company.run import large
from company.run.estimate import Need

SCENARIO = '[table]\nbuiltin = "wine"\n[targets]\nnormal = {wanted}\n'
SERVER = '[model]\nbackend = "openai"\nname = "m"\nbase_url = "http://127.0.0.1:9/v1"\nusd_per_million = [1.0, 10.0]\n'


class Clock:
    """A clock on which 30 seconds pass each time that it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 30
        return self.now


def asked(folder: Path, wanted: int, more: str = "") -> Settings:
    (folder / "simulation.toml").write_text(SCENARIO.format(wanted=wanted) + more)
    return load(folder)


@pytest.fixture
def rehearsals(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What a rehearsal is asked for; it comes to ten cases, and 1,000 tokens for each case that is wanted."""
    done: list[int] = []

    async def rehearsed(settings: Settings, progress: Silent) -> tuple[dict[tuple[str, str], Need], int]:
        done.append(settings.targets.all)
        return {("dialogues", "chatbot"): Need(settings.targets.all, 1_000.0 * settings.targets.all, 0)}, 10

    monkeypatch.setattr(large, "rehearsed_needs", rehearsed)
    return done


async def test_it_is_told_before_a_hundred_thousand(tmp_path: Path, rehearsals: list[int]) -> None:
    progress = Silent()
    assert await large.warn_of_size(asked(tmp_path, 99_999), progress, Clock()) is None
    assert not progress.notes and not rehearsals
    told = await large.warn_of_size(asked(tmp_path, 100_000, SERVER), progress, Clock())
    # 30 seconds for ten cases are 300,000 for all.
    assert told and told.startswith("100,000 cases: about 83 h 20 min at the pace of a rehearsal of 10, and longer ")
    assert told.endswith("100,000 replies to 100,000,000 tokens, for $100.00")
    assert progress.notes[0].startswith("100,000 cases are wanted") and progress.notes[1].startswith(told)
    assert "goes on where it was" in progress.notes[1]


async def test_a_run_that_has_begun_is_told_nothing(tmp_path: Path, rehearsals: list[int]) -> None:
    settings = asked(tmp_path, 200_000)
    run = tmp_path / "run"
    run.mkdir()
    (run / "company.sqlite").touch()
    begun = settings.model_copy(update={"out": run})
    assert await large.warn_of_size(begun, Silent(), Clock()) is None and not rehearsals
