"""Gives a temporary file of its state a name, by its descriptor, in a turn that fails and in one that does not."""
# where: session
# expect: (?s)RuntimeError.*as before

import ctypes
import os
import tempfile

file = tempfile.TemporaryFile()
file.write(b"state")
file.flush()
LIBC = ctypes.CDLL(None, use_errno=True)


def name_it(name):
    for number, source, flags in (
        (file.fileno(), b"", 0x1000),
        (-100, f"/proc/self/fd/{file.fileno()}".encode(), 0x400),
    ):
        if LIBC.linkat(number, source, -100, name, flags) == 0:
            return "named"
    return f"not named: {ctypes.get_errno()}"


# --- next turn
print(name_it(b"named"))
file.write(b" by a failed turn")
file.flush()
raise RuntimeError("failed on purpose")
# --- next turn
if os.path.exists("named") or os.pread(file.fileno(), 100, 0) != b"state":
    print("ESCAPED: a failed turn has left a name or a word:", os.listdir(), os.pread(file.fileno(), 100, 0))
print(name_it(b"named"))
# --- next turn
file.write(b"!")
file.flush()
if os.path.exists("named") and open("named").read() != "state!":
    print("ESCAPED: what is open is no longer what is named")
print("as before")
