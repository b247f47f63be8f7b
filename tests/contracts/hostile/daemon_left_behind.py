"""Leaves a process behind that belongs to nobody and comes back a second later."""
# expect: PermissionError|no daemon

import os
import time

from deeds import child_writes

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1)
        child_writes("daemon")
    os._exit(0)
print("ESCAPED: a daemon was started")
