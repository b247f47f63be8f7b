"""Sends a second answer from a thread, hoping that it is taken for that of the next turn."""
# where: session
# kept: maybe
# expect: first|ResultError

import os
import struct
import threading
import time

from deeds import open_descriptors


def again():
    until = time.monotonic() + 2
    while time.monotonic() < until:
        for descriptor in open_descriptors():
            try:
                if descriptor > 2:
                    os.set_blocking(descriptor, False)
                    os.write(descriptor, b"+" + struct.pack(">I", 2) + b"{}")
            except OSError:
                continue
        time.sleep(0.001)


threading.Thread(target=again, daemon=True).start()
print("first")
# --- next turn
raise ValueError("this turn failed, whatever the frames say")
