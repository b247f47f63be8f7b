"""Drawings that try to get out, or to take the machine down, while they are drawn: each is contained.

Every file in `hostile/drawings/` is one; its first line says what it tries. OUTSIDE stands for a folder with a secret,
PORT for where somebody listens, REPEAT(n,text) for a text n times, in which %d is its number.
"""

import asyncio
import os
import re
import shutil
import socket
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
import pytest_asyncio

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")
pytest.importorskip("pygraphviz", reason="drawings need the extra graphics")
pytest.importorskip("pypdfium2", reason="drawings need the extra graphics")

from company.drawings.jailed import Drawn, drawn_in
from company.drawings.painting import Undrawable
from company.drawings.tikz import NEEDED, is_here
from company.sandbox import ForkSandbox, Limits, Sandbox
from company.sandbox.protocol import MIB
from tests.contracts.test_hostile_ordinary import pass_for_ordinary_user
from tests.contracts.victims import living

LIMITS = Limits(
    wall_seconds=12, cpu_seconds=6, memory_mib=1024, output_bytes=64_000, file_mib=8, disk_mib=32, files=200
)
FOLDER = Path(__file__).parent / "hostile" / "drawings"
FORMS = {".svg": "svg", ".tex": "tikz", ".dot": "graphviz"}
SECRET = "hostile-7f3a9c"
HONEST = {
    "svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="red"/></svg>',
    "graphviz": "digraph { a -> b }",
    "tikz": r"\begin{tikzpicture}\fill[red] (0,0) circle (1);\end{tikzpicture}",
}
pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass(frozen=True)
class Outside:
    """What must stay as it is."""

    folder: Path
    server: socket.socket

    def content(self) -> dict[str, bytes]:
        """Every file, by its name."""
        return {each.name: each.read_bytes() for each in self.folder.iterdir()}

    def filled(self, path: Path) -> str:
        """The code of a drawing that names this."""
        code = path.read_text().replace("OUTSIDE", str(self.folder)).replace("PORT", str(self.server.getsockname()[1]))
        return re.sub(
            r"REPEAT\((\d+),([^)]*)\)", lambda m: "".join(m[2].replace("%d", str(n)) for n in range(int(m[1]))), code
        )


@pytest.fixture(scope="module")
def outside() -> Iterator[Outside]:
    folder = Path(tempfile.mkdtemp(prefix="outside-")).resolve()
    folder.chmod(0o755)
    (folder / "secret").write_text(SECRET)
    (folder / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\n" + SECRET.encode())
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.05)
        yield Outside(folder, server)
    shutil.rmtree(folder)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandbox():
    async with ForkSandbox(LIMITS, workers=2) as made:
        yield made


def trials() -> list[object]:
    """Every drawing; those of TikZ are skipped where nothing compiles them."""
    without = pytest.mark.skipif(not is_here(), reason=f"hostile drawings in TikZ were not tried: {NEEDED}")
    files = sorted(each for each in FOLDER.iterdir() if each.suffix in FORMS)
    return [pytest.param(each, id=each.name, marks=[without] if each.suffix == ".tex" else []) for each in files]


def bounded(folder: Path) -> None:
    """Fail where a drawing has left too much, or what it was not to make."""
    assert sum(each.stat().st_size for each in folder.rglob("*") if each.is_file()) <= 2 * LIMITS.disk_mib * MIB
    assert not list(folder.rglob("new*"))


async def drawn(sandbox: Sandbox, folder: Path, code: str, form: str) -> Drawn | Undrawable:
    """A drawing, or why it is none: nothing else may come of it."""
    try:
        return await drawn_in(sandbox, Path(tempfile.mkdtemp(dir=folder)), code, form)
    except Undrawable as refused:
        return refused


@pytest.mark.parametrize("path", trials())
async def test_a_hostile_drawing_is_contained(
    sandbox: ForkSandbox, outside: Outside, tmp_path: Path, path: Path
) -> None:
    form, before = FORMS[path.suffix], outside.content()
    code = outside.filled(path)
    found = await drawn(sandbox, tmp_path, code, form)
    said = str(found) if isinstance(found, Undrawable) else str(asdict(found.scene))
    for word in (SECRET, "root:x:", "uid=", "Traceback"):
        assert word not in said, said
    assert len(said) < 2_000 or isinstance(found, Drawn)
    assert outside.content() == before
    with pytest.raises(TimeoutError):
        outside.server.accept()
    bounded(tmp_path)
    after = await drawn(sandbox, tmp_path, HONEST[form], form)
    assert isinstance(after, Drawn), after


async def test_there_are_enough_of_each_form() -> None:
    names = [each.suffix for each in map(Path, os.listdir(FOLDER))]  # noqa: PTH208
    assert all(names.count(suffix) >= 8 for suffix in FORMS)


async def test_no_process_outlives_its_drawing(outside: Outside, tmp_path: Path) -> None:
    beside = living(os.getpid())
    async with ForkSandbox(LIMITS, workers=1) as made:
        code = "digraph { " + "".join(f"a{n} -> b{n}; b{n} -> a1; " for n in range(140)) + "}"
        await drawn(made, tmp_path, code, "graphviz")
    for _ in range(200):
        if not living(os.getpid(), beside):
            break
        await asyncio.sleep(0.05)
    assert not living(os.getpid(), beside)


@pytest.mark.skipif(os.getuid() != 0, reason="this is an ordinary user already")
async def test_an_ordinary_user_is_as_safe() -> None:
    pass_for_ordinary_user("contained", Path(__file__))
