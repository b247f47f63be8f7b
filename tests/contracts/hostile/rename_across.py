"""Moves files from outside in, from inside out, and exchanges the two."""
# expect: (?s)in: .*(PermissionError|Errno 18).*exchange: .*(PermissionError|Errno 18)

import os

from deeds import TARGETS, attempt, syscall

AT_FDCWD, RENAME_EXCHANGE = -100, 2
attempt("in", os.rename, TARGETS["secret"], "secret.txt")
attempt("out", os.rename, "table.csv", os.path.join(TARGETS["folder"], TARGETS["mark"]))
attempt("over", os.rename, "table.csv", TARGETS["table"])
attempt("exchange", syscall, "renameat2", AT_FDCWD, b"table.csv", AT_FDCWD, TARGETS["table"].encode(), RENAME_EXCHANGE)
