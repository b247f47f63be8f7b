"""A `python` that is there at once: what it is told to run is run in a fork of the process that commands come from.

`interpreter` gives its path, for whoever starts a Python by its path: an evaluator that runs each answer in one. Each
script is a process of its own all the same, with its own folder, environment, streams and `__main__`; but libraries are
loaded already, so that an import that a script forgot is not found out. What has to be found out by a cold start is run
by `sys.executable`.
"""

from __future__ import annotations

import atexit
import random
import runpy
import subprocess
import sys
import tempfile
import types
from functools import cache
from pathlib import Path

STARTER = """#!{python} -ISB
import os, sys

sys.path.append({support!r})
from warm_client import answered, ask, connected

order = {{"program": {program!r}, "words": sys.argv[1:], "cwd": os.getcwd(), "env": dict(os.environ)}}
with connected({nursery!r}) as talk, ask(talk, order, (1, 2)) as answers:
    answered(answers)
    sys.exit(answered(answers))
"""


@cache
def interpreter() -> Path:
    """The program, ready, which serves as long as the tests of this process run."""
    from tests.support.warm_start import _address, _nursery

    _nursery()
    folder = tempfile.TemporaryDirectory(prefix="warm-python-")
    atexit.register(folder.cleanup)
    path = Path(folder.name, "python")
    support = str(Path(__file__).parent)
    path.write_text(STARTER.format(python=sys.executable, support=support, program=__file__, nursery=_address()))
    path.chmod(0o755)
    # Whoever is given it may have a limit of time for what is run, and not for what has to be loaded before that.
    subprocess.run([path, "-c", ""], check=True)
    return path


def run(*words: str) -> None:
    """Do what `python [-I] SCRIPT …` and `python [-I] -c CODE …` do, in this process."""
    import numpy

    random.seed()
    numpy.random.seed()
    alone = words[0] == "-I"
    first, *rest = words[alone:]
    code = first == "-c"
    sys.argv = ["-c", *rest[1:]] if code else [first, *rest]
    if not alone:
        sys.path.insert(0, "" if code else str(Path(first).resolve().parent))
    if not code:
        runpy.run_path(first, run_name="__main__")
        return
    sys.modules["__main__"] = main = types.ModuleType("__main__")
    exec(compile(rest[0], "<string>", "exec"), main.__dict__)


if __name__ == "__main__":
    run(*sys.argv[1:])
