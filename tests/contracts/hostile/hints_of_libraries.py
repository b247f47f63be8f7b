"""Notes in the kernel how long the data of Python's files will live, for which being able to read them is enough."""
# expect: noted|Error|not

import ctypes
import fcntl
import os

GET, SET = 1035, 1036


def hint(file):
    told = ctypes.c_uint64(99)
    fcntl.fcntl(file, GET, told)
    return told.value


for place in (os.__file__, os.path.dirname(os.__file__), ctypes.__file__, "/usr/lib", "/usr/share/fonts"):
    try:
        file = os.open(place, os.O_RDONLY)
        before = hint(file)
        fcntl.fcntl(file, SET, ctypes.c_uint64(5 if before != 5 else 4))
    except OSError as refused:
        print("not noted:", refused)
        continue
    if hint(file) != before:
        print(f"ESCAPED: noted with {place}, which had {before}: {hint(file)}")
    fcntl.fcntl(file, SET, ctypes.c_uint64(0))
