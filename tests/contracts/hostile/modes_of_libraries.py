"""Changes the modes and times of the libraries, which it may read, to what they are already."""
# expect: (?s)mode: .*Error.*times: .*Error

import os

import pandas as pd
from deeds import attempt

seen = os.stat(pd.__file__)
descriptor = os.open(pd.__file__, os.O_RDONLY)
attempt("mode", os.fchmod, descriptor, seen.st_mode & 0o7777)
attempt("times", lambda: os.utime(descriptor, ns=(seen.st_atime_ns, seen.st_mtime_ns)))
attempt("attribute", os.removexattr, pd.__file__, "user.hostile-that-is-not-there")
attempt("owner", os.chown, pd.__file__, seen.st_uid, seen.st_gid)
