"""Writes to a shared mapping of a file that was removed, in a turn that fails."""
# where: session
# expect: RuntimeError|refused|cannot

import mmap
import os

with open("mapped.bin", "wb+") as file:
    file.write(b"before" + bytes(4_090))
    file.flush()
    mapped = mmap.mmap(file.fileno(), 4_096)
os.unlink("mapped.bin")
# --- next turn
mapped[:6] = b"after!"
mapped.flush()
raise RuntimeError("failed on purpose")
# --- next turn
if "mapped" in globals():
    held = mapped[:6]
    print("kept" if held == b"before" else f"ESCAPED: a failed turn left {held!r} in a mapping")
