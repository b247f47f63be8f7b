"""Sends an open descriptor through a pair of sockets, as one would to somebody outside."""
# expect: PermissionError

import os
import socket

ours, theirs = socket.socketpair()
socket.send_fds(ours, [b"x"], [os.open("table.csv", os.O_RDONLY)])
print("ESCAPED:", socket.recv_fds(theirs, 1, 1))
