"""Leaves a thread in a turn that is accepted, which prints and writes to every descriptor in the next one."""
# where: session
# kept: maybe
# expect: turn two

import os
import threading
import time


def speak(descriptors):
    time.sleep(0.4)
    for _ in range(50):
        for descriptor in descriptors:
            try:
                os.write(descriptor, b"words of turn one\n")
            except OSError:
                continue
        time.sleep(0.01)


threading.Thread(target=speak, args=([1, 2, *range(3, 64)],), daemon=True).start()
print("turn one")
# --- next turn
time.sleep(1)
print("turn two")
