"""Takes folders under /proc for handles of processes, and asks for handles and copies of what others have open."""
# expect: .*Error

import os
import signal
import socket

from deeds import TARGETS, attempt, syscall

for who in ("victim", "host", "parent"):
    process = TARGETS[who]

    def through_folder(process=process):
        folder = os.open(f"/proc/{process}", os.O_RDONLY | os.O_DIRECTORY)
        return syscall("pidfd_send_signal", folder, 0 if process != TARGETS["victim"] else signal.SIGSTOP, 0, 0)

    attempt(f"signal through the folder of the {who}", through_folder)
    attempt(f"handle of the {who}", syscall, "pidfd_open", process, 0)
    attempt(f"handle of a thread of the {who}", syscall, "pidfd_open", process, 0o200)
    attempt(f"files of the {who}", os.listdir, f"/proc/{process}/fdinfo")
    attempt(f"map files of the {who}", os.listdir, f"/proc/{process}/map_files")
    attempt(f"name of the {who}", lambda process=process: open(f"/proc/{process}/comm", "w").write("x"))
    attempt(f"slack of the {who}", lambda process=process: open(f"/proc/{process}/timerslack_ns", "w").write("1"))
    attempt(f"score of the {who}", lambda process=process: open(f"/proc/{process}/oom_score_adj", "w").write("1000"))
here, there = socket.socketpair()
try:
    handle = here.getsockopt(socket.SOL_SOCKET, 77)
    attempt("copy out of the peer of a socket", syscall, "pidfd_getfd", handle, 0, 0)
except OSError as refused:
    print("no handle of a peer:", type(refused).__name__, refused)
