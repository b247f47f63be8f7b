"""Looks through the control groups of the machine, which name its services and containers and count their processes."""
# expect: Error|nothing

import os

told = []
for place, _, names in os.walk("/sys/fs/cgroup"):
    for name in ("cgroup.procs", "memory.current", "memory.stat", "cpu.stat", "cgroup.threads", "pids.current"):
        try:
            told.append((place, name, open(os.path.join(place, name)).read()[:80]))
        except OSError as refused:
            last = refused
if told:
    print("ESCAPED: told of groups:", len(told), told[:3])
try:
    print("ESCAPED: listed", os.listdir("/sys/fs/cgroup"))
except OSError as refused:
    print("nothing:", refused)
