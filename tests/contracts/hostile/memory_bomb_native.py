"""Takes memory from the kernel itself, in ways that are accounted for late: unreserved, shared, grown, locked."""
# expect: (?s)unreserved: .*Cannot allocate|unreserved: .*(Error|memory)

import ctypes
import mmap

from deeds import LIBC, attempt, forbidden

NORESERVE = 0x4000
size = 2 << 30
attempt("unreserved", mmap.mmap, -1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NORESERVE)
attempt("shared", mmap.mmap, -1, size, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
LIBC.malloc.restype = ctypes.c_void_p
print("ESCAPED: got two gigabytes" if LIBC.malloc(ctypes.c_size_t(size)) else "no memory from malloc")
forbidden("mlockall", 0)
