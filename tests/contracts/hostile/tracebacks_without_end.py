"""Fails in functions whose names, files and lines, as a traceback shows them, are of ten megabytes each."""
# where: session
# expect: (?s)Error.*Error

import linecache

book = "x" * 10_000_000


def fails():
    raise ValueError("failed on purpose")


for name in ("<string>", "<turn>", "<turn 1>", "turn.py", "<stdin>", "<cell>", fails.__code__.co_filename):
    linecache.cache[name] = (len(book), None, [book + "\n"] * 50, name)
fails.__code__ = fails.__code__.replace(co_name=book, co_qualname=book, co_filename=book)
kept_on = fails
fails()
# --- next turn
import linecache
import sys

sys.tracebacklimit = 10**9
book = "y" * 10_000_000
source = "def " + "f" * 100_000 + "(n):\n    if n: " + "f" * 100_000 + "(n - 1)\n    1 / 0\n" + "f" * 100_000 + "(900)"
linecache.cache[book] = (len(source), None, source.splitlines(True), book)
exec(compile(source, book, "exec"))
# --- next turn
print("goes on")
