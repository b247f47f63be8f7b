"""Makes five into six for the whole interpreter, below Python, and fails: the next turn must count again."""
# where: session
# expect: RuntimeError|Killed|.*Error

import ctypes

digits = id(5) + 24
ctypes.c_uint32.from_address(digits).value = 6
ctypes.c_uint32.from_address(id(True) + 24).value = 0
raise RuntimeError("failed on purpose")
# --- next turn
print("kept" if str(int("2") + int("3")) == "5" else "ESCAPED: numbers are not what they were")
