"""Writes where a script may only read: in the folders that were given to it, and in the libraries."""
# where: script
# expect: (?s)letter: dear.*write: .*Error

import os
import tempfile

import pandas as pd
from deeds import TARGETS, attempt

letter = os.path.join(TARGETS["readable"], "letter.txt")
print("letter:", open(letter).read())
attempt("write", open, letter, "a")
attempt("new", open, os.path.join(TARGETS["readable"], TARGETS["mark"]), "w")
attempt("mode", os.chmod, letter, 0o666)
attempt("library", open, pd.__file__, "r+b")
attempt("beside a library", lambda: tempfile.TemporaryFile(dir=os.path.dirname(pd.__file__)))
