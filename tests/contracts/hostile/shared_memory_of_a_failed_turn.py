"""Keeps part of its state in anonymous shared memory, which a fork shares, and fails."""
# where: session
# expect: (?s)(shared|refused).*ValueError

import mmap

try:
    view = mmap.mmap(-1, 4096)
    print("shared")
except OSError as answer:
    view = bytearray(4096)
    print("refused:", answer)
view[:6] = b"before"
# --- next turn
view[:6] = b"after!"
raise ValueError("take it back")
# --- next turn
print("ESCAPED: the state changed" if view[:6] != b"before" else "as before", view[:6])
