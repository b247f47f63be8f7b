"""Forks wherever code runs after the end: exit functions, finalizers, `__del__`, hooks of the collector."""
# expect: PermissionError|lying in wait

import atexit
import gc
import os
import threading
import weakref

from deeds import child_writes


def fork(*_):
    try:
        if os.fork() == 0:
            child_writes("end")
    except OSError as refused:
        print(type(refused).__name__)
    else:
        print("ESCAPED: forked at the end")


class Last:
    def __del__(self):
        fork()


last, circle = Last(), Last()
circle.self = circle
atexit.register(fork)
weakref.finalize(last, fork)
threading._register_atexit(fork)
gc.callbacks.append(fork)
print("lying in wait")
del circle
