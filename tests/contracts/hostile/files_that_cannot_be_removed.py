"""Makes its own files and folders unchangeable, so that they can be neither undone nor tidied up."""
# expect: .

import fcntl
import os
import struct

GET_FLAGS, SET_FLAGS, SET_ATTRIBUTES = 0x80086601, 0x40086602, 0x401C5820
IMMUTABLE, APPEND_ONLY = 0x10, 0x20
os.makedirs("lasting/below", exist_ok=True)
for name in ("lasting/one.txt", "lasting/below/two.txt"):
    with open(name, "w") as file:
        file.write("x")
for name in ("lasting/one.txt", "lasting/below/two.txt", "lasting/below", "lasting", "."):
    descriptor = os.open(name, os.O_RDONLY)
    for flag in (IMMUTABLE, APPEND_ONLY):
        for request, argument in (
            (SET_FLAGS, struct.pack("l", flag)),
            (SET_ATTRIBUTES, struct.pack("5I8x", flag >> 1, 0, 0, 7, 0)),
        ):
            try:
                fcntl.ioctl(descriptor, request, argument)
            except OSError as refused:
                print(name, refused.strerror)
            else:
                print(name, "is lasting")
