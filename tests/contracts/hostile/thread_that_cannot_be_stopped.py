"""Has a thread wait for a thread of its own as one waits for a program: until then no signal stops it, only death."""
# kept: maybe
# expect: .

import ctypes
import threading
import time

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.clone.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
stack = ctypes.create_string_buffer(1 << 16)
top = (ctypes.addressof(stack) + (1 << 16)) & ~0xFF
said = []


def waits():
    said.append(LIBC.clone(ctypes.cast(LIBC.pause, ctypes.c_void_p), top, 0x50F00 | 0x4000, None))
    said.append(ctypes.get_errno())


threading.Thread(target=waits, daemon=True).start()
time.sleep(0.3)
print(said)
if not said:
    print("ESCAPED: a thread waits that nobody can stop")
