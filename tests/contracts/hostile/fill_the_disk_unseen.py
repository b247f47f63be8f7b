"""Writes files that have no name any more: no look into the folder shows them."""
# expect: DiskLimit|take more

import os
import time

part = bytes(1 << 20)
held = []
for number in range(200):
    held.append(open(f"part-{number}", "wb", buffering=0))
    os.remove(f"part-{number}")
    for _ in range(3):
        held[-1].write(part)
time.sleep(1)
print("ESCAPED: holds 600 MiB of files that cannot be seen")
