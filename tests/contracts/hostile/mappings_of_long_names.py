"""Maps a file of a long name many times, so that whoever reads what is mapped reads a hundred megabytes."""
# where: session
# expect: MemoryLimit|refused

import ctypes
import os

from deeds import LIBC

LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
REFUSED = ctypes.c_void_p(-1).value
below = "/".join(["\n" * 250] * 6)
os.makedirs(below)
file = os.open(f"{below}/file", os.O_RDWR | os.O_CREAT)
os.ftruncate(file, 8_192)
# A page and its neighbour are one mapping: here every second one is turned around.
for number in range(5_000):
    if LIBC.mmap(None, 4_096, 1, 1, file, 4_096 * (number % 2)) == REFUSED:
        print("refused")
        break
# --- next turn
print("next")
