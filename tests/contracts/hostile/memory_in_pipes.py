"""Keeps memory in the buffers of pipes and sockets, which belong to no address space."""
# expect: .

import contextlib
import fcntl
import os
import socket

SET_PIPE_SIZE = 1031
held, open_ones = 0, []
with contextlib.suppress(OSError):
    for _ in range(120):
        reading, writing = os.pipe()
        open_ones += [reading, writing]
        os.set_blocking(writing, False)
        with contextlib.suppress(OSError):
            fcntl.fcntl(writing, SET_PIPE_SIZE, 1 << 20)
        with contextlib.suppress(BlockingIOError):
            while True:
                held += os.write(writing, bytes(1 << 16))
for descriptor in open_ones[len(open_ones) // 2 :]:
    os.close(descriptor)
with contextlib.suppress(OSError):
    for _ in range(50):
        open_ones.append(socket.socketpair())
        for each in open_ones[-1]:
            each.setblocking(False)
            with contextlib.suppress(OSError):
                each.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)
            with contextlib.suppress(BlockingIOError):
                while True:
                    held += each.send(bytes(1 << 16))
print("ESCAPED: holds" if held > 128 << 20 else "holds", held >> 20, "MiB")
