"""Asks that its memory is not handed to forks, so that each one ends at its first step, for good."""
# where: session
# kept: maybe
# expect: .

import ctypes

LIBRARY = ctypes.CDLL(None, use_errno=True)
LIBRARY.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
DO_NOT_FORK = 10
marked = 0
places = {id(each) >> 20 << 20 for each in (LIBRARY, object(), "text", [], {}, print, ctypes, *globals().values())}
for start in places:
    for page in range(256):
        marked += LIBRARY.madvise(start + page * 4_096, 4_096, DO_NOT_FORK) == 0
print("marked:", marked)
# --- next turn
print("second")
# --- next turn
print("third")
