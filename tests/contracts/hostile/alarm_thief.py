"""Forks in a signal handler three thousand times a second, hoping to be in time for the next turn's leave."""
# where: session
# kept: maybe
# expect: ticking|NameError

import os
import signal

from deeds import child_writes

tries = []


def steal(*_):
    if len(tries) >= 20_000:
        return
    try:
        child = os.fork()
    except OSError:
        tries.append(0)
        return
    if child == 0:
        child_writes("alarm")
    tries.append(child)


signal.signal(signal.SIGALRM, steal)
signal.setitimer(signal.ITIMER_REAL, 0.0003, 0.0003)
print("ticking")
# --- next turn
for _ in range(1_000_000):
    pass
print("ESCAPED: stole one" if any(tries) else "tries that were refused:", len(tries))
# --- next turn
signal.setitimer(signal.ITIMER_REAL, 0.0003, 0.0003)
raise ValueError("and once more while it is put back")
