"""Makes memory, semaphores and queues of the standard library that have names outside and outlive it."""
# expect: .*Error

import contextlib
import ctypes
from multiprocessing import shared_memory

from deeds import TARGETS, attempt

LIBRARY = ctypes.CDLL(None, use_errno=True)
mark = TARGETS["mark"]


def semaphore():
    """A semaphore with a name."""
    LIBRARY.sem_open.restype = ctypes.c_void_p
    if not LIBRARY.sem_open(f"/{mark}".encode(), 0o100, 0o600, 1):
        raise OSError(ctypes.get_errno(), "no semaphore")
    return "a semaphore"


def queue():
    """A queue with a name."""
    if LIBRARY.mq_open(f"/{mark}".encode(), 0o102, 0o600, None) < 0:
        raise OSError(ctypes.get_errno(), "no queue")
    return "a queue"


attempt("memory", lambda: shared_memory.SharedMemory(name=mark, create=True, size=4_096))
attempt("semaphore", semaphore)
attempt("queue", queue)
for folder in ("/dev/shm", "/dev/mqueue", "/run/lock", "/var/lock", "/run/user/0"):
    attempt(folder, lambda folder=folder: open(f"{folder}/{mark}", "w").write("x"))
with contextlib.suppress(ImportError, OSError):
    from multiprocessing import Lock

    attempt("lock", Lock)
