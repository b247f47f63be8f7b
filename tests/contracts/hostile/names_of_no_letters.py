"""Gives itself and a thread names that are no text and look like the end of a name: whoever reads them decodes."""
# kept: maybe
# expect: named

import ctypes
import threading
import time

SET_NAME = 15
libc = ctypes.CDLL(None)


def named(name):
    return libc.prctl(SET_NAME, ctypes.create_string_buffer(name), 0, 0, 0)


threading.Thread(target=lambda: (named(b"\xc3\x28\xff) Z"), time.sleep(0.5)), daemon=True).start()
print("named", named(b"\xff\xfe\x80) X 1 1"))
time.sleep(0.2)
