"""Climbs out of every inherited descriptor as if it were a folder."""
# expect: NotADirectoryError|no folders

import os

from deeds import TARGETS, attempt, open_descriptors

for name in open_descriptors():
    descriptor = os.dup(name)
    attempt(f"{name} up", lambda d=descriptor: os.open(f"..{TARGETS['secret']}", os.O_RDONLY, dir_fd=d))
    attempt(f"{name} list", lambda d=descriptor: os.listdir(d))
print("no folders")
