"""Asks the kernel for what data work never asks: its newest and its oldest calls, each of which would be looked at."""
# expect: (?s).*Error|skipped

import ctypes
import errno
import platform
import sys

LIBRARY = ctypes.CDLL(None, use_errno=True)
if platform.machine() != "x86_64":
    print("skipped: these are the numbers of another machine")
    sys.exit()
REFUSED = (errno.EPERM, errno.ENOSYS, errno.EACCES)
CALLS = {
    "uselib": 134,
    "create_module": 174, "nfsservctl": 180, "io_setup": 206, "lookup_dcookie": 212, "remap_file_pages": 216,
    "timer_create": 222, "mbind": 237, "set_mempolicy": 238, "mq_unlink": 241, "mq_notify": 244, "move_pages": 279,
    "signalfd": 282, "fanotify_mark": 301, "clock_adjtime": 305, "kexec_file_load": 320, "pkey_mprotect": 329,
    "open_tree_attr": 467, "quotactl_fd": 443, "memfd_secret": 447, "process_mrelease": 448,
    "set_mempolicy_home_node": 450, "cachestat": 451, "map_shadow_stack": 453, "statmount": 457, "listmount": 458,
    "lsm_get_self_attr": 459, "lsm_set_self_attr": 460, "lsm_list_modules": 461, "io_uring_setup": 425,
    "landlock_add_rule": 445, "setxattrat": 463, "file_setattr": 469,
}  # fmt: skip
HARMLESS = {"signalfd", "timer_create", "mbind", "set_mempolicy", "set_mempolicy_home_node", "pkey_mprotect"}
for name, number in CALLS.items():
    ctypes.set_errno(0)
    answer = LIBRARY.syscall(ctypes.c_long(number), *[ctypes.c_long(-1)] * 6)
    told = errno.errorcode.get(ctypes.get_errno(), "done")
    if answer < 0 and ctypes.get_errno() in REFUSED:
        print(f"{name}: Error {told}")
    elif name in HARMLESS:
        print(f"{name}: looked at: {told}")
    else:
        print(f"ESCAPED: {name} was looked at by the kernel: {told}")
