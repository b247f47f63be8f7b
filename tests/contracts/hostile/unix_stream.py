"""Connects to a unix socket by its path."""
# expect: PermissionError

import socket

from deeds import TARGETS

connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
connection.connect(TARGETS["stream"])
connection.sendall(b"hello")
print("ESCAPED: connected")
