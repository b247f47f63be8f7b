"""Reads and writes where no memory is."""
# expect: Killed|exit -

import ctypes
import faulthandler

faulthandler.disable()
print("before", flush=True)
ctypes.memset(0, 1, 100)
ctypes.string_at(0)
