"""Arranges to be told how its forks end, which are turns that fail: by waiting, by signals, and by what they took."""
# where: session
# expect: (?s)arranged.*(Killed|RuntimeError).*looked

import contextlib
import ctypes
import os
import resource
import signal

from deeds import LIBC

told = []
wait = os.waitpid


def waiting(process, options):
    """Wait, and remember what was told."""
    done = wait(process, options)
    if done[0]:
        told.append(done)
    return done


def before_a_fork():
    """Ask in every way how earlier forks have ended."""
    status, use = ctypes.c_int(0), (ctypes.c_long * 64)()
    if LIBC.wait4(-1, ctypes.byref(status), os.WNOHANG, use) > 0:
        told.append(("wait4", status.value))
    with contextlib.suppress(OSError):
        told.extend(filter(None, [os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)]))
    with contextlib.suppress(OSError):
        told.extend(filter(None, [signal.sigtimedwait({signal.SIGCHLD}, 0)]))
    with contextlib.suppress(OSError):
        took = resource.getrusage(resource.RUSAGE_CHILDREN)
        told.extend(filter(None, (took.ru_maxrss, took.ru_minflt)))
    with contextlib.suppress(OSError):
        told.extend(filter(None, os.times()[2:4]))


os.waitpid = waiting
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
with contextlib.suppress(OSError):
    signal.signal(signal.SIGCHLD, lambda number, frame: told.append("a signal"))
os.register_at_fork(before=before_a_fork)
print("arranged")
# --- next turn
memory = bytearray(100_000_000)
os._exit(42)
# --- next turn
raise RuntimeError("failed on purpose")
# --- next turn
print("looked:", f"ESCAPED: a failed turn told {told}" if told else "nothing")
