"""Has four threads ask for forks all the time, in Python and natively, for when one is allowed."""
# where: session
# kept: maybe
# expect: PermissionError

import os
import threading
import time

from deeds import child_writes, syscall

stop = time.monotonic() + 3
refusals, stolen = [], []


def fork():
    while time.monotonic() < stop and len(refusals) < 5_000:
        try:
            child = os.fork()
        except OSError as refused:
            refusals.append(type(refused).__name__)
            continue
        if child == 0:
            child_writes("race")
        stolen.append(child)
        return


def clone():
    while time.monotonic() < stop and len(refusals) < 5_000:
        try:
            child = syscall("clone", 17, 0, 0, 0, 0)
        except OSError as refused:
            refusals.append(type(refused).__name__)
            continue
        if child == 0:
            os._exit(0)
        stolen.append(child)
        return


for race in (fork, fork, clone, clone):
    threading.Thread(target=race, daemon=True).start()
time.sleep(0.2)
print("ESCAPED:" if stolen else "none", set(refusals))
# --- next turn
time.sleep(0.1)
print("ESCAPED:" if stolen else "none", set(refusals))
