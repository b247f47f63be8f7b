"""Restricts itself with Landlock until nothing can be read any more, not even by the code that answers."""
# where: session
# kept: maybe
# expect: rules

import struct

from deeds import syscall

try:
    rules = syscall("landlock_create_ruleset", struct.pack("Q", (1 << 13) - 1), 8, 0)
    syscall("landlock_restrict_self", rules, 0)
    print("rules: on")
except OSError as answer:
    print(f"rules: {type(answer).__name__}: {answer}")
# --- next turn
print("rules: a turn after it")
