"""Types commands into terminals, and takes one as its own."""
# expect: typing: .*Error

import fcntl
import os

from deeds import attempt

TIOCSTI, TIOCSCTTY, TIOCLINUX = 0x5412, 0x540E, 0x541C
for descriptor in (0, 1, 2):
    attempt("typing", fcntl.ioctl, descriptor, TIOCSTI, b"x")
    attempt("taking", fcntl.ioctl, descriptor, TIOCSCTTY, 0)
    attempt("pasting", fcntl.ioctl, descriptor, TIOCLINUX, b"\x03")
attempt("terminal", os.open, "/dev/tty", os.O_RDWR)
