"""Asks the kernel itself for sockets of every family that has ever been a way out."""
# expect: socket: PermissionError

import socket

from deeds import forbidden

VSOCK, ALG, BLUETOOTH, PACKET, NETLINK, TIPC, XDP = 40, 38, 31, 17, 16, 30, 44
for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, VSOCK, ALG, BLUETOOTH, PACKET, NETLINK, TIPC, XDP):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        forbidden("socket", int(family), int(kind), 0)
