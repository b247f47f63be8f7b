"""Locks its own files and, where it can open them, those of others, for as long as it lives."""
# expect: (?s)locked.*table: .*Error

import fcntl

from deeds import TARGETS, attempt

own = open("own.txt", "w")
fcntl.flock(own, fcntl.LOCK_EX)
fcntl.lockf(own, fcntl.LOCK_EX)
print("locked its own")
attempt("table", lambda: fcntl.flock(open(TARGETS["table"]), fcntl.LOCK_EX))
attempt("owner of the sandbox", lambda: fcntl.flock(open(f"{TARGETS['root']}/owner", "r+"), fcntl.LOCK_EX))
