"""Sends a datagram, which Landlock alone would let through."""
# expect: PermissionError

import socket

from deeds import TARGETS

sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
sender.sendto(b"hello", ("127.0.0.1", TARGETS["udp"]))
print("ESCAPED: sent")
