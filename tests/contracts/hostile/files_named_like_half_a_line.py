"""Keeps files mapped whose names, read as lines, end before anything was said: whoever reads them takes them apart."""
# where: session
# expect: (?s)mapped.*still here

import contextlib
import ctypes
import mmap

from deeds import LIBC

LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
parts = []
for name in ("a\fb", "\x0b", "\x1e\x1e\x1e", "\u2028", "x\x85 y", b"\xff\x0c\xfe"):
    with contextlib.suppress(OSError), open(name, "w+b") as file:
        file.write(bytes(5_000))
        file.flush()
        parts.append(LIBC.mmap(None, 5_000, 1, 2, file.fileno(), 0))
        parts.append(mmap.mmap(file.fileno(), 5_000, access=mmap.ACCESS_READ))
print("mapped", len(parts))
# --- next turn
print("still here", len(parts))
