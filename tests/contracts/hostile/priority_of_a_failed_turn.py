"""Lowers, in a turn that fails, the priority, processors and limits of its group, of its user and of its state."""
# where: session
# expect: (?s)RuntimeError.*as before

import ctypes
import os
import resource

from deeds import syscall


def standing():
    return (
        os.getpriority(os.PRIO_PROCESS, 0),
        os.sched_getscheduler(0),
        len(os.sched_getaffinity(0)),
        resource.getrlimit(resource.RLIMIT_CORE),
        ctypes.CDLL(None).syscall(252 if os.uname().machine == "x86_64" else 31, 1, 0),
    )


state = os.getpid()
before = standing()
# --- next turn
for who in (os.getppid(), state, 0):
    for deed in (
        lambda: os.setpriority(os.PRIO_PROCESS, who, 19),
        lambda: os.setpriority(os.PRIO_PGRP, 0, 18),
        lambda: os.setpriority(os.PRIO_USER, os.getuid(), 17),
        lambda: os.sched_setscheduler(who, os.SCHED_IDLE, os.sched_param(0)),
        lambda: os.sched_setaffinity(who, {0}),
        lambda: resource.prlimit(who, resource.RLIMIT_CORE, (0, 0)),
        lambda: syscall("ioprio_set", 1, who, 3 << 13),
        lambda: syscall("ioprio_set", 2, 0, 3 << 13),
        lambda: syscall("ioprio_set", 3, os.getuid(), 3 << 13),
    ):
        try:
            deed()
        except OSError as refused:
            last = refused
print(standing())
raise RuntimeError("failed on purpose")
# --- next turn
if (now := standing()) != before:
    print("ESCAPED: a failed turn has changed how its state stands:", before, now)
print("as before")
