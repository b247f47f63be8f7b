"""Counts in an eventfd, and winds a timer, in a turn that fails: neither must have moved."""
# where: session
# expect: RuntimeError|refused|cannot

import ctypes
import os
import struct

LIBRARY = ctypes.CDLL(None, use_errno=True)
counter = os.eventfd(7, os.EFD_NONBLOCK)
timer = LIBRARY.timerfd_create(1, 0o4000)
# --- next turn
os.eventfd_write(counter, 100)
if timer >= 0:
    LIBRARY.timerfd_settime(timer, 0, struct.pack("4q", 0, 0, 3600, 0), None)
raise RuntimeError("failed on purpose")
# --- next turn
if "counter" in globals():
    found = os.eventfd_read(counter)
    print("kept" if found == 7 else f"ESCAPED: a failed turn left {found} in a counter")
    held = ctypes.create_string_buffer(32)
    if timer >= 0 and LIBRARY.timerfd_gettime(timer, held) == 0:
        left = struct.unpack("4q", held.raw)
        print("kept" if not any(left) else f"ESCAPED: a failed turn wound a timer: {left}")
