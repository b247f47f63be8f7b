"""Several scenarios in one command: each comes to what it comes to alone, under one cap, and none stops the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from company import CompanyError, simulate, simulate_all
from company.archive import Archive
from company.benchmark.publishing.export import export
from company.cli import main
from company.errors import ConfigError
from tests.support.killing import contents
from tests.support.loopback import Loopback
from tests.support.served import scenario

DIALOGUES = '[table]\nbuiltin = "wine"\n[targets]\nnormal = 1\n'
GRAPHICS = '[vector_graphics]\nsources = ["scenes"]\nlengths = [1000]\n[targets]\nsvg_category = 2\n'


@pytest.fixture
def scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, told in (("dialogues", DIALOGUES), ("graphics", GRAPHICS)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "simulation.toml").write_text(told)
    return tmp_path


def test_each_comes_to_the_bytes_that_it_comes_to_alone(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "dialogues", "graphics", "--out", "together"]) == 0
    said = capsys.readouterr()
    assert [line.split("  ")[0] for line in said.out.splitlines()[:3]] == ["dialogues", "graphics", "all"]
    assert said.out.splitlines()[-1] == "next: company status together/dialogues together/graphics"
    assert "3 of 3 cases accepted (2 of 2 categories complete)" in said.err
    for name in ("dialogues", "graphics"):
        alone = simulate(name, out=f"alone/{name}", quiet=True)
        assert contents(export([alone.run], scenarios / f"{name}1")) == contents(
            export([scenarios / "together" / name], scenarios / f"{name}2")
        )


def test_what_goes_wrong_in_one_is_told_and_the_others_go_on(
    scenarios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (scenarios / "together" / "dialogues").mkdir(parents=True)
    (scenarios / "together" / "dialogues" / "mine.txt").write_text("no run")
    assert main(["simulate", "dialogues", "graphics", "--out", "together", "--json"]) == 1
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert "holds mine.txt" in told["dialogues"]["failed"] and told["graphics"]["accepted"] == 2
    assert "dialogues: together/dialogues is no run" in said.err
    come = simulate_all("dialogues", "graphics", out="together", quiet=True)
    assert isinstance(come[0], CompanyError) and not isinstance(come[1], CompanyError)


def test_what_is_for_one_run_is_refused(scenarios: Path) -> None:
    with pytest.raises(ConfigError, match="two of the scenarios would be run in together/graphics"):
        simulate_all("graphics", "graphics/simulation.toml", out="together", quiet=True)
    with pytest.raises(ConfigError, match="#NAME behind the address"):
        simulate_all("dialogues", "graphics", database="postgresql://h/d#one", quiet=True)
    assert main(["simulate", "dialogues", "graphics", "--preview"]) == 2
    assert main(["simulate", "dialogues", "elsewhere"]) == 2
    assert not (scenarios / "output").exists()


def test_one_cap_holds_for_all_of_them_and_what_was_spent_before_counts(scenarios: Path) -> None:
    with Loopback(staffed=True) as server:
        folders = [scenario(scenarios / name, server) for name in ("one", "two")]
        before = simulate(folders[0], out="together/one", budget=0.5, quiet=True)
        come = simulate_all(*folders, out="together", budget=1.5, quiet=True)
        paid = sum(each.billed for each in server.log())
    spent = 0.0
    for name, each in zip(("one", "two"), come, strict=True):
        assert not isinstance(each, CompanyError) and each.stopped is not None and "of $1.50 allowed" in each.stopped
        with Archive.open(Path("together") / name) as archive:
            calls, usd = archive.spent()
        paid, spent = paid - calls, spent + (usd or 0.0)
    assert (before.cost or 0) < 1.0 < spent <= 1.5 and paid == 0
