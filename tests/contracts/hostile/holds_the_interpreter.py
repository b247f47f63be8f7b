"""Sleeps in the C library without letting go of the interpreter, so that no thread of Python is ever run again."""
# expect: TimeoutError

import ctypes

ctypes.PyDLL(None).sleep(3_600)
