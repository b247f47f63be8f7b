"""Signals, under names that look like lines about it, the state that its failing turn was forked from."""
# where: session
# expect: (?s)refused.*as before

import ctypes
import os
import signal

from deeds import LIBC

SET_NAME = 15
heard = []
for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGRTMIN):
    signal.signal(number, lambda number, frame: heard.append(number))
# --- next turn
for process in range(2, 400):
    if process == os.getpid():
        continue
    LIBC.prctl(SET_NAME, ctypes.create_string_buffer(b"\fTgid:\t%d" % process), 0, 0, 0)
    try:
        os.kill(process, signal.SIGUSR1)
        print("ESCAPED: signalled", process)
    except OSError as answer:
        refused = answer
print("refused:", refused)
raise RuntimeError("failed on purpose")
# --- next turn
print(f"ESCAPED: a failed turn was heard: {heard}" if heard else "as before")
