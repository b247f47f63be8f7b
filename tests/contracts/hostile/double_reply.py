"""Sends a second answer from a thread, hoping that it is taken for that of the next turn."""
# where: session
# kept: maybe
# expect: first|ResultError

import os
import struct
import threading
import time


def again():
    until = time.monotonic() + 2
    while time.monotonic() < until:
        for name in os.listdir("/proc/self/fd"):
            try:
                if int(name) > 2:
                    os.set_blocking(int(name), False)
                    os.write(int(name), b"+" + struct.pack(">I", 2) + b"{}")
            except OSError:
                continue
        time.sleep(0.001)


threading.Thread(target=again, daemon=True).start()
print("first")
# --- next turn
raise ValueError("this turn failed, whatever the frames say")
