"""Fills the folders that are its home and its caches, which are not the one that it works in."""
# expect: DiskLimit|take more|PermissionError|Read-only|no other home

import os

folders = {os.path.realpath(os.environ[name]) for name in ("HOME", "TMPDIR", "MPLCONFIGDIR") if name in os.environ}
others = folders - {os.path.realpath(".")}
part = bytes(1 << 20)
for number in range(600):
    for folder in others:
        with open(os.path.join(folder, f"part-{number}"), "wb", buffering=0) as file:
            file.write(part)
print("ESCAPED: wrote 600 MiB" if others else "no other home")
