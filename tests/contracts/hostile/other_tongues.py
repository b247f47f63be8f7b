"""Calls the kernel by its other entrances, the numbers of x32 and of 32-bit programs, which filters forget."""
# expect: skipped|Killed|exit -|not implemented|not permitted

import ctypes
import errno
import mmap
import os
import platform
import sys

from deeds import LIBC

SOCKET, X32 = 41, 0x40000000
if platform.machine() != "x86_64":
    print("skipped: only x86_64 has them")
    sys.exit()
if "again" not in globals():
    answer = LIBC.syscall(ctypes.c_long(SOCKET | X32), 1, 1, 0)
    failed = ctypes.get_errno()
    print("ESCAPED: a socket" if answer >= 0 else f"x32: {os.strerror(failed)} {errno.errorcode[failed]}", flush=True)
# socket(AF_UNIX, SOCK_STREAM, 0) for 32-bit programs: push rbx; eax = 359; ebx = ecx = 1; edx = 0; int 0x80; pop rbx
code = bytes.fromhex("53 b867010000 bb01000000 b901000000 31d2 cd80 5b c3")
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(code)
call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
answer = call()
print("ESCAPED: a socket" if answer >= 0 else f"32 bits: {os.strerror(-answer)}")
