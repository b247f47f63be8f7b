"""Registers its own end, and then an endless wait, for the moment of the next turn's fork."""
# where: session
# kept: maybe
# expect: lying in wait

import os
import time

os.register_at_fork(after_in_child=lambda: time.sleep(60))
print("lying in wait")
# --- next turn
print("the fork came through")
