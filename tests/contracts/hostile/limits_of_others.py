"""Changes limits, priority, processors and place in memory of a process outside."""
# expect: (?s)limit: .*Error.*nice: .*Error

import ctypes
import os
import resource
import struct

from deeds import TARGETS, attempt, syscall

victim = TARGETS["victim"]
attempt("limit", lambda: resource.prlimit(victim, resource.RLIMIT_NOFILE, (10, 10)))
attempt("limit of the supervisor", lambda: resource.prlimit(os.getppid() or victim, resource.RLIMIT_NOFILE, (9, 9)))
attempt("nice", os.setpriority, os.PRIO_PROCESS, victim, 19)
attempt("processors", lambda: os.sched_setaffinity(victim, {0}))
attempt("scheduler", lambda: os.sched_setscheduler(victim, os.SCHED_IDLE, os.sched_param(0)))
attempt("input and output", syscall, "ioprio_set", 1, victim, 3 << 13)
attempt("pages", syscall, "migrate_pages", victim, 64, struct.pack("Q", 1), struct.pack("Q", 1))
attempt("memory", syscall, "process_vm_writev", victim, None, 0, None, 0, 0)
attempt("advice", syscall, "process_madvise", -1, None, 0, 4, 0)
attempt("counters", syscall, "perf_event_open", ctypes.create_string_buffer(128), victim, -1, -1, 0)
