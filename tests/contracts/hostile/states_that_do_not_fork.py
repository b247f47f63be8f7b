"""Arranges, in an accepted turn and in the C library, that every fork of its state ends or takes for ever."""
# where: session
# kept: maybe
# expect: .

import ctypes
import os
import time

WAITING = ctypes.CFUNCTYPE(None)(lambda: time.sleep(3_600))
ENDING = ctypes.CFUNCTYPE(None)(lambda: os._exit(0))
LIBRARY = ctypes.CDLL(None)
nothing = ctypes.cast(None, ctypes.CFUNCTYPE(None))
print(LIBRARY.__register_atfork(nothing, nothing, ENDING, None))
print(LIBRARY.__register_atfork(WAITING, nothing, nothing, None))
# --- next turn
print("second")
# --- next turn
print("third")
