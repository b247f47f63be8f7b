"""Changes how an open file behaves, in a turn that fails: append, blocking, owner, the size of a pipe."""
# where: session
# expect: RuntimeError|refused|cannot

import fcntl
import os

SET_PIPE_SIZE = 1031
log = open("log.txt", "w+b", buffering=0)
log.write(b"before")
ends = os.pipe()


def seen():
    """How what is open behaves."""
    flags = [fcntl.fcntl(each, fcntl.F_GETFL) for each in (log.fileno(), *ends)]
    return flags


before = seen()
# --- next turn
fcntl.fcntl(log.fileno(), fcntl.F_SETFL, os.O_APPEND | os.O_NONBLOCK)
for end in ends:
    os.set_blocking(end, False)
try:
    fcntl.fcntl(ends[1], SET_PIPE_SIZE, 4_096)
except OSError as refused:
    print(refused)
raise RuntimeError("failed on purpose")
# --- next turn
if "before" in globals():
    after = seen()
    print("kept" if after == before else f"ESCAPED: a failed turn left {after} and not {before}")
