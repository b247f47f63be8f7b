"""Turns blocking off and signals on for everything that it shares with its supervisor, and shrinks the pipes."""
# expect: games

import fcntl
import os

F_SETPIPE_SZ = 1031
for name in os.listdir("/proc/self/fd"):
    for command, value in (
        (fcntl.F_SETFL, os.O_NONBLOCK | os.O_APPEND),
        (fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK),
        (F_SETPIPE_SZ, 4_096),
    ):
        try:
            fcntl.fcntl(int(name), command, value)
        except OSError:
            continue
print("games:", "x" * 9_000)
