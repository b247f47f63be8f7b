"""Shuts a pair of sockets of an earlier turn down, in a turn that fails: it must still carry what was said."""
# where: session
# expect: RuntimeError|refused|cannot

import socket

here, there = socket.socketpair()
here.sendall(b"before")
# --- next turn
there.recv(100)
there.sendall(b"after")
here.shutdown(socket.SHUT_RDWR)
raise RuntimeError("failed on purpose")
# --- next turn
if "there" in globals():
    there.settimeout(0.3)
    try:
        held = there.recv(100)
    except OSError as nothing:
        held = repr(nothing).encode()
    print("kept" if held == b"before" else f"ESCAPED: a failed turn left {held!r} in a pair of sockets")
