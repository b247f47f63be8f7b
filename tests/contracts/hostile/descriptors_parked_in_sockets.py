"""Parks files that have no name in pairs of sockets, where no list of open files shows them, and fills them."""
# expect: .

import array
import os
import socket

PIECE = 1 << 20
written, pairs = 0, []
try:
    for number in range(64):
        pairs.append(socket.socketpair())
        for _ in range(8):
            held = []
            for each in range(4):
                name = f"parked-{number}-{each}"
                descriptor = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
                os.unlink(name)
                written += os.write(descriptor, bytes(PIECE))
                held.append(descriptor)
            rights = array.array("i", held)
            pairs[-1][0].sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
            for descriptor in held:
                os.close(descriptor)
except OSError as refused:
    print("refused:", refused)
print("ESCAPED: parked" if written >= 400 * PIECE else "parked", written // PIECE, "MiB")
