"""Hands over results that are too large: long, deep, endless, and numbers of a million digits."""
# where: session
# intents: value:value
# expect: huge|ResultError|OutputLimit

import sys

sys.setrecursionlimit(10_000)
deep = []
for _ in range(100_000):
    deep = [deep]
itself = {}
itself["itself"] = itself
wide = dict.fromkeys(range(1_000_000), "x" * 100)
number = 10**300_000
value = "x" * (64 << 20)
print("huge")
