"""Writes one file that is too large, by writing, by reserving room and by copying."""
# expect: (?s)write: OSError.*(File too large|not permitted)

import os

from deeds import attempt

part = bytes(1 << 20)


def write():
    with open("large", "wb", buffering=0) as file:
        for _ in range(3_000):
            if file.write(part) < len(part):
                return file.write(part)


def reserve():
    with open("reserved", "wb") as file:
        os.posix_fallocate(file.fileno(), 0, 3 << 30)


attempt("write", write)
attempt("reserve", reserve)
for name in ("large", "reserved"):
    if os.path.exists(name):
        os.remove(name)
print("tidied up")
