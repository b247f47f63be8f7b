"""Where a cold interpreter begins: it confines itself, then runs a script, becomes a program or holds a state.

As little as possible is imported before a script runs: it should find what it would find without us.
"""

import json
import os
import socket
from typing import Any, NoReturn

from company.sandbox import script
from company.sandbox.jail.confine import Grants, confine, seal
from company.sandbox.jail.limits import close_all_but
from company.sandbox.surroundings import leave_no_trace, settle

DESCRIPTOR = 3
"""On which the order is read, and for a dialogue the talk goes on."""
PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from company.sandbox.cold import main; main(sys.argv[1])"


def main(package_root: str) -> NoReturn:
    """Follow the order that waits on the descriptor."""
    # Whatever else was open where this was started from is nobody's business here.
    close_all_but({0, 1, 2, DESCRIPTOR})
    order = json.loads(_line(DESCRIPTOR))
    if order["kind"] == "dialogue":
        _hold(order, package_root)
    if order["kind"] == "program":
        _become(order)
    os.close(DESCRIPTOR)
    os.setsid()
    folder = order["folder"]
    if order["seeded"]:
        from company.sandbox.state import seeded_main

        names = seeded_main()
    else:
        names = script.fresh_main()
    confine(order["limits"], order["layers"], Grants(order["readable"], (folder, order["home"])))
    settle(folder, order["home"])
    seal(order["layers"], asking=False)
    leave_no_trace(package_root)
    os._exit(script.run(order["script"], names))


def _hold(order: dict[str, Any], package_root: str) -> NoReturn:
    from company.sandbox.worker import hold

    leave_no_trace(package_root)
    hold(socket.socket(fileno=DESCRIPTOR), order)


def _become(order: dict[str, Any]) -> NoReturn:
    from company.sandbox.program import become  # what a script finds loaded stays as it was

    os.close(DESCRIPTOR)
    os.setsid()
    program, folder, home = order["program"], order["folder"], order["home"]
    confine(order["limits"], order["layers"], Grants(order["readable"], (folder, home), program["files"]))
    os.chdir(folder)
    seal(order["layers"], asking=False, executing=True)
    become(program, folder, home)


def _line(descriptor: int) -> bytes:
    """Return the first line: not a byte more is read, as what follows is for others."""
    line = bytearray()
    while not line.endswith(b"\n"):
        part = os.read(descriptor, 1)
        if not part:
            os._exit(1)  # the one who gives orders is gone
        line += part
    return bytes(line)
