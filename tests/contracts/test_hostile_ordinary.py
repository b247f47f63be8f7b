"""The hostile corpus once more, for a user without any rights."""

import os
import re
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.contracts.test_hostile import TELLING

PROJECT = Path(__file__).resolve().parents[2]
SUITE = Path(__file__).with_name("test_hostile.py")
CASES = f"test_a_hostile_turn and ({' or '.join(sorted(TELLING))})"
"""What tells most; the others would take as long again as they do for root."""
ORDINARY = 65534
CANNOT_BEGIN = (77, 126, 127)
"""Exit codes of a command that could not be started for an ordinary user."""


@pytest.mark.skipif(os.getuid() != 0, reason="this is an ordinary user already")
def test_an_ordinary_user_is_as_safe() -> None:
    pass_for_ordinary_user(CASES, SUITE)


def pass_for_ordinary_user(cases: str, *suites: Path | str) -> None:
    """Fail where tests of these files do not pass for an ordinary user; skip where such a one cannot run Python."""
    with tempfile.TemporaryDirectory(prefix="ordinary-") as place:
        home, held = Path(place, "home"), Path(place, "held")
        home.mkdir()
        os.chown(home, ORDINARY, ORDINARY)
        Path(place).chmod(0o755)
        suite = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-k", cases, *map(str, suites)]
        environment = {"PATH": os.defpath, "TMPDIR": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            as_ordinary_user(suite, held), capture_output=True, text=True, env=environment, cwd=PROJECT, check=False
        )
    if done.returncode in CANNOT_BEGIN:
        pytest.skip(f"an ordinary user cannot run Python here, so this was run for root alone: {done.stderr}")
    assert re.search(r"\d+ passed", done.stdout), done.stdout + done.stderr
    assert done.returncode == 0, done.stdout[-20_000:]


def as_ordinary_user(command: list[str], held: Path) -> list[str]:
    """The command, run for a user without any rights, who can reach this Python and this project.

    Where they lie in a folder that is closed to others, the command sees an empty one with nothing in it but them.
    That is so in a mount namespace of its own: nothing is opened to anybody else, and it ends with the command.
    """
    steps = ["set -e", f"trap 'exit {CANNOT_BEGIN[0]}' EXIT"]
    closed: dict[Path, list[Path]] = {}
    for needed in {Path(sys.base_prefix).resolve(), Path(sys.prefix).resolve(), PROJECT}:
        for folder in reversed(needed.parents):
            if not folder.stat().st_mode & stat.S_IXOTH:
                closed.setdefault(folder, []).append(needed)
                break
    for folder, inside in closed.items():
        places = {needed: held / str(number) for number, needed in enumerate(inside)}
        steps += [f"mkdir -p {place}; mount --bind {needed} {place}" for needed, place in places.items()]
        steps += [f"mount -t tmpfs -o mode=755 none {folder}"]
        steps += [f"mkdir -p {needed}; mount --bind {place} {needed}" for needed, place in places.items()]
    steps += [f'exec setpriv --reuid={ORDINARY} --regid={ORDINARY} --clear-groups "$@"']
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", "\n".join(steps), "sh", *command]
