"""Holds, in threads that the next turn's fork will not have, the locks that everybody needs."""
# where: session
# kept: maybe
# expect: held

import importlib._bootstrap as bootstrap
import io
import logging
import sys
import threading
import time

held = threading.Event()


def hold():
    import _imp

    _imp.acquire_lock()
    logging._lock.acquire()
    threading._shutdown_locks_lock.acquire()
    bootstrap._module_locks.clear()
    held.set()
    time.sleep(100)


threading.Thread(target=hold, daemon=True).start()
held.wait(2)
print("held:", held.is_set(), type(sys.stdout) is io.TextIOWrapper)
# --- next turn
import colorsys

print(colorsys.rgb_to_hsv(0, 0, 0))
