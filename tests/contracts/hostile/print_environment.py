"""Prints all that it can find of an environment."""
# expect: PATH

import ctypes
import os

print(dict(os.environ))
print(open("/proc/self/environ", "rb").read())
strings = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
place = 0
while strings[place]:
    print(strings[place])
    place += 1
