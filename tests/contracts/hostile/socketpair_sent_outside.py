"""Makes a pair of datagram sockets, which asyncio needs, and sends from it to addresses outside."""
# expect: PermissionError

import socket

from deeds import TARGETS, attempt


def pair():
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0]


attempt("path", lambda: pair().sendto(b"hello", TARGETS["datagram"]))
attempt("abstract", lambda: pair().sendto(b"hello", "\0" + TARGETS["abstract_datagram"]))
attempt("message to a path", lambda: pair().sendmsg([b"hello"], [], 0, TARGETS["datagram"]))
