"""Leaves traps for the end of the interpreter: exit functions, hooks, streams that cannot be flushed."""
# expect: traps

import atexit
import sys
import threading


class Stream:
    encoding = "utf-8"

    def __init__(self, real):
        self.real = real

    def write(self, text):
        return self.real.write(text)

    def flush(self):
        raise SystemExit("not flushed")

    def __del__(self):
        raise KeyboardInterrupt("not deleted")


def trap(*_):
    raise SystemExit(0)


atexit.register(trap)
atexit.register(atexit.register, trap)
sys.excepthook = sys.unraisablehook = threading.excepthook = trap
print("traps", flush=True)
sys.stdout = Stream(sys.stdout)
