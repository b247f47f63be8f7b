"""Has a file in its own memory alone, by which nobody sees it, and removes it once it is changed in a failing turn."""
# where: session
# expect: (?s)RuntimeError.*looked

import ctypes
import os

from deeds import LIBC

LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
with open("file", "w+b") as file:
    file.write(b"before")
    file.flush()
    place = LIBC.mmap(None, 6, 1, 2, file.fileno(), 0)
# --- next turn
with open("file", "r+b") as file:
    file.write(b"after!")
os.remove("file")
raise RuntimeError("failed on purpose")
# --- next turn
found = ctypes.string_at(place, 6), open("file", "rb").read()
print("looked:", "as before" if set(found) == {b"before"} else f"ESCAPED: a failed turn left {found}")
