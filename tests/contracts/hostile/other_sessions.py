"""Reads and changes the folder of another session."""
# expect: (?s)list: .*Error.*write: .*Error

import os

from deeds import TARGETS, attempt

other = TARGETS["other"]
attempt("list", os.listdir, other)
attempt("read", lambda: open(os.path.join(other, TARGETS["mark"])).read())
attempt("read the table", lambda: open(os.path.join(other, "table.csv")).read())
attempt("write", lambda: open(os.path.join(other, TARGETS["mark"]), "a").write("x"))
attempt("new", lambda: open(os.path.join(other, "new"), "w").write("x"))
attempt("remove", os.remove, os.path.join(other, "table.csv"))
attempt("mode", os.chmod, other, 0o777)
attempt("kept copies", os.listdir, os.path.join(os.path.dirname(other), "kept"))
