"""Opens the secret with the newest call for opening, by all its ways of resolving a name."""
# expect: PermissionError

import struct

from deeds import TARGETS, attempt, syscall

for resolve in (0, 0x02, 0x04, 0x08, 0x20):
    how = struct.pack("QQQ", 0, 0, resolve)
    attempt(f"resolve {resolve}", syscall, "openat2", -100, TARGETS["secret"].encode(), how, len(how))
