"""Replaces every clock of Python by one that stands still, and waits for ever."""
# expect: TimeoutError

import datetime
import select
import threading
import time

for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time", "time_ns", "monotonic_ns"):
    setattr(time, name, lambda: -(10.0**18))
time.sleep = lambda *_: None
threading.TIMEOUT_MAX = 0
select.select = select.poll = lambda *_: []
datetime.datetime = None
while True:
    pass
