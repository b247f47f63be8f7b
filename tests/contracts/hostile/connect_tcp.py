"""Connects to a server on this machine and says something."""
# expect: PermissionError

import socket

from deeds import TARGETS

with socket.create_connection(("127.0.0.1", TARGETS["tcp"]), 2) as connection:
    connection.sendall(b"hello")
print("ESCAPED: connected")
