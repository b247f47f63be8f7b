"""Empties a pipe of an earlier turn, and fills it anew, in a turn that fails: the earlier content must come back."""
# where: session
# expect: RuntimeError|refused|cannot

import os

reading, writing = os.pipe()
os.write(writing, b"before")
# --- next turn
os.read(reading, 100)
os.write(writing, b"after")
raise RuntimeError("failed on purpose")
# --- next turn
if "reading" in globals():
    os.set_blocking(reading, False)
    try:
        held = os.read(reading, 100)
    except BlockingIOError:
        held = b""
    print("kept" if held == b"before" else f"ESCAPED: a failed turn left {held!r} in a pipe")
