"""Opens files outside without the right to read them, which is always granted, and changes them by descriptor."""
# expect: (?s)mode: .*Error.*times: .*Error

import os

from deeds import TARGETS, attempt

for path in (TARGETS["secret"], TARGETS["folder"]):
    try:
        descriptor = os.open(path, os.O_PATH)
    except OSError as refused:
        print(f"mode: {type(refused).__name__}, times: {type(refused).__name__}: no descriptor")
        continue
    attempt("mode", os.chmod, f"/proc/self/fd/{descriptor}", 0o777)
    attempt("fchmod", os.fchmod, descriptor, 0o777)
    attempt("times", os.utime, f"/proc/self/fd/{descriptor}")
    attempt("attribute", os.setxattr, f"/proc/self/fd/{descriptor}", "user.hostile", b"x")
    attempt("relative", lambda d=descriptor: os.chmod("empty", 0o777, dir_fd=d))
