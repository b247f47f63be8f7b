"""Makes, extends, empties and overwrites files outside."""
# expect: (?s)new: .*Error.*append: .*Error.*truncate: .*Error

import os

from deeds import TARGETS, attempt


def write(path, mode):
    with open(path, mode) as file:
        return file.write("x")


new = os.path.join(TARGETS["folder"], TARGETS["mark"])
attempt("new", write, new, "x")
attempt("append", write, TARGETS["open"], "a")
attempt("append to the table", write, TARGETS["table"], "a")
attempt("overwrite", write, TARGETS["doomed"], "w")
attempt("truncate", os.truncate, TARGETS["open"], 0)
attempt("unnamed", os.open, TARGETS["folder"], os.O_TMPFILE | os.O_RDWR)
for place in ("/tmp", "/var/tmp", "/dev/shm", "/run", os.path.dirname(TARGETS["root"])):
    if os.path.isdir(place):
        attempt(place, write, os.path.join(place, TARGETS["mark"]), "x")
