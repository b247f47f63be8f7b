"""Reads a file that belongs to somebody else's work."""
# expect: PermissionError

from deeds import TARGETS

print(open(TARGETS["secret"]).read())
