"""Looks for a key in the environments and command lines of all processes that it can see."""
# expect: looked at \d+

import os
import re

looked = 0
try:
    processes = list(filter(str.isdigit, os.listdir("/proc")))
except OSError:
    processes = [str(process) for process in range(1, 5_000)]
for process in processes:
    for name in ("environ", "cmdline", "task/" + process + "/environ"):
        try:
            text = open(f"/proc/{process}/{name}", "rb").read()
        except OSError:
            continue
        looked += 1
        # Only the suite's own secrets are shown, whoever else's keys were found.
        for found in re.findall(b"hostile-[0-9a-f]+-[a-z]+", text):
            print("ESCAPED: a key in", name, found)
print("looked at", looked)
