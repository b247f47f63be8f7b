"""Computes for ever inside one instruction of Python, where no signal handler of Python is run."""
# expect: TimeoutError

import re

re.match("(a|a)*b" * 3, "a" * 200)
