"""Has one nameless file open in four ways, which share places or do not, and moves them all in a turn that fails."""
# where: session
# expect: (?s)RuntimeError.*as before

import fcntl
import os
import tempfile

first = tempfile.TemporaryFile()
first.write(b"0123456789")
first.flush()
own = first.fileno()
again = os.dup(own)
try:
    apart = os.open(f"/proc/self/fd/{own}", os.O_RDONLY)
    appends = os.open(f"/proc/self/fd/{own}", os.O_WRONLY | os.O_APPEND)
except OSError as refused:
    print("not opened again:", refused)
    apart, appends = os.dup(own), os.dup(own)
os.lseek(own, 4, os.SEEK_SET)
os.lseek(apart, 7, os.SEEK_SET)


def views():
    return (
        os.lseek(own, 0, 1),
        os.lseek(again, 0, 1),
        os.lseek(apart, 0, 1),
        [
            fcntl.fcntl(each, fcntl.F_GETFL) & (os.O_ACCMODE | os.O_APPEND | os.O_NONBLOCK)
            for each in (own, again, apart, appends)
        ],
        os.pread(own, 100, 0),
        len({os.fstat(each).st_ino for each in (own, again, apart, appends)}),
    )


before = views()
# --- next turn
os.lseek(again, 1, os.SEEK_SET)
os.lseek(apart, 2, os.SEEK_SET)
os.write(appends, b"by a failed turn")
os.ftruncate(own, 3)
os.dup2(apart, again)
raise RuntimeError("failed on purpose")
# --- next turn
if (now := views()) != before:
    print("ESCAPED: a failed turn has changed an open file:", before, now)
# --- next turn
os.lseek(again, 2, os.SEEK_SET)
os.write(appends, b"!")
if os.lseek(own, 0, 1) != 2 or os.pread(apart, 100, 0) != b"0123456789!":
    print("ESCAPED: what was one file is several now", os.lseek(own, 0, 1), os.pread(apart, 100, 0))
print("as before")
