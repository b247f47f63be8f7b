"""Writes garbage into every descriptor that it has, and reads what it can out of them."""
# kept: maybe
# expect: wrote|ResultError|Killed|OutputLimit|exit|SandboxError

import os

from deeds import open_descriptors

for descriptor in open_descriptors():
    try:
        os.set_blocking(descriptor, False)
        os.read(descriptor, 1 << 16)
    except OSError:
        pass
    for garbage in (b"\0\0\0\0", b"\xff" * 64, b"+\0\0\0\x02{}", b'{"ending": "finished"}\n', bytes(5_000)):
        try:
            os.write(descriptor, garbage)
        except OSError:
            break
print("wrote")
