"""Asks whether it may send signals to everybody, to its host and to the first process."""
# expect: everybody: .*Error

import os

from deeds import TARGETS, attempt

attempt("everybody", os.kill, -1, 0)
for name in ("host", "parent", "victim"):
    attempt(name, os.kill, TARGETS[name], 0)
    attempt(f"group of {name}", os.killpg, TARGETS[name], 0)
if os.getpid() != 1 and os.getppid() != 0:
    attempt("supervisor", os.kill, os.getppid(), 0)
