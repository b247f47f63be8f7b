"""A benchmark is uploaded by the hub's own client, over HTTP on loopback, and what may not be passed on is not sent."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.benchmark.publishing.export import export
from company.benchmark.publishing.hub import push, ready_to_push
from company.cli import main
from company.errors import ConfigError
from tests.support.hub_stand_in import TOKEN, Hub, Repository, hub
from tests.support.mixed_run import make_mixed_run

pytestmark = pytest.mark.slow

pytest.importorskip("huggingface_hub", reason="the extra dev has it: pip install -e '.[dev]'")
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def there() -> Iterator[Hub]:
    with hub() as state:
        yield state


@pytest.fixture
def run(dialogue: Any) -> Path:
    return make_mixed_run(dialogue)


def _company(there: Hub, tmp_path: Path, *arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
    """`company …` in a process of its own, as the client reads its environment when it is imported."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("HF_", "HUGGING"))}
    environment |= {"HF_ENDPOINT": there.address, "HF_TOKEN": TOKEN, "HF_HOME": str(tmp_path / "hf")}
    environment |= {"HF_HUB_DISABLE_XET": "1", "PYTHONPATH": str(ROOT), **more}
    command = [sys.executable, "-m", "company.cli", *map(str, arguments)]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, cwd=tmp_path
    )


def test_a_benchmark_is_pushed_in_one_commit(there: Hub, run: Path, tmp_path: Path) -> None:
    done = _company(there, tmp_path, "export", run, "--out", tmp_path / "out", "--push", "ada/shops")
    assert done.returncode == 0, done.stderr
    assert f"pushed: {there.address}/datasets/ada/shops" in done.stdout
    made = there.repositories["ada/shops"]
    assert len(made.commits) == 1 and not made.private
    files = {path.relative_to(tmp_path / "out").as_posix(): path.read_bytes() for path in _files(tmp_path / "out")}
    assert made.files == files and "data/parquet/normal.parquet" in files


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def test_only_the_public_folder_is_pushed_and_what_was_there_before_goes(there: Hub, run: Path, tmp_path: Path) -> None:
    there.repositories["ada/shops"] = Repository(private=True, files={"data/dialogues.jsonl": b"gold"})
    flags = ("--held-back", tmp_path / "gold", "--push", "ada/shops", "--private")
    done = _company(there, tmp_path, "export", run, "--out", tmp_path / "out", *flags)
    assert done.returncode == 0, done.stderr
    sent = there.repositories["ada/shops"].files
    assert "data/dialogues.jsonl" not in sent and "README.md" in sent
    assert not any(b"reference_answer" in content for content in sent.values())
    assert len(there.repositories["ada/shops"].commits) == 1


@pytest.fixture
def client(there: Hub, monkeypatch: pytest.MonkeyPatch) -> Hub:
    """The hub that the client of this process talks with."""
    talk_with(there.address, monkeypatch)
    return there


def talk_with(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of this process's client, which it reads from its environment when it is imported."""
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", address)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", True)
    monkeypatch.setenv("HF_TOKEN", TOKEN)


def test_a_table_that_may_not_be_passed_on_is_not_sent(client: Hub, run: Path, tmp_path: Path) -> None:
    with Archive.open(run) as archive:
        archive.put_note("settings", {"model": {}, "table": {"licence": "proprietary"}})
    out = export([run], tmp_path / "out")
    assert not (out / "data/resource/shops.csv").exists()
    (out / "data/resource/shops.csv").write_text("as `company fetch` puts it there\n")
    push(out, "ada/shops")
    sent = client.repositories["ada/shops"].files
    assert "data/resource/shops.csv" not in sent and "data/resource/decision_company.py" in sent


def test_held_back_gold_is_never_pushed(pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    public, gold = pair
    with pytest.raises(ConfigError, match="held back, and is never pushed"):
        push(gold, "ada/shops")
    (public / "provenance.json").unlink()
    with pytest.raises(ConfigError, match=r"has no provenance\.json"):
        push(public, "ada/shops")


@pytest.mark.parametrize(
    ("status", "said", "words"),
    [
        (401, "Invalid token", "the token is not valid"),
        (403, "You don't have the rights", "the token may not write there"),
        (503, "Down for repair", "run again later"),
    ],
)
def test_a_refusal_is_told_with_what_to_do(client: Hub, whole: Path, status: int, said: str, words: str) -> None:
    client.refused = (status, said)
    with pytest.raises(ConfigError, match=rf"the hub refused ada/shops \({status}.*{words}") as told:
        push(whole, "ada/shops")
    assert TOKEN not in str(told.value)


def test_after_a_refusal_the_folder_is_there_and_the_command_ends_as_with_wrong_use(
    client: Hub, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    client.refused = (403, "You don't have the rights")
    assert main(["export", str(run), "--out", str(tmp_path / "out"), "--push", "ada/shops"]) == 2
    told = capsys.readouterr().err
    assert "the hub refused ada/shops (403" in told and TOKEN not in told and "Traceback" not in told
    assert (tmp_path / "out/README.md").is_file()


def test_one_that_everybody_sees_is_not_taken_for_a_private_one(client: Hub, whole: Path) -> None:
    client.repositories["ada/shops"] = Repository(private=False)
    with pytest.raises(ConfigError, match="everybody can see it; nothing was uploaded"):
        push(whole, "ada/shops", private=True)
    assert client.repositories["ada/shops"].files == {}


def test_a_hub_that_is_not_there_is_told(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk_with("http://127.0.0.1:9", monkeypatch)
    with pytest.raises(ConfigError, match=r"cannot be reached.*HF_ENDPOINT"):
        push(whole, "ada/shops")


def test_without_a_token_nothing_is_begun(
    client: Hub, run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HF_TOKEN")
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(tmp_path / "none"))
    assert main(["export", str(run), "--out", str(tmp_path / "out"), "--push", "ada/shops"]) == 2
    told = capsys.readouterr().err
    assert "needs a token" in told and "HF_TOKEN" in told
    assert client.asked == [] and not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["shops", "ada/", "ada/shops/more", "../shops", "ada/sh ops"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="give OWNER/NAME"):
        ready_to_push(name)


def test_private_goes_with_push() -> None:
    with pytest.raises(ConfigError, match="--private goes with --push"):
        ready_to_push(None, private=True)
