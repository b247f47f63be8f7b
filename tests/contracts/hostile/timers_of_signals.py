"""Winds timers that send it signals after its turn, in the hope that they hit whoever comes next."""
# where: session
# kept: maybe
# expect: .

import ctypes
import signal
import struct

LIBRARY = ctypes.CDLL(None, use_errno=True)
signal.setitimer(signal.ITIMER_REAL, 0.2, 0.01)
signal.setitimer(signal.ITIMER_PROF, 0.05, 0.01)
signal.alarm(1)
for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV, signal.SIGCHLD):
    event = ctypes.create_string_buffer(struct.pack("qii", 0, number, 0) + bytes(48), 64)
    timer = ctypes.c_void_p()
    if LIBRARY.timer_create(1, event, ctypes.byref(timer)) == 0:
        LIBRARY.timer_settime(timer, 0, struct.pack("4q", 0, 10_000_000, 0, 300_000_000), None)
# --- next turn
import time

time.sleep(0.5)
print("still here")
