"""Poisons what all processes of the sandbox have in common: caches of matplotlib, and libraries."""
# expect: (?s)cache: .*Error.*library: .*Error

import os
import tempfile

import matplotlib
import pandas as pd
from deeds import TARGETS, attempt

cache = matplotlib.get_cachedir()
if os.environ["HOME"] in cache or os.getcwd() in cache:
    print("cache: not an Error, it is its own")
else:
    attempt("cache", open, os.path.join(cache, TARGETS["mark"]), "w")
attempt("root", open, os.path.join(TARGETS["root"], TARGETS["mark"]), "w")
attempt("library", open, pd.__file__, "r+b")
attempt("packages", lambda: tempfile.TemporaryFile(dir=os.path.dirname(os.path.dirname(pd.__file__))))
