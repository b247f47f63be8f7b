"""Keeps part of its state in anonymous shared memory, which a fork shares, and fails."""
# where: session
# expect: (?s)shared.*ValueError

import mmap

view = mmap.mmap(-1, 4096)
view[:6] = b"before"
print("shared")
# --- next turn
view[:6] = b"after!"
raise ValueError("take it back")
# --- next turn
print("ESCAPED: the state changed" if view[:6] != b"before" else "as before", view[:6])
