"""Forks by every system call and with every set of flags that makes a process and not a thread."""
# expect: (?s)clone 0x11: PermissionError.*clone3: .*not implemented

import ctypes
import os
import struct

from deeds import child_writes, syscall

THREAD, VM, FILES, SIGNALS, PARENT, UNTRACED, NEWUSER, NEWPID = (
    0x10000,
    0x100,
    0x400,
    0x800,
    0x8000,
    0x800000,
    0x10000000,
    0x20000000,
)
CHILD = 17


def born(what, *arguments):
    try:
        child = syscall(*arguments)
    except OSError as refused:
        print(f"{what}: {type(refused).__name__}: {refused}")
        return
    if child == 0:
        child_writes("fork-native")
    print("ESCAPED:", what, "made", child)


for flags in (0, FILES, PARENT, UNTRACED, NEWUSER, NEWPID, NEWUSER | NEWPID, PARENT | FILES):
    born(f"clone {flags | CHILD:#x}", "clone", flags | CHILD, 0, 0, 0, 0)
born("clone without a signal", "clone", 0, 0, 0, 0, 0)
born("clone of a library", "clone", 0x01200011, 0, 0, ctypes.create_string_buffer(8), 0)
born("clone with bits that do not exist", "clone", CHILD | 1 << 40, 0, 0, 0, 0)
born("fork", "fork")
arguments = struct.pack("11Q", 0, 0, 0, 0, CHILD, 0, 0, 0, 0, 0, 0)
born("clone3", "clone3", ctypes.create_string_buffer(arguments), len(arguments))
print("still one:", os.getpid() > 0)
