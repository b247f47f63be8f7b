"""Gives one file a hundred thousand names, each of which has to be looked at by whoever counts or copies."""
# expect: .

import os
import time

made, until = 0, time.monotonic() + 1.5
with open("one.txt", "w") as file:
    file.write("x")
try:
    while made < 100_000 and time.monotonic() < until:
        os.link("one.txt", f"link-{made}")
        made += 1
    print("ESCAPED: made" if made > 50_000 else "made", made)
except OSError as refused:
    print("refused after", made, refused)
