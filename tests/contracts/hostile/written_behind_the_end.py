"""Writes, by way of memory, behind the end of a file in a turn that fails: no size and no content shows that."""
# where: session
# expect: (?s)made.*RuntimeError.*looked

import contextlib
import ctypes

from deeds import LIBC

LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
LIBC.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
REFUSED = ctypes.c_void_p(-1).value


def page():
    """The first page of the file, shared."""
    return LIBC.mmap(None, 4_096, 3, 1, short.fileno(), 0)


short = open("short", "w+b")
short.write(b"before")
short.flush()
place = page()
if place != REFUSED:
    LIBC.munmap(place, 4_096)
print("made")
# --- next turn
with contextlib.suppress(OSError):
    place = page()
    if place != REFUSED:
        ctypes.string_at(place, 100)
        ctypes.memmove(place + 100, b"after!", 6)
        LIBC.munmap(place, 4_096)
raise RuntimeError("failed on purpose")
# --- next turn
place = page()
left = bytes(6) if place == REFUSED else ctypes.string_at(place + 100, 6)
print("looked:", "nothing" if left == bytes(6) else f"ESCAPED: a failed turn left {left}")
