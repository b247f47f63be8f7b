"""Starts threads that share less with the first one than threads do, or that are children of somebody else."""
# kept: maybe
# expect: refused

import ctypes

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.clone.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
FILES, FS, VM, SIGHAND, THREAD = 0x400, 0x200, 0x100, 0x800, 0x10000
thread = THREAD | VM | SIGHAND | FILES
stacks = []
for name, flags in (
    ("a folder of its own", thread),
    ("a view of files of its own", thread | FS | 0x20000),
    ("a network of its own", thread | FS | 0x40000000),
    ("a handle", thread | FS | 0x1000),
    ("traced", thread | FS | 0x2000),
    ("a child of my parent", thread | FS | 0x8000),
    ("a clock of its own", thread | FS | 0x80),
    ("input of its own", thread | FS | 0x80000000 - (1 << 32)),
):
    stacks.append(ctypes.create_string_buffer(1 << 16))
    top = (ctypes.addressof(stacks[-1]) + (1 << 16)) & ~0xFF
    if LIBC.clone(ctypes.cast(LIBC.pause, ctypes.c_void_p), top, flags, None) > 0:
        print("ESCAPED: a thread with", name)
    else:
        print("refused:", name, ctypes.get_errno())
