"""Shares memory with a removed file whose name holds what some take for the end of a line, in a turn that fails."""
# where: session
# expect: (?s)(mapped|refused).*RuntimeError

import contextlib
import mmap
import os

views = {}
for end in ("\f", "\v", "\x1d", "\x85", "\u2029"):
    name = f"a{end}b"
    with open(name, "w+b") as file, contextlib.suppress(OSError):
        file.write(b"before")
        file.flush()
        views[end] = mmap.mmap(file.fileno(), 6)
    os.remove(name)
print("mapped" if views else "refused")
# --- next turn
for view in views.values():
    view[:] = b"after!"
raise RuntimeError("failed on purpose")
# --- next turn
for end, view in views.items():
    print("ESCAPED: the state changed" if bytes(view) != b"before" else "as before", repr(end))
