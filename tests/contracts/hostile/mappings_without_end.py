"""Cuts its address space into sixty thousand pieces, so that whoever reads about them reads megabytes."""
# expect: .

import ctypes
import mmap

LIBRARY = ctypes.CDLL(None, use_errno=True)
LIBRARY.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
space = mmap.mmap(-1, 4_096 * 64_000, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
start = ctypes.addressof(ctypes.c_char.from_buffer(space))
cut = 0
for page in range(0, 64_000, 2):
    if LIBRARY.mprotect(start + page * 4_096, 4_096, mmap.PROT_READ) != 0:
        break
    cut += 1
print("cut:", cut)
