"""Reads and writes outside through symbolic links, relative ones and chains of them included."""
# expect: (?s)read: PermissionError.*write: .*Error.*append: .*Error

import os

from deeds import TARGETS, attempt

os.symlink(TARGETS["secret"], "straight")
os.symlink("straight", "chained")
os.symlink(os.path.relpath(TARGETS["secret"], os.path.realpath(".")), "relative")
os.symlink(TARGETS["folder"], "elsewhere")
for link in ("straight", "chained", "relative"):
    attempt(f"{link} read", lambda link=link: open(link).read())
attempt("write", lambda: open(f"elsewhere/{TARGETS['mark']}", "w").write("x"))
attempt("append", lambda: open("straight", "a").write("x"))
