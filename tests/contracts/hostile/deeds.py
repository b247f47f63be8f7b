"""What hostile programs share: their targets, native system calls, and words for what came of a try."""

import contextlib
import ctypes
import errno
import json
import os
import platform
import sys
from pathlib import Path

TARGETS = json.loads(Path("targets.json").read_text())
LIBC = ctypes.CDLL(None, use_errno=True)
NUMBERS = {
    "accept4": (288, 242),
    "acct": (163, 89),
    "add_key": (248, 217),
    "bind": (49, 200),
    "bpf": (321, 280),
    "capset": (126, 91),
    "chmod": (90, None),
    "chroot": (161, 51),
    "clock_settime": (227, 112),
    "clone": (56, 220),
    "clone3": (435, 435),
    "connect": (42, 203),
    "execve": (59, 221),
    "execveat": (322, 281),
    "fallocate": (285, 47),
    "fanotify_init": (300, 262),
    "fchmodat2": (452, 452),
    "finit_module": (313, 273),
    "fork": (57, None),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "init_module": (175, 105),
    "inotify_add_watch": (254, 27),
    "inotify_init1": (294, 26),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioperm": (173, None),
    "iopl": (172, None),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "kill": (62, 129),
    "landlock_create_ruleset": (444, 444),
    "landlock_restrict_self": (446, 446),
    "linkat": (265, 37),
    "listen": (50, 201),
    "memfd_create": (319, 279),
    "migrate_pages": (256, 238),
    "mknodat": (259, 33),
    "mlockall": (151, 230),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "openat2": (437, 437),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pivot_root": (155, 41),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "process_madvise": (440, 440),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "reboot": (169, 142),
    "renameat2": (316, 276),
    "request_key": (249, 218),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "seccomp": (317, 277),
    "semget": (64, 190),
    "sendmmsg": (307, 269),
    "sendmsg": (46, 211),
    "sendto": (44, 206),
    "setdomainname": (171, 162),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "setpriority": (141, 140),
    "setresuid": (117, 147),
    "settimeofday": (164, 170),
    "setuid": (105, 146),
    "shmat": (30, 196),
    "shmget": (29, 194),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "tgkill": (234, 131),
    "tkill": (200, 130),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
    "vfork": (58, None),
    "vmsplice": (278, 75),
}
_MACHINES = {"x86_64": 0, "aarch64": 1}


def number(name):
    """The number of a system call; the program ends where this machine's numbers are not known."""
    place = _MACHINES.get(platform.machine())
    if place is None:
        print(f"skipped: no numbers of system calls for {platform.machine()}")
        sys.exit()
    found = NUMBERS[name][place]
    if found is None:
        raise OSError(errno.ENOSYS, f"{name} is not a system call of this machine")
    return found


def syscall(name, *arguments):
    """A native call, around everything that Python and the C library do for it."""
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    answer = LIBC.syscall(ctypes.c_long(number(name)), *words)
    if answer < 0:
        failed = ctypes.get_errno()
        raise OSError(failed, f"{name}: {os.strerror(failed)}")
    return answer


def open_descriptors():
    """The numbers of all that is open, also where /proc does not say."""
    found = []
    for descriptor in range(1_024):
        with contextlib.suppress(OSError):
            os.fstat(descriptor)
            found.append(descriptor)
    return found


def attempt(what, deed, *arguments):
    """Try a deed that must be refused, and say how that went."""
    try:
        gained = deed(*arguments)
    except OSError as refused:
        print(f"{what}: {type(refused).__name__}: {refused}")
    else:
        print(f"ESCAPED: {what}: {gained!r}"[:500])


def forbidden(name, *arguments):
    """A call with arguments that do no harm: an answer other than a refusal says that the kernel would have done it."""
    try:
        syscall(name, *arguments)
    except OSError as refused:
        if refused.errno in (errno.EPERM, errno.ENOSYS):
            print(f"{name}: {type(refused).__name__}: {refused}")
            return
        print(f"ESCAPED: {name} was looked at by the kernel: {refused}")
    else:
        print(f"ESCAPED: {name} was done")


def child_writes(mark):
    """What a fork does that should not be there: it leaves a mark, and ends soon in any case."""
    with contextlib.suppress(OSError):
        Path(TARGETS["folder"], mark).write_text("a fork was here")
    os._exit(0)
