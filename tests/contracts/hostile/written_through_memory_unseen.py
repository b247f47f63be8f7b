"""Reads a shared mapping before it writes there: the kernel then notes no time, and a failed turn might stay."""
# where: session
# expect: (?s)(mapped|refused).*RuntimeError

import mmap

for name in ("kept", "opened"):
    with open(name, "wb") as file:
        file.write(b"before")
opened = open("kept", "r+b")
try:
    view = mmap.mmap(opened.fileno(), 6)
    print("mapped")
except OSError as answer:
    view = bytearray(b"before")
    print("refused:", answer)
# --- next turn
bytes(view)
view[:] = b"after!"
with open("opened", "r+b") as file, mmap.mmap(file.fileno(), 6) as other:
    bytes(other)
    other[:] = b"after!"
raise RuntimeError("failed on purpose")
# --- next turn
found = bytes(view), open("kept", "rb").read(), open("opened", "rb").read()
print("as before" if set(found) == {b"before"} else f"ESCAPED: a failed turn left {found}")
