"""Becomes another program: a shell, a fresh Python, one that lies in memory, one of its own making."""
# expect: (?s)shell: .*Error.*own: .*Error

import os
import sys

from deeds import attempt, syscall

AT_EMPTY_PATH = 0x1000
attempt("shell", os.execv, "/bin/sh", ["sh", "-c", "echo ESCAPED: a shell"])
attempt("python", os.execv, sys.executable, ["python", "-c", "print('ESCAPED: a fresh python')"])
with open(os.open("own", os.O_CREAT | os.O_WRONLY, 0o755), "w") as program:
    program.write("#!/bin/sh\necho ESCAPED: its own program\n")
attempt("own", os.execv, "./own", ["own"])
attempt("link", os.execv, "/proc/self/exe", ["python", "-c", "print('ESCAPED: a fresh python')"])
loaders = ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1")
loader = next((path for path in loaders if os.path.exists(path)), "/lib/ld")
attempt("loader", os.execv, loader, ["ld", "/bin/echo", "ESCAPED: by the loader"])
descriptor = os.open("own", os.O_RDONLY)
attempt("descriptor", syscall, "execveat", descriptor, b"", None, None, AT_EMPTY_PATH)
