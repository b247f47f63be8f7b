"""Claims, before its turn has begun, that the process to be killed after it is a victim of its choice."""
# where: session
# kept: maybe
# expect: lying in wait

import os
import struct

from deeds import TARGETS, open_descriptors


def claim():
    for descriptor in open_descriptors():
        for form in (">I", "<I", ">Q", "<i"):
            try:
                if descriptor > 2:
                    os.set_blocking(descriptor, False)
                    os.write(descriptor, struct.pack(form, TARGETS["victim"]))
            except OSError:
                break


os.register_at_fork(before=claim, after_in_parent=claim, after_in_child=claim)
print("lying in wait")
# --- next turn
raise ValueError("whom will they kill?")
