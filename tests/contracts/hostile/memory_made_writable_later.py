"""Shares memory with a file to read only, and makes it writable in a turn that fails."""
# where: session
# expect: (?s)RuntimeError.*looked

import ctypes

from deeds import LIBC

LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
LIBC.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
with open("file", "w+b") as file:
    file.write(b"before")
    file.flush()
    place = LIBC.mmap(None, 4_096, 1, 1, file.fileno(), 0)
# --- next turn
if LIBC.mprotect(place, 4_096, 3) == 0:
    ctypes.string_at(place, 6)
    ctypes.memmove(place, b"after!", 6)
    ctypes.memmove(place + 100, b"hidden", 6)
raise RuntimeError("failed on purpose")
# --- next turn
found = ctypes.string_at(place, 6), open("file", "rb").read(), ctypes.string_at(place + 100, 6)
print("looked:", "as before" if found == (b"before", b"before", bytes(6)) else f"ESCAPED: a failed turn left {found}")
