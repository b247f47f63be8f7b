"""Starts two thousand threads with a stack each."""
# expect: can't start new thread|MemoryError|Killed

import threading
import time

threading.stack_size(1 << 20)
for _ in range(2_000):
    threading.Thread(target=time.sleep, args=(3,), daemon=True).start()
print("ESCAPED: two thousand threads")
