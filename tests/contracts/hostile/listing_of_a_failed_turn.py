"""Reads on in a listing of a folder that an earlier turn has begun, in a turn that fails."""
# where: session
# expect: (?s)RuntimeError.*as before

import os

os.mkdir("many")
for each in range(3_000 // 10):
    open(f"many/{each:04}", "w").close()
held = os.open("many", os.O_RDONLY)
entries = os.scandir(held)
first = [next(entries).name for _ in range(3)]
place = os.lseek(held, 0, os.SEEK_CUR)
# --- next turn
in_fork = [entry.name for entry in entries]
os.lseek(held, 0, os.SEEK_SET)
raise RuntimeError("failed on purpose")
# --- next turn
if (now := os.lseek(held, 0, os.SEEK_CUR)) != place:
    print(f"ESCAPED: a failed turn has moved a listing from {place} to {now}")
rest = [entry.name for entry in entries]
assert len(set(first + rest)) == 300, len(set(first + rest))
print("as before")
