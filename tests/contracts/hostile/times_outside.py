"""Changes the times of files outside."""
# expect: times: .*Error

import os

from deeds import TARGETS, attempt

for path in (TARGETS["secret"], TARGETS["open"], TARGETS["folder"], TARGETS["table"], TARGETS["readable"]):
    attempt("times", os.utime, path, (0, 0))
    attempt("times to now", os.utime, path)
