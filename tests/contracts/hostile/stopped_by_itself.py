"""Stops itself and waits to be continued by somebody."""
# expect: TimeoutError

import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)
print("ESCAPED: somebody continued it")
