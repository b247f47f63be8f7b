"""Climbs out of every inherited descriptor as if it were a folder."""
# expect: NotADirectoryError|no folders

import os

from deeds import TARGETS, attempt

for name in os.listdir("/proc/self/fd"):
    try:
        descriptor = os.dup(int(name))
    except OSError:
        continue
    attempt(f"{name} up", lambda d=descriptor: os.open(f"..{TARGETS['secret']}", os.O_RDONLY, dir_fd=d))
    attempt(f"{name} list", lambda d=descriptor: os.listdir(d))
print("no folders")
