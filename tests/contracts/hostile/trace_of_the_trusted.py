"""Traces the functions that run it, and changes their variables while they answer."""
# where: session
# kept: maybe
# expect: .

import ctypes
import sys
import threading


def trace(frame, event, argument):
    for name in ("how", "payload", "reply", "error", "turn", "command", "channel", "child", "this", "holder"):
        if name in frame.f_locals:
            frame.f_locals[name] = b"+" if name == "how" else None
    ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(0))
    return trace


frame = sys._getframe()
while frame.f_back is not None:
    frame = frame.f_back
    frame.f_trace = trace
    frame.f_globals["STARTED"] = frame.f_globals["KEEP"] = None
threading.settrace(trace)
sys.settrace(trace)
sys.setprofile(trace)
print("tracing")
# --- next turn
print("a turn under trace")
