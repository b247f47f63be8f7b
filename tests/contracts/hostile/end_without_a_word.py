"""Ends the process in the middle of a turn, with success."""
# expect: Killed|exit 0

import os

print("goodbye", flush=True)
os._exit(0)
