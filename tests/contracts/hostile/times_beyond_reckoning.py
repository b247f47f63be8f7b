"""Gives its files times that no clock will show and few can reckon with, which must be put back all the same."""
# where: session
# expect: (?s)RuntimeError.*as before

import ctypes
import os

LIBC = ctypes.CDLL(None, use_errno=True)
for number, seconds in enumerate((2**62, -(2**62), 2**63 - 1, -(2**63), 2**35, -1, 253402300800)):
    open(f"file-{number}", "w").write("state")
    os.makedirs(f"folder-{number}")
    words = (ctypes.c_int64 * 4)(seconds, 999_999_999, seconds, 999_999_999)
    for name in (f"file-{number}", f"folder-{number}", "table.csv", "."):
        if LIBC.utimensat(-100, name.encode(), words, 0):
            print(ctypes.get_errno(), name)


def times():
    return {name: (os.stat(name).st_mtime_ns, os.stat(name).st_size) for name in os.listdir()}


before = times()
# --- next turn
for each in before:
    if each.startswith("file"):
        open(each, "a").write("by a failed turn")
raise RuntimeError("failed on purpose")
# --- next turn
now = times()
if any(now[each][1] != seen[1] for each, seen in before.items()):
    print("ESCAPED: a failed turn has changed a file:", before, now)
print("as before")
