"""A turn that fails opens, by way of /proc, what the state before it has open: a file without a name, and a pipe."""
# where: session
# expect: as it was

import os
import tempfile

nameless = tempfile.TemporaryFile()
nameless.write(b"of the state")
nameless.flush()
ear, mouth = os.pipe()
os.write(mouth, b"said by the state")
os.set_blocking(ear, False)
held = (nameless.fileno(), ear, mouth)
state = os.getpid()
# --- next turn
found = []
for process in {state, os.getppid()} - {os.getpid()}:
    for number in held:
        try:
            opened = os.open(f"/proc/{process}/fd/{number}", os.O_WRONLY | os.O_NONBLOCK)
            found.append(os.write(opened, b"OF A FAILED TURN"))
        except OSError as answer:
            print(number, answer)
raise RuntimeError(f"in {len(found)}")
# --- next turn
nameless.seek(0)
there = (nameless.read(), os.read(ear, 100))
as_before = there == (b"of the state", b"said by the state")
print("as it was" if as_before else f"ESCAPED: {there}")
