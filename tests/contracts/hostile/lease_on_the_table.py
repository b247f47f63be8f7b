"""Takes leases on its files, so that whoever copies them has to wait for it to let go."""
# expect: (?s)leases|PermissionError

import fcntl
import os
import signal

signal.signal(signal.SIGIO, signal.SIG_IGN)
open("new.txt", "w").write("new")
held = []
refusals = []
for name in ("new.txt", "table.csv"):
    held.append(os.open(name, os.O_RDONLY))
    for kind in (fcntl.F_WRLCK, fcntl.F_RDLCK):
        try:
            fcntl.fcntl(held[-1], fcntl.F_SETLEASE, kind)
        except OSError as refused:
            refusals.append(f"{type(refused).__name__}: {refused}")
print("leases refused:", refusals)
