"""Answers in the place of those who answer for it, with tens of thousands of entries that are all wrong."""
# where: session
# kept: maybe
# expect: .

import json
import os
import struct
import time

from deeds import open_descriptors

ENTRIES = {
    "wrong fields": json.dumps([{"name": number, "type": None, "x": "y"} for number in range(20_000)]).encode(),
    "deep": b"[" * 450_000 + b"]" * 450_000,
    "not text": b"\xff\xfe" * 400_000,
    "numbers": b"[" + b"9" * 900_000 + b"]",
    "many names": ("{" + ",".join(f'"{number}":0' for number in range(80_000)) + "}").encode(),
}
forged = b""
for content in ENTRIES.values():
    for kind in (b"r", b"v", b"f", b"e"):
        forged += kind + struct.pack(">I", len(content)) + content
small = b'{"x":1}'
forged += (b"r" + struct.pack(">I", len(small)) + small) * 50_000
for descriptor in open_descriptors():
    for start in (b"+", struct.pack(">I", os.getpid()) + b"+", b""):
        try:
            if descriptor > 2:
                os.set_blocking(descriptor, False)
                os.write(descriptor, start + struct.pack(">I", len(forged)) + forged)
        except OSError:
            break
print("forged", flush=True)
time.sleep(0.3)
os._exit(0)
