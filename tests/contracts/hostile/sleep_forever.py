"""Waits for ever, in a thread that does not end and in one that is waited for."""
# expect: TimeoutError

import threading
import time

thread = threading.Thread(target=time.sleep, args=(1_000,))
thread.start()
thread.join()
