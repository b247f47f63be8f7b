"""Gives its thread a name that begins a line and does not end it, and has it read by asking for a signal."""
# where: session
# expect: (?s)Error.*still here

import ctypes
import os

from deeds import LIBC, attempt

SET_NAME = 15
for name in (b"\fTgid:", b"\fTgid:\tx", b"\xe2\x80\xa8Tgid:\t-"):
    LIBC.prctl(SET_NAME, ctypes.create_string_buffer(name), 0, 0, 0)
    attempt("signal", os.kill, 1, 0)
os.kill(os.getpid(), 0)
# --- next turn
print("still here")
