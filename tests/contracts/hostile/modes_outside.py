"""Changes modes and owners of files outside that belong to the same user, which Landlock does not refuse."""
# expect: (?s)mode: .*Error.*owner: .*Error

import os

from deeds import TARGETS, attempt, syscall

AT_FDCWD = -100
me, group = os.getuid(), os.getgid()
for path in (TARGETS["secret"], TARGETS["folder"], TARGETS["table"], TARGETS["readable"]):
    attempt("mode", os.chmod, path, 0o777)
    attempt("mode by the newest call", syscall, "fchmodat2", AT_FDCWD, path.encode(), 0o777, 0)
    attempt("owner", os.chown, path, me, group)
os.symlink(TARGETS["secret"], "link")
attempt("mode through a link", os.chmod, "link", 0o777)
attempt("owner of a link outside", os.lchown, TARGETS["stream"], me, group)
