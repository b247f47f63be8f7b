"""Gives its thread names that look like a line about another process, and signals that one."""
# expect: signal

import ctypes
import os
import signal

from deeds import LIBC, TARGETS, attempt

SET_NAME = 15
ENDS_OF_LINES = ("\f", "\v", "\x1c", "\x85", "\u2028", "\n", "\r")
for process in (1, os.getppid(), TARGETS["host"], TARGETS["victim"]):
    if process == 0:
        continue
    for end in ENDS_OF_LINES:
        name = f"{end}Tgid:\t{process}".encode()
        LIBC.prctl(SET_NAME, ctypes.create_string_buffer(name[:15]), 0, 0, 0)
        attempt("signal", os.kill, process, 0)
        attempt("end", os.kill, process, signal.SIGTERM)
