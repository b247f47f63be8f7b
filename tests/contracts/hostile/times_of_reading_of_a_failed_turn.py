"""Sets, in a turn that fails, the time when a file and a folder were read last, in which there is room for a number."""
# where: session
# expect: (?s)RuntimeError.*looked

import contextlib
import os

NUMBER = 1_234_567
os.mkdir("below")
with open("file", "w") as file:
    file.write("before")
with contextlib.suppress(OSError):
    os.utime("file", (1_000, 2_000))
before = {name: os.stat(name).st_atime for name in ("file", "below", "table.csv")}
# --- next turn
for name in ("file", "below", "table.csv"):
    with contextlib.suppress(OSError):
        os.utime(name, (NUMBER, os.stat(name).st_mtime))
raise RuntimeError("failed on purpose")
# --- next turn
after = {name: os.stat(name).st_atime for name in before}
changed = after["file"] != before["file"] or NUMBER in after.values()
print("looked:", f"ESCAPED: a failed turn left {after} and not {before}" if changed else "as before")
