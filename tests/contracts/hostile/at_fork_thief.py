"""Registers a fork of its own for the moment in which the next turn's fork is allowed."""
# where: session
# kept: maybe
# expect: lying in wait

import os

from deeds import child_writes, syscall

CHILD = 17


def steal():
    try:
        child = syscall("clone", CHILD, 0, 0, 0, 0)
    except OSError as refused:
        loot.append(str(refused))
        return
    if child == 0:
        child_writes("thief")
    loot.append(f"ESCAPED: stole {child}")


loot = []
os.register_at_fork(before=steal, after_in_parent=steal, after_in_child=steal)
print("lying in wait")
# --- next turn
print(loot)
# --- next turn
print(loot)
raise ValueError("once more")
