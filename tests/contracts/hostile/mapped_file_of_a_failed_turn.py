"""Writes to a mapped file in a turn that fails: the earlier state must not see it."""
# where: session
# expect: (?s)(mapped|refused).*ValueError

import mmap

file = open("mapped", "w+b")
file.write(b"before")
file.flush()
try:
    view = mmap.mmap(file.fileno(), 6)
    print("mapped")
except OSError as answer:
    view = bytearray(b"before")
    print("refused:", answer)
# --- next turn
view[:] = b"after!"
raise ValueError("take it back")
# --- next turn
print("ESCAPED: the state changed" if bytes(view) != b"before" else "as before", bytes(view))
print("ESCAPED: the file changed" if open("mapped", "rb").read() != b"before" else "as before")
