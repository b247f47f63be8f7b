"""Enters new namespaces, where it would be root, and those of other processes."""
# expect: unshare: PermissionError

import os

from deeds import TARGETS, attempt, forbidden

USER, MOUNT, PID, NET, IPC, UTS = 0x10000000, 0x20000, 0x20000000, 0x40000000, 0x8000000, 0x4000000
for flags in (USER, USER | MOUNT, USER | PID, USER | NET, IPC, UTS, NET):
    forbidden("unshare", flags)
for process in (TARGETS["victim"], TARGETS["host"], 1):
    for kind in ("user", "net", "mnt", "pid"):
        attempt(f"{kind} of {process}", os.open, f"/proc/{process}/ns/{kind}", os.O_RDONLY)
    if os.getppid() == 0 or process == 1:
        break
forbidden("setns", -1, 0)
