"""Puts a filter of its own on itself, under which no fork and no answer would work any more."""
# where: session
# kept: maybe
# expect: filter

import ctypes
import struct

from deeds import number, syscall

NO_NEW_PRIVS, MODE_FILTER, RETURN, ERRNO_38, ALLOW = 38, 1, 0x06, 0x00050026, 0x7FFF0000
LOAD, EQUAL = 0x20, 0x15
refused = b"".join(
    struct.pack("HBBI", *each)
    for each in ((LOAD, 0, 0, 0), (EQUAL, 0, 1, number("clone")), (RETURN, 0, 0, ERRNO_38), (RETURN, 0, 0, ALLOW))
)
program = ctypes.create_string_buffer(refused)
try:
    syscall("prctl", NO_NEW_PRIVS, 1, 0, 0, 0)
    syscall("seccomp", MODE_FILTER, 0, struct.pack("HxxxxxxP", 4, ctypes.addressof(program)))
    print("filter: on")
except OSError as answer:
    print(f"filter: {type(answer).__name__}: {answer}")
# --- next turn
print("filter: a turn after it")
