"""Looks for what an earlier turn's process or a fork beside it holds, in the memory of all that it can see."""
# where: session
# kept: maybe
# expect: looked

import os

looked = 0
for process in range(1, 3_000):
    try:
        memory = os.open(f"/proc/{process}/mem", os.O_RDONLY)
    except OSError:
        continue
    looked += 1
    if process != os.getpid():
        print("ESCAPED: the memory of process", process)
    os.close(memory)
print("looked at", looked)
