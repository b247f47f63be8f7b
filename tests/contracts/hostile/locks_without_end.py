"""Locks a file byte by byte and opens it many times over: whoever asks what is open is told of each lock each time."""
# where: session
# kept: maybe
# expect: locked

import fcntl
import os
import time

file = os.open("file", os.O_RDWR | os.O_CREAT)
start, locked = time.monotonic(), 0
while time.monotonic() - start < 1 and locked < 10_000:
    fcntl.lockf(file, fcntl.LOCK_EX, 1, 2 * locked)
    locked += 1
others = [os.dup(file) for _ in range(200)]
print("locked", locked)
done = time.monotonic()
# --- next turn
waited = time.monotonic() - done
print(f"ESCAPED: nobody was served for {waited:.0f} s" if waited > 8 else "next")
