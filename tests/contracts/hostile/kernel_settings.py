"""Opens settings of the kernel and of its control groups for writing."""
# expect: core_pattern: .*Error

import glob
import os

from deeds import TARGETS, attempt

paths = ["/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger", "/proc/sys/kernel/pid_max"]
paths += [f"/proc/{TARGETS['victim']}/oom_score_adj", f"/proc/{TARGETS['victim']}/comm", "/proc/self/uid_map"]
paths += ["/proc/self/setgroups", f"/proc/{TARGETS['victim']}/clear_refs", f"/proc/{TARGETS['host']}/coredump_filter"]
paths += glob.glob("/sys/fs/cgroup/**/cgroup.procs", recursive=True)[:3] + glob.glob("/sys/fs/cgroup/*/tasks")[:3]
for path in paths:
    attempt(path, os.open, path, os.O_WRONLY)
