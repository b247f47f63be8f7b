"""Kills and stops the process that watches it."""
# expect: PermissionError|no parent

import os
import signal

from deeds import attempt, syscall

parent = os.getppid()
if parent > 1:
    for number in (signal.SIGSTOP, signal.SIGKILL):
        attempt("kill", os.kill, parent, number)
        attempt("thread", syscall, "tgkill", parent, parent, int(number))
elif parent == 1:
    # The first process of its own namespace, or of the machine: the kernel shields both from these two.
    attempt("kill", os.kill, 1, signal.SIGKILL)
    attempt("stop", os.kill, 1, signal.SIGSTOP)
else:
    print("no parent that can be named")
