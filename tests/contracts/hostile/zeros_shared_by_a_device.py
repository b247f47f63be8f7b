"""Shares memory by mapping the device of zeros, which is no file and no anonymous memory, in a turn that fails."""
# where: session
# expect: (?s)RuntimeError.*as before

import mmap
import os

try:
    device = os.open("/dev/zero", os.O_RDWR)
    shared = mmap.mmap(device, 8_192)
    shared[:5] = b"state"
except OSError as refused:
    shared = None
    print("no such memory:", refused)
# --- next turn
if shared:
    shared[:5] = b"other"
raise RuntimeError("failed on purpose")
# --- next turn
if shared and shared[:5] != b"state":
    print("ESCAPED: a failed turn has written:", shared[:5])
print("as before")
