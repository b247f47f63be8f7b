"""Reads a known place in the memory of the process that opened this sandbox."""
# expect: PermissionError|FileNotFoundError

import ctypes
import struct

from deeds import TARGETS, attempt, syscall


def through_proc():
    with open(f"/proc/{TARGETS['host']}/mem", "rb", buffering=0) as memory:
        memory.seek(TARGETS["address"])
        return memory.read(TARGETS["length"])


def by_call():
    ours = ctypes.create_string_buffer(TARGETS["length"])
    here = struct.pack("PL", ctypes.addressof(ours), len(ours))
    there = struct.pack("PL", TARGETS["address"], TARGETS["length"])
    syscall("process_vm_readv", TARGETS["host"], here, 1, there, 1, 0)
    return ours.raw


attempt("proc", through_proc)
attempt("call", by_call)
