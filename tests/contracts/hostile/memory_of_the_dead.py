"""Looks through new memory, new files and the heap for what somebody else has left there."""
# expect: looked

import ctypes
import mmap
import os
import re

KEY = re.compile(rb"hostile-[0-9a-f]{32}-[a-z]+")
found = set()
for _ in range(50):
    found |= set(KEY.findall(mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).read()))
LIBRARY = ctypes.CDLL(None)
LIBRARY.malloc.restype = ctypes.c_void_p
for size in (100, 1_000, 10_000, 100_000) * 200:
    found |= set(KEY.findall(ctypes.string_at(LIBRARY.malloc(ctypes.c_size_t(size)), size)))
with open("room.bin", "wb+") as file:
    try:
        os.posix_fallocate(file.fileno(), 0, 2 << 20)
    except OSError as refused:
        print(refused)
    file.seek(0)
    found |= set(KEY.findall(file.read()))
print("looked", [each.decode() for each in found])
