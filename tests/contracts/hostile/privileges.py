"""Takes back what was given up: users, capabilities, priority, roots."""
# expect: (?s)user: .*Error.*capabilities: .*Error

import os
import struct

from deeds import attempt, forbidden, syscall

attempt("user", os.setresuid, 12345, 12345, 12345)
attempt("groups", os.setgroups, [0, 1, 2])
attempt("group", os.setresgid, 12345, 12345, 12345)
everything = struct.pack("6I", *[0xFFFFFFFF] * 6)
attempt("capabilities", syscall, "capset", struct.pack("Ii", 0x20080522, 0), everything)
attempt("root", os.chroot, ".")
attempt("nice", os.nice, -10)
attempt("real time", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))
forbidden("personality", 0x0040000)
