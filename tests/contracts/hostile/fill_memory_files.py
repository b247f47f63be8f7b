"""Keeps gigabytes in files that exist in memory only, which no limit of address space counts."""
# expect: PermissionError|OSError

import os

descriptors = []
for number in range(200):
    descriptors.append(os.memfd_create(f"part-{number}"))
    for _ in range(10):
        os.write(descriptors[-1], bytes(1 << 20))
print("ESCAPED: holds", 10 * len(descriptors), "MiB")
