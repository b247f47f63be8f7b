"""Writes files that have no name and no descriptor any more, only a place in memory."""
# expect: DiskLimit|take more|PermissionError

import mmap
import os
import time

size = 1 << 21
held = []
for number in range(100):
    with open(f"part-{number}", "w+b", buffering=0) as file:
        file.truncate(size)
        held.append(mmap.mmap(file.fileno(), size))
    os.remove(f"part-{number}")
    held[-1][:] = bytes(size)
time.sleep(1)
print("ESCAPED: holds", len(held) * size, "bytes of files that cannot be seen")
