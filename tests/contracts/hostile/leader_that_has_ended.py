"""Ends its first thread alone, after which the kernel shows no memory of the process, and fills the disk by another."""
# where: session
# kept: maybe
# expect: Killed|Error

import ctypes
import mmap
import os
import threading
import time

exit_call = 60 if os.uname().machine == "x86_64" else 93


def fill():
    held = []
    time.sleep(0.3)
    for number in range(100):
        name = f"part-{number}"
        file = os.open(name, os.O_RDWR | os.O_CREAT)
        os.write(file, b"x" * (4 << 20))
        held.append(mmap.mmap(file, 4 << 20))
        os.remove(name)
        os.close(file)
        time.sleep(0.02)
        if number > 70:
            print("ESCAPED: MiB:", number * 4, flush=True)


thread = threading.Thread(target=fill)
thread.start()
print("leaves", flush=True)
ctypes.CDLL(None).syscall(exit_call, 0)
