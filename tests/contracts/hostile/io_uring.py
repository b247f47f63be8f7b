"""Asks for the ring through which files are opened and sockets connected without a system call for each."""
# expect: PermissionError|OSError

import ctypes

from deeds import forbidden

forbidden("io_uring_setup", 8, ctypes.create_string_buffer(120))
forbidden("io_uring_enter", -1, 0, 0, 0, None, 0)
forbidden("io_uring_register", -1, 0, None, 0)
