"""Sends to a unix socket by its path."""
# expect: PermissionError

import socket

from deeds import TARGETS

sender = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
sender.sendto(b"hello", TARGETS["datagram"])
print("ESCAPED: sent")
