"""Hands over mappings and lists that go on for ever, hold themselves, or are a hundred thousand deep."""
# where: session
# intents: value:dict, several:list
# expect: .*Error|Killed

import collections
import itertools


class Endless(dict):
    def items(self):
        return ((number, number) for number in itertools.count())

    def __iter__(self):
        return itertools.count()

    keys = values = __iter__

    def __len__(self):
        return 1


value, several = {"a": 1}, [1]
# --- next turn
value = Endless(a=1)
# --- next turn
several = []
several.append(several)
value = {"a": several}
value["b"] = value
several.append(value)
# --- next turn
several = []
for _ in range(100_000):
    several = [several]
# --- next turn
value = {}
for _ in range(100_000):
    value = {"a": value}
# --- next turn
value = collections.UserDict(Endless(a=1))
