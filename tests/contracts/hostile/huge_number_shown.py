"""Lifts the limit on digits, and asks for a number that takes minutes to be written down."""
# where: session
# intents: value:value
# expect: ResultError|OutputLimit|TimeoutError

import sys

sys.set_int_max_str_digits(0)
value = 7**20_000_000
