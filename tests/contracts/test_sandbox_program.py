"""One named program in the jail: it runs, it reaches no more than a script does, and nothing else runs."""

import os
import shutil
import socket
import struct
from pathlib import Path

import pytest
import pytest_asyncio

from company.config import LAYERS
from company.errors import LayersMissing, SandboxError
from company.sandbox import ForkSandbox, Limits, ProcessSandbox, SubprocessSandbox
from company.sandbox.program import CANNOT_BEGIN, loader_of
from company.sandbox.protocol import MIB
from tests.contracts.test_hostile_ordinary import pass_for_ordinary_user

LIMITS = Limits(wall_seconds=3, cpu_seconds=2, memory_mib=256, output_bytes=10_000, file_mib=4, disk_mib=16, files=50)
SHELL = shutil.which("bash") or "sh"
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=[ForkSandbox, SubprocessSandbox])
async def sandbox(request):
    async with request.param(LIMITS, workers=2) as made:
        yield made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "own"
    made.mkdir()
    return made


def of(name: str) -> Path:
    """The file of a program."""
    found = shutil.which(name)
    assert found
    return Path(found).resolve()


async def test_the_named_program_runs_in_its_folder(sandbox: ProcessSandbox, folder: Path) -> None:
    done = await sandbox.program("echo", ["one", "two words"], folder)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "one two words\n", "")
    (folder / "given").write_text("kept")
    done = await sandbox.program("cp", ["given", "made"], folder)
    assert done.ok, done.stderr
    assert (folder / "made").read_text() == "kept"


async def test_what_ends_badly_is_a_result(sandbox: ProcessSandbox, folder: Path) -> None:
    assert (await sandbox.program("false", [], folder)).exit_code == 1
    done = await sandbox.program("sh", ["-c", "kill -9 $$"], folder)
    assert done.exit_code == -9


@pytest.mark.parametrize("other", [["id"], ["sh", "-c", "echo out"], ["./own-copy"]], ids=["id", "sh", "own copy"])
async def test_no_other_program_runs(sandbox: ProcessSandbox, folder: Path, other: list[str]) -> None:
    shutil.copy(shutil.which("id") or "", folder / "own-copy")
    done = await sandbox.program("env", other, folder)
    assert done.exit_code == CANNOT_BEGIN
    assert "Permission denied" in done.stderr
    assert done.stdout == ""


async def test_what_loads_programs_loads_no_other_one(sandbox: ProcessSandbox, folder: Path) -> None:
    loader = loader_of(of("id"))
    assert loader
    done = await sandbox.program("env", [loader, shutil.which("id") or ""], folder)
    assert done.exit_code != 0
    assert done.stdout == ""


@pytest.mark.parametrize("code", ["(echo out)", "echo out | cat", "echo out & wait", "id"])
async def test_it_does_not_fork(sandbox: ProcessSandbox, folder: Path, code: str) -> None:
    done = await sandbox.program("sh", ["-c", code], folder)
    assert done.exit_code != 0
    assert "fork" in done.stderr.lower()
    assert done.stdout == ""


async def test_secrets_are_not_read(sandbox: ProcessSandbox, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a secret")
    (folder / "link").symlink_to(tmp_path / "secret")
    for path in (str(tmp_path / "secret"), "../secret", "link", "/etc/passwd", f"/proc/{os.getpid()}/environ"):
        done = await sandbox.program("cat", [path], folder)
        assert done.exit_code == 1, path
        assert done.stdout == "", path


async def test_what_is_given_to_read_is_read_and_not_written(
    sandbox: ProcessSandbox, folder: Path, tmp_path: Path
) -> None:
    given = tmp_path / "given"
    given.mkdir()
    (given / "book").write_text("a book")
    assert (await sandbox.program("cat", [str(given / "book")], folder, [given])).stdout == "a book"
    assert not (await sandbox.program("touch", [str(given / "new")], folder, [given])).ok
    assert os.listdir(given) == ["book"]  # noqa: PTH208


async def test_nothing_is_written_outside_its_folder(sandbox: ProcessSandbox, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("kept")
    for arguments in (["touch", "../new"], ["cp", "/dev/null", "../kept"], ["rm", "../kept"], ["mv", "../kept", "."]):
        done = await sandbox.program(arguments[0], arguments[1:], folder)
        assert not done.ok, arguments
    assert (tmp_path / "kept").read_text() == "kept"
    assert sorted(os.listdir(tmp_path)) == ["kept", "own"]  # noqa: PTH208


async def test_there_is_no_network(sandbox: ProcessSandbox, folder: Path) -> None:
    if not SHELL.endswith("bash"):
        pytest.skip("there is no bash, whose words open connections, so the network of programs was not tried")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        port = server.getsockname()[1]
        done = await sandbox.program("bash", ["-c", f"echo out > /dev/tcp/127.0.0.1/{port}"], folder)
        assert done.exit_code != 0
        with pytest.raises(TimeoutError):
            server.accept()


async def test_keys_of_the_environment_are_not_there(
    sandbox: ProcessSandbox, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a secret")
    done = await sandbox.program("env", [], folder, settings={"COLOUR": "red"})
    assert "COLOUR=red" in done.stdout
    assert "secret" not in done.stdout
    names = {line.partition("=")[0] for line in done.stdout.splitlines()}
    assert names == {"HOME", "TMPDIR", "PWD", "PATH", "LANG", "LC_ALL", "COLOUR"}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("sleep", ["1000"]), ("sh", ["-c", "while :; do :; done"]), ("yes", [])],
    ids=["waits", "works", "prints"],
)
async def test_it_is_stopped_at_its_limits(
    sandbox: ProcessSandbox, folder: Path, name: str, arguments: list[str]
) -> None:
    done = await sandbox.program(name, arguments, folder)
    assert done.exit_code is None
    assert len(done.stdout) <= LIMITS.output_bytes


async def test_files_are_bounded_in_size_and_number(sandbox: ProcessSandbox, folder: Path) -> None:
    await sandbox.program("dd", ["if=/dev/zero", "of=large", "bs=1M", "count=20"], folder)
    assert (folder / "large").stat().st_size <= LIMITS.file_mib * MIB
    done = await sandbox.program("touch", [str(number) for number in range(LIMITS.files + 10)], folder)
    assert done.exit_code is None


async def test_memory_is_bounded(sandbox: ProcessSandbox, folder: Path) -> None:
    done = await sandbox.program("dd", ["if=/dev/zero", "of=/dev/null", "bs=2G", "count=1"], folder)
    assert done.exit_code == 1
    assert "memory" in done.stderr


async def test_what_is_no_program_is_refused_with_a_word(sandbox: ProcessSandbox, folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SandboxError, match="no program no-such-program on this system: install it"):
        await sandbox.program("no-such-program", [], folder)
    with pytest.raises(SandboxError, match="there is no folder"):
        await sandbox.program("echo", [], tmp_path / "nowhere")
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\necho out\n" + " " * 80)
    script.chmod(0o755)
    with pytest.raises(SandboxError, match="name a compiled program"):
        await sandbox.program(str(script), [], folder)


async def test_damaged_programs_are_refused(tmp_path: Path) -> None:
    whole = of("echo").read_bytes()
    damaged = tmp_path / "damaged"
    damaged.write_bytes(whole[:56] + struct.pack("<H", 60_000) + whole[58:])
    with pytest.raises(SandboxError, match="damaged"):
        loader_of(damaged)
    damaged.write_bytes(whole[:100])
    with pytest.raises(SandboxError, match="cannot be read"):
        loader_of(damaged)


@pytest.mark.parametrize("missing", ["landlock", "seccomp"])
async def test_without_what_keeps_it_from_running_others_none_runs(folder: Path, missing: str) -> None:
    rest = set(LAYERS) - {missing}
    async with ForkSandbox(LIMITS, workers=1, without=[missing], require=rest) as lesser:
        with pytest.raises(SandboxError, match=f"only where {missing}"):
            await lesser.program("echo", [], folder)
    with pytest.raises(LayersMissing, match=missing):
        async with ForkSandbox(LIMITS, workers=1, without=[missing]):
            pass


@pytest.mark.parametrize("missing", ["namespaces", "limits"])
async def test_without_another_layer_it_runs_and_nothing_else_does(folder: Path, missing: str) -> None:
    rest = set(LAYERS) - {missing}
    async with ForkSandbox(LIMITS, workers=1, without=[missing], require=rest) as lesser:
        assert (await lesser.program("echo", ["one"], folder)).stdout == "one\n"
        assert (await lesser.program("env", ["id"], folder)).exit_code == CANNOT_BEGIN
        assert not (await lesser.program("sh", ["-c", "(echo out)"], folder)).ok
        assert not (await lesser.program("touch", ["../new"], folder)).ok
        assert not (await lesser.program("cat", ["/etc/passwd"], folder)).ok


@pytest.mark.skipif(os.getuid() != 0, reason="this is an ordinary user already")
async def test_an_ordinary_user_is_as_safe() -> None:
    pass_for_ordinary_user("not ordinary", Path(__file__))
