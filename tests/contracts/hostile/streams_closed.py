"""Closes its standard streams, and puts nothing in their places."""
# kept: maybe
# expect: closing|AttributeError|TypeError

import os
import sys

print("closing", flush=True)
sys.stdout.close()
sys.stderr.close()
sys.stdout = sys.stderr = sys.__stdout__ = None
os.close(1)
# --- next turn
print("a turn without streams")
