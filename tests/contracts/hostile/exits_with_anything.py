"""Ends with codes that are no codes: texts of megabytes, numbers without end, objects that bite."""
# where: session
# expect: SystemExit

import sys


class Code(int):
    def __repr__(self):
        while True:
            pass

    __str__ = __index__ = __int__ = __bool__ = __eq__ = __repr__


# --- next turn
sys.exit("x" * 30_000_000)
# --- next turn
sys.exit(10**5_000)
# --- next turn
sys.exit(["l" * 1_000_000] * 20)
# --- next turn
sys.exit(Code(0))
