"""Makes a pair of sockets and connects one end of it to an address outside, or listens on it."""
# expect: PermissionError

import socket

from deeds import TARGETS, attempt


def connected():
    ours, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.connect(TARGETS["datagram"])
    return ours.send(b"hello")


def named():
    ours, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.bind("\0" + TARGETS["mark"])


attempt("connect", connected)
attempt("bind", named)
