"""Goes out through /proc: roots, working folders and open files of this and of other processes."""
# expect: (?s)PermissionError|FileNotFoundError

import os

from deeds import TARGETS, attempt

secret, up = TARGETS["secret"], "../" * 40
for process in ("self", "thread-self", "1", os.getppid(), TARGETS["host"], TARGETS["victim"], TARGETS["parent"]):
    attempt(f"root of {process}", lambda process=process: open(f"/proc/{process}/root{secret}").read())
    attempt(f"folder of {process}", lambda process=process: open(f"/proc/{process}/cwd/{up}{secret}").read())
for process in (TARGETS["host"], TARGETS["victim"], TARGETS["parent"]):
    attempt(f"files of {process}", os.listdir, f"/proc/{process}/fd")
attempt("a climb", lambda: open(f"/proc/self/cwd/{up}{secret}").read())
