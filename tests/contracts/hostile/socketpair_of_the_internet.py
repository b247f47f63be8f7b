"""Asks for pairs of sockets of other families, in the hope that only `socket` is watched."""
# expect: socketpair: PermissionError

import ctypes

from deeds import forbidden

INTERNET, TIPC, STREAM = 2, 30, 1
for family in (INTERNET, TIPC):
    forbidden("socketpair", family, STREAM, 0, ctypes.create_string_buffer(8))
