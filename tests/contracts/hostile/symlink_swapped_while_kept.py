"""Swaps a file for a link to the secret all the time, also while the accepted turn's files are copied."""
# where: session
# expect: swapping

import os
import threading
import time

from deeds import TARGETS

until = time.monotonic() + 1.5
os.symlink(TARGETS["secret"], "link")
open("plain", "w").write("plain")


def swap():
    while time.monotonic() < until:
        for source in ("link", "plain"):
            os.link(source, "next", follow_symlinks=False)
            os.rename("next", "swapped")


threading.Thread(target=swap, daemon=True).start()
print("swapping")
# --- next turn
open("swapped", "w").write("changed") if not os.path.islink("swapped") else None
raise ValueError("put it back, please")
# --- next turn
print("swapping is over:", open("swapped").read() if not os.path.islink("swapped") else "a link")
