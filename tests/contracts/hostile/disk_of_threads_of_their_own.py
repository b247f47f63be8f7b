"""Fills the disk from threads that have left the table of open files that they shared with the first."""
# expect: .

import os
import threading
import time

from deeds import syscall

written = [0] * 6


def fill(place):
    try:
        syscall("unshare", 0x400)
    except OSError as refused:
        print("unshare:", type(refused).__name__)
    held = []
    for number in range(30):
        try:
            descriptor = os.open(f"hidden-{place}-{number}", os.O_RDWR | os.O_CREAT, 0o600)
            os.unlink(f"hidden-{place}-{number}")
            held.append(descriptor)
            for _ in range(3):
                written[place] += os.write(descriptor, bytes(1 << 20))
        except OSError as refused:
            print("refused:", refused)
            return
    time.sleep(1.5)


workers = [threading.Thread(target=fill, args=(place,)) for place in range(6)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print("ESCAPED: wrote" if sum(written) >= 300 << 20 else "wrote", sum(written) >> 20, "MiB")
