"""Turns blocking off and signals on for everything that it shares with its supervisor, and shrinks the pipes."""
# expect: games

import fcntl
import os

from deeds import open_descriptors

F_SETPIPE_SZ = 1031
for descriptor in open_descriptors():
    for command, value in (
        (fcntl.F_SETFL, os.O_NONBLOCK | os.O_APPEND),
        (fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK),
        (F_SETPIPE_SZ, 4_096),
    ):
        try:
            fcntl.fcntl(descriptor, command, value)
        except OSError:
            continue
print("games:", "x" * 9_000)
