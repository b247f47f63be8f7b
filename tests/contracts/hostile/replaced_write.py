"""Replaces the function with which an answer is written by one that only says that it was."""
# where: session
# kept: maybe
# expect: swallowed|ResultError|Killed|TimeoutError

import os

os.write = lambda _, content: len(content)
print("swallowed")
# --- next turn
print("swallowed, a turn later")
