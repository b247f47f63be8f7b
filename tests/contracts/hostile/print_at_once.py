"""Prints a hundred megabytes in one piece, around Python's own streams, to everything that looks like one."""
# expect: OutputLimit|printed more than

import os

part = b"x" * (100 << 20)
for descriptor in (1, 2):
    os.write(descriptor, part)
for _ in range(100):
    os.write(1, part)
print("ESCAPED: printed", len(part))
