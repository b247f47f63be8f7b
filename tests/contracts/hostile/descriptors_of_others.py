"""Takes open descriptors out of other processes."""
# expect: open: .*Error

import os

from deeds import TARGETS, attempt, forbidden

for name in ("host", "victim", "parent"):
    attempt("open", os.pidfd_open, TARGETS[name])
    attempt("list", os.listdir, f"/proc/{TARGETS[name]}/fd")
    attempt("open by proc", os.open, f"/proc/{TARGETS[name]}/fd/0", os.O_RDONLY | os.O_NONBLOCK)
forbidden("pidfd_getfd", -1, 0, 0)
