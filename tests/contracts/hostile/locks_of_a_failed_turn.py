"""Locks what every turn can open, in a turn that fails and whose memory takes long to be given back."""
# where: session
# expect: (?s)RuntimeError.*free

import fcntl
import os

folder = os.open(".", os.O_RDONLY)
# --- next turn
memory = bytearray(400_000_000)
for each in range(0, len(memory), 4_096):
    memory[each] = 1
table = open("table.csv")
fcntl.flock(table, fcntl.LOCK_EX)
fcntl.flock(os.open(".", os.O_RDONLY), fcntl.LOCK_EX)
raise RuntimeError("failed on purpose")
# --- next turn
for each in (open("table.csv"), os.open(".", os.O_RDONLY), folder):
    try:
        fcntl.flock(each, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(each, fcntl.LOCK_UN)
        print("free")
    except OSError as answer:
        print("ESCAPED: a failed turn keeps a lock:", answer)
