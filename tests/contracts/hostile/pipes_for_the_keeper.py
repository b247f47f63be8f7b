"""Leaves named pipes, sockets and devices where its files were: whoever opens one for copying waits for ever."""
# expect: left|Error

import os
import stat

from deeds import syscall

refusals = []
for name, kind in (("pipe", stat.S_IFIFO), ("socket", stat.S_IFSOCK), ("null", stat.S_IFCHR), ("disk", stat.S_IFBLK)):
    try:
        syscall("mknodat", -100, name.encode(), kind | 0o600, os.makedev(1, 3))
    except OSError as refused:
        refusals.append(f"{name}: {type(refused).__name__}")
try:
    os.remove("table.csv")
    os.mkfifo("table.csv")
except OSError as refused:
    refusals.append(f"table: {type(refused).__name__}")
print("left what could be left; refused:", refusals)
