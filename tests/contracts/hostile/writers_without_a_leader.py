"""Ends its first thread alone, in a turn that fails, and has the others go on writing until the very last moment."""
# where: session
# expect: (?s)Killed.*as before

import os

open("own", "w").write("state")
before = sorted(os.listdir())
# --- next turn
import ctypes
import threading


def writes(number):
    for each in range(10**6):
        name = f"late-{number}-{each % 20}"
        with open(name, "w") as file:
            file.write("x" * 10_000)
        with open("own", "w") as file:
            file.write("by a failed turn")


memory = [bytearray(1 << 20) for _ in range(100)]
threads = [threading.Thread(target=writes, args=(number,)) for number in range(6)]
for each in threads:
    each.start()
ctypes.CDLL(None).syscall(60 if os.uname().machine == "x86_64" else 93, 0)
# --- next turn
import time

time.sleep(0.2)
if sorted(os.listdir()) != before or open("own").read() != "state":
    print("ESCAPED: a failed turn has written after its end:", sorted(os.listdir())[:5], open("own").read())
print("as before")
