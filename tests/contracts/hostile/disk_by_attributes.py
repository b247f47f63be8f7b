"""Keeps its data in attributes of files, which no size of a file shows."""
# expect: .

import os

stored, largest = 0, 0
for number in range(1_900):
    name = f"attributed-{number}"
    try:
        with open(name, "w"):
            pass
        for size in (60_000, 16_000, 4_000, 1_000):
            try:
                for each in range(16):
                    os.setxattr(name, f"user.part{each}", bytes(size))
                    stored += size
            except OSError:
                continue
    except OSError as refused:
        print("refused:", refused)
        break
print("ESCAPED: stored" if stored >= 256 << 20 else "stored", stored >> 20, "MiB")
