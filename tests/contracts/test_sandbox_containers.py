"""In a plain container there are no namespaces to be had: three layers hold, turns work, and a line says so."""

import inspect
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import tests.support.container as container
from tests.contracts.test_hostile_ordinary import CANNOT_BEGIN, ORDINARY, PROJECT, as_ordinary_user

INSIDE = (
    f"{inspect.getsource(container)}\n"
    + '''
import asyncio, json

as_in_a_container()
from company.benchmark.layers import entered
from company.config import LAYERS
from company.console.progress import Silent
from company.sandbox import ForkSandbox


# Threads and duplicates of an open file take no room of their own, though they cannot be told apart here.
OPENED = """
import os, tempfile, threading
f = tempfile.TemporaryFile()
f.write(bytes(200 << 20))
f.flush()
twins = [os.dup(f.fileno()) for _ in range(5)]
done = threading.Event()
threads = [threading.Thread(target=done.wait) for _ in range(5)]
for each in threads:
    each.start()
import time
time.sleep(0.3)
done.set()
"""


class Noting(Silent):
    noted = ""

    def note(self, line):
        self.noted += line


async def main():
    try:
        async with ForkSandbox():
            raise AssertionError("all layers are on")
    except Exception as missing:
        refused = str(missing)
    three, noting = [layer for layer in LAYERS if layer != "namespaces"], Noting()
    async with entered(ForkSandbox(require=three), str, noting) as sandbox:
        session = await sandbox.open({})
        kept = await session.run("kept = 1")
        failed = await session.run("kept = 2\\nopen('left.txt', 'w').write('x')\\nraise ValueError('on purpose')")
        told = await session.run("import os\\nprint(kept, os.listdir())\\nimport socket\\nsocket.socket()")
        opened = await session.run(OPENED)
        spoilt = await session.run("f.write(b'!' * 100)\\nf.flush()\\n1 / 0")
        seen = await session.run("print(kept, f.tell(), f.seek(0, 2))")
        await session.close()
        outputs = [each.model_dump(mode="json") for each in (kept, failed, told, opened, spoilt, seen)]
        told = {"refused": refused, "layers": sandbox.layers, "forks": sandbox.forks, "noted": noting.noted}
        print(json.dumps({**told, "turns": outputs}))


asyncio.run(main())
'''
)


@pytest.mark.skipif(sys.platform != "linux", reason="seccomp is of Linux")
@pytest.mark.parametrize("ordinary", [False, True], ids=["as this user", "as an ordinary user"])
def test_behind_the_profile_of_a_plain_container_three_layers_hold(*, ordinary: bool) -> None:
    done = as_somebody([sys.executable, "-c", INSIDE], ordinary=ordinary)
    assert done.returncode == 0, done.stderr[-2_000:]
    told = json.loads(done.stdout)
    assert "namespaces" in told["refused"]
    assert [layer for layer, why in told["layers"].items() if why != "on"] == ["namespaces"]
    assert told["noted"].startswith(
        "generated code runs behind these layers: landlock, limits, seccomp, without namespaces ("
    )
    assert ("costs a replay" in told["noted"]) != told["forks"]
    kept, failed, last, opened, spoilt, seen = told["turns"]
    assert (kept["ok"], failed["error"]["type"], last["error"]["type"]) == (True, "ValueError", "PermissionError")
    assert last["output"] == "1 []\n"
    assert (opened["error"], spoilt["error"]["type"]) == (None, "ZeroDivisionError")
    assert seen["output"] == f"1 {200 << 20} {200 << 20}\n"


def as_somebody(command: list[str], *, ordinary: bool) -> "subprocess.CompletedProcess[str]":
    """Run a command as this user or as one without any rights; skip the test where there is no way to."""
    if not ordinary:
        return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    if os.getuid() != 0:
        pytest.skip("this is an ordinary user already")
    with tempfile.TemporaryDirectory(prefix="ordinary-") as place:
        home, held = Path(place, "home"), Path(place, "held")
        home.mkdir()
        os.chown(home, ORDINARY, ORDINARY)
        Path(place).chmod(0o755)
        environment = {"PATH": os.defpath, "TMPDIR": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
        inside = as_ordinary_user(command, held)
        done = subprocess.run(inside, cwd=PROJECT, capture_output=True, text=True, env=environment, check=False)
    if done.returncode in CANNOT_BEGIN:
        pytest.skip(f"an ordinary user cannot run Python here: {done.stderr}")
    return done
