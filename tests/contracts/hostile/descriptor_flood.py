"""Opens files until there is no descriptor left, not even for the next turn's, and keeps them."""
# where: session
# kept: maybe
# expect: Too many open files|opened

import os

held = []
while len(held) < 100_000:
    try:
        held.append(os.open("table.csv", os.O_RDONLY))
    except OSError as full:
        print("opened", len(held), full)
        break
# --- next turn
print("a turn without descriptors")
