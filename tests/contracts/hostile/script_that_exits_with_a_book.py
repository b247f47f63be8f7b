"""Ends a script with a text of thirty megabytes instead of a code."""
# where: script
# expect: exit

import sys

sys.exit("x" * 30_000_000)
