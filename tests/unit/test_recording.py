"""A run's calls in one file: what is in it, what never is, and files that are none."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive, Call
from company.config import Settings, load
from company.errors import BackendError, ConfigError
from company.models.protocol import ChatMessage, Request
from company.models.recording import ReplayClient, calls_in, read_header, unpack, write_recording
from company.models.registry import Backends

SECRETS = ("sk-secret", "SECRET_KEY", "secret.example", "2099-01-01-secret", "secret-tenant", "secret-header")
SCENARIO = """
[table]
file = "orders.csv"
licence = "CC0"
[targets]
normal = 3
[sandbox]
wall_seconds = 7.0
[model]
backend = "openai"
name = "m"
base_url = "https://secret.example/v1"
key = "SECRET_KEY"
api_version = "2099-01-01-secret"
temperature = 0.25
extra = { user = "secret-tenant" }
[model.chatbot]
name = "n"
base_url = "https://other.secret.example/v1"
extra = { metadata = { token = "secret-header" } }
"""
TABLE = "city,sales\nOslo,1.5\nÅlesund,\n"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("SECRET_KEY", "sk-secret")
    folder = tmp_path / "orders"
    folder.mkdir()
    (folder / "orders.csv").write_text(TABLE)
    (folder / "simulation.toml").write_text(SCENARIO)
    return load(folder)


def call(number: int) -> Call:
    return Call(
        request=f"{number:064x}",
        role="client",
        stage="plans",
        record="orders.p1",
        backend="openai",
        model="m",
        messages=json.dumps([{"content": f"ask {number}", "type": "UserMessage"}]),
        reply=f'{{"message": "Ålesund {number}"}}',
        finish_reason="stop",
        prompt_tokens=number or None,
        completion_tokens=number or None,
        usd=0.5,
        cached_tokens=number,
    )


def archive_of(run: Path, numbers: list[int]) -> Archive:
    archive = Archive.create(run)
    (run / "resource").mkdir()
    (run / "resource" / "orders.csv").write_text(TABLE)
    archive.put_note("intake", {"table": {"file": "orders.csv", "name": "orders"}})
    for number in numbers:
        archive.put_call(call(number))
    return archive


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with archive_of(tmp_path / "run", [2, 0, 1]) as archive:
        yield archive


@pytest.fixture
def recording(settings: Settings, archive: Archive, tmp_path: Path) -> Path:
    file = tmp_path / "a.recording"
    assert write_recording(archive, settings, Backends(settings).all(), file) == 3
    return file


def lines(recording: Path) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(recording.read_bytes()).splitlines()]


def written(file: Path, *lines: Any) -> Path:
    file.write_bytes(gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in lines)))
    return file


# what is in it


def test_it_holds_every_call_and_the_table_whole(recording: Path) -> None:
    assert list(calls_in(recording)) == [call(0), call(1), call(2)]
    header = read_header(recording)
    assert (header.scenario, header.table_file, header.table) == ("orders", "orders.csv", TABLE)
    assert {role: played.model for role, played in header.backends.items()} == {
        "admin": "m",
        "client": "m",
        "data_scientist": "m",
        "chatbot": "n",
    }


def test_it_holds_no_key_no_address_and_nothing_of_extra_fields(recording: Path) -> None:
    whole = gzip.decompress(recording.read_bytes()).decode()
    assert [secret for secret in SECRETS if secret in whole] == []


def test_equal_runs_make_equal_files_wherever_and_in_whatever_order(
    settings: Settings, recording: Path, tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere" / "b.recording"
    other.parent.mkdir()
    with archive_of(tmp_path / "elsewhere" / "run", [0, 1, 2]) as archive:
        write_recording(archive, settings, Backends(settings).all(), other)
    assert other.read_bytes() == recording.read_bytes()
    assert sorted(each.name for each in other.parent.iterdir()) == ["b.recording", "run"]


def test_other_extra_fields_are_another_model_to_the_ledger(settings: Settings, recording: Path) -> None:
    played = read_header(recording).backends
    assert played["client"].parameters["temperature"] == 0.25
    assert played["client"].parameters["extra"] != played["chatbot"].parameters["extra"]


def test_a_file_that_cannot_be_written_is_told(settings: Settings, archive: Archive, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be written \(No such file or directory\); give --record another"):
        write_recording(archive, settings, Backends(settings).all(), tmp_path / "missing" / "a.recording")


def test_a_run_without_a_table_is_recorded_and_unpacked_without_one(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "none.recording"
    with Archive.create(tmp_path / "none") as archive:
        archive.put_note("intake", {"sentences": 3})
        archive.put_call(call(1))
        assert write_recording(archive, settings, Backends(settings).all(), file) == 1
    header = read_header(file)
    assert (header.table_file, header.table) == (None, None)
    unpack(file, tmp_path / "out")
    assert [each.name for each in (tmp_path / "out").iterdir()] == ["simulation.toml"]


# made a scenario again


def test_unpacked_it_is_a_scenario_that_every_role_of_is_replayed(recording: Path, tmp_path: Path) -> None:
    settings = load(unpack(recording, tmp_path / "out" / "recorded"))
    assert settings.model.replays and settings.recording_file == recording.resolve()
    assert settings.table_file is not None and settings.table_file.read_text() == TABLE
    assert (settings.targets.normal, settings.table.licence) == (3, "CC0")
    backends = Backends(settings).all()
    assert {role: backend.model for role, backend in backends.items()}["chatbot"] == "n"
    assert all(backend.name == "openai" for backend in backends.values())


def test_a_replayed_model_is_known_to_the_ledger_as_the_one_that_was_recorded(
    settings: Settings, recording: Path, tmp_path: Path
) -> None:
    replayed = Backends(load(unpack(recording, tmp_path / "out"))).all()
    assert {role: each.identity for role, each in replayed.items()} == {
        role: each.identity for role, each in Backends(settings).all().items()
    }


def test_what_code_may_do_here_is_not_for_a_recording_to_say(recording: Path, tmp_path: Path) -> None:
    header, *calls = lines(recording)
    assert "sandbox" not in header["settings"]
    header["settings"] |= {"sandbox": {"require": [], "wall_seconds": 9.0}}
    header["settings"]["table"]["file"] = "/etc/hostname"
    settings = load(unpack(written(tmp_path / "b.recording", header, *calls), tmp_path / "out"))
    assert len(settings.sandbox.require) > 1 and settings.sandbox.wall_seconds == 30.0
    assert settings.table_file == tmp_path / "out" / "orders.csv"


@pytest.mark.parametrize("name", ["../orders.csv", "/no/orders.csv", "a/b.csv", "..", "", "orders.csv\n", "run.py"])
def test_a_table_is_written_into_the_folder_and_nowhere_else(name: str, recording: Path, tmp_path: Path) -> None:
    header, *calls = lines(recording)
    file = written(tmp_path / "b.recording", {**header, "table_file": name}, *calls)
    with pytest.raises(ConfigError, match="is not a recording"):
        unpack(file, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_told(recording: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be written .*give another one with --out"):
        unpack(recording, recording / "out")


# files that are none


@pytest.mark.parametrize("keep", [0.02, 0.5, 0.95])
def test_a_file_that_was_cut_is_told(keep: float, recording: Path) -> None:
    packed = recording.read_bytes()
    recording.write_bytes(packed[: int(len(packed) * keep)])
    with pytest.raises(ConfigError, match="cannot be read as a recording"):
        read_header(recording)
        list(calls_in(recording))


def test_a_file_with_a_changed_byte_is_told(recording: Path) -> None:
    packed = bytearray(recording.read_bytes())
    packed[len(packed) // 2] ^= 0xFF
    recording.write_bytes(packed)
    with pytest.raises(ConfigError, match="recording"):
        read_header(recording)
        list(calls_in(recording))


@pytest.mark.parametrize(
    "content",
    [b"plain words", b"", gzip.compress(b"", mtime=0), gzip.compress(b"words\n", mtime=0)],
    ids=["words", "nothing", "packed nothing", "packed words"],
)
def test_a_file_of_something_else_is_told(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "a.recording"
    file.write_bytes(content)
    with pytest.raises(ConfigError, match="recording"):
        read_header(file)


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    for file in (tmp_path / "none.recording", tmp_path):
        with pytest.raises(ConfigError, match="cannot be read as a recording"):
            read_header(file)


def test_another_version_is_told(recording: Path, tmp_path: Path) -> None:
    header, *calls = lines(recording)
    for other in ({**header, "recording": 3}, {**header, "more": 1}):
        with pytest.raises(ConfigError, match=r"of another version; make one with `company simulate --record`"):
            read_header(written(tmp_path / "b.recording", other, *calls))


@pytest.mark.parametrize("wrong", [[], 5, None, {"request": "a"}, {"unknown": 1}])
def test_a_line_that_is_no_call_is_told_with_its_number(wrong: Any, recording: Path, tmp_path: Path) -> None:
    header, first, *_ = lines(recording)
    file = written(tmp_path / "b.recording", header, first, wrong)
    with pytest.raises(ConfigError, match=r"b\.recording, line 3: this is not a recorded call"):
        list(calls_in(file))


# what was not recorded


async def test_what_was_not_recorded_is_named_by_its_first_words() -> None:
    client = ReplayClient(Path("a.recording"))
    asked = (ChatMessage("user", "Plan\n the analysis " + "of sales " * 50),)
    with pytest.raises(BackendError, match=r"a\.recording has no reply to a prompt that begins 'Plan the analysis of"):
        await client.reply(Request(asked))
    with pytest.raises(BackendError):
        await client.reply(Request(()))
