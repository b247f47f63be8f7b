"""Raises its own limits, or takes them away."""
# expect: (?s)memory: (ValueError|PermissionError).*natively: .*Error

import resource
import struct

from deeds import attempt, syscall

endless = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
for name, kind in (("memory", resource.RLIMIT_AS), ("file", resource.RLIMIT_FSIZE), ("files", resource.RLIMIT_NOFILE)):
    try:
        resource.setrlimit(kind, endless)
        print("ESCAPED:", name, "is endless")
    except (OSError, ValueError) as refused:
        print(f"{name}: {type(refused).__name__}: {refused}")
    attempt(f"{name} natively", syscall, "prlimit64", 0, int(kind), struct.pack("qq", -1, -1), None)
