"""Reaches for unix sockets that lie in no folder, which no rule about files can hide."""
# expect: (?s)stream: PermissionError.*datagram: PermissionError

import socket

from deeds import TARGETS, attempt


def stream():
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect("\0" + TARGETS["abstract"])
    return connection.send(b"hello")


def datagram():
    return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"hello", "\0" + TARGETS["abstract_datagram"])


attempt("stream", stream)
attempt("datagram", datagram)
