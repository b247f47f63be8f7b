"""Leaves its session and process group, so that no signal to a group reaches it, and stays."""
# expect: TimeoutError

import os
import signal
import time

for leave in (os.setsid, os.setpgrp):
    try:
        leave()
    except OSError as refused:
        print(type(refused).__name__, refused)
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGCONT):
    signal.signal(number, signal.SIG_IGN)
time.sleep(60)
