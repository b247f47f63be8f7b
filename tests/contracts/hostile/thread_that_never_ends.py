"""Comes to its end and leaves a thread that an interpreter would wait for."""
# where: script
# expect: (?s)at its end.*TimeoutError

import threading
import time

threading.Thread(target=time.sleep, args=(1_000,)).start()
print("at its end", flush=True)
