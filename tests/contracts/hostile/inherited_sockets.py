"""Takes every inherited descriptor for a socket and tries to send, connect and pass descriptors with it."""
# expect: descriptors: \d+

import os
import socket

from deeds import TARGETS, attempt, open_descriptors

inherited = open_descriptors()
print("descriptors:", len(inherited))
for descriptor in inherited:
    try:
        found = socket.socket(fileno=os.dup(descriptor))
    except OSError:
        continue
    attempt("send to a path", found.sendto, b"hello", TARGETS["datagram"])
    attempt("connect", found.connect, TARGETS["stream"])
    attempt("pass a descriptor", socket.send_fds, found, [b"x"], [0])
