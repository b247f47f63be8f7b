"""Makes the calls that change a machine, each with arguments that the kernel would turn down if it looked at them."""
# expect: (?s)reboot: PermissionError.*bpf: PermissionError

import ctypes

from deeds import forbidden

nothing = ctypes.create_string_buffer(256)
nowhere = b"./no-such-file"
forbidden("reboot", 0, 0, 0, None)
forbidden("kexec_load", 0, 1 << 20, None, 0xFFFF)
forbidden("init_module", None, 0, nowhere)
forbidden("finit_module", -1, b"", 0)
forbidden("swapon", nowhere, 0)
forbidden("swapoff", nowhere)
forbidden("acct", nowhere)
forbidden("quotactl", -1, None, 0, None)
forbidden("settimeofday", ctypes.c_void_p(1), None)
forbidden("clock_settime", 9999, nothing)
forbidden("sethostname", None, -1)
forbidden("setdomainname", None, -1)
forbidden("syslog", 9999, None, 0)
forbidden("iopl", 9)
forbidden("ioperm", 1 << 20, 1 << 20, 0)
forbidden("bpf", 9999, nothing, 8)
forbidden("perf_event_open", None, -1, -1, -1, 0)
forbidden("userfaultfd", 0xFFFF)
forbidden("keyctl", 9999, 0, 0, 0, 0)
forbidden("request_key", None, None, None, 0)
forbidden("add_key", None, None, None, 0, 0)
