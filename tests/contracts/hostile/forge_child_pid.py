"""Claims, before its turn has begun, that the process to be killed after it is a victim of its choice."""
# where: session
# kept: maybe
# expect: lying in wait

import os
import struct

from deeds import TARGETS


def claim():
    for name in os.listdir("/proc/self/fd"):
        for form in (">I", "<I", ">Q", "<i"):
            try:
                if int(name) > 2:
                    os.set_blocking(int(name), False)
                    os.write(int(name), struct.pack(form, TARGETS["victim"]))
            except OSError:
                break


os.register_at_fork(before=claim, after_in_parent=claim, after_in_child=claim)
print("lying in wait")
# --- next turn
raise ValueError("whom will they kill?")
