"""Names a victim as the owner of its pipes, so that the kernel sends it signals on its behalf."""
# expect: owner: .*Error

import fcntl
import os
import signal

from deeds import TARGETS, attempt, open_descriptors

F_SETSIG, F_SETOWN_EX, FIOSETOWN, SIOCSPGRP = 10, 15, 0x8901, 0x8902
ours, theirs = os.pipe()
for descriptor in open_descriptors():
    for process in (TARGETS["victim"], os.getppid()):
        word = process.to_bytes(4, "little")
        attempt("owner", fcntl.fcntl, descriptor, fcntl.F_SETOWN, process)
        attempt("owner by name", fcntl.fcntl, descriptor, F_SETOWN_EX, b"\x01\0\0\0" + word)
        attempt("owner by ioctl", fcntl.ioctl, descriptor, FIOSETOWN, word)
        attempt("owner of a socket", fcntl.ioctl, descriptor, SIOCSPGRP, word)
    attempt("signal", fcntl.fcntl, descriptor, F_SETSIG, signal.SIGKILL)
