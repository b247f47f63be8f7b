"""Leaves objects that lie about what they are, raise, wait or exit when they are looked at."""
# where: session
# intents: value:value
# expect: ResultError|Killed|TimeoutError|.*Error

import pandas as pd


class Liar(list):
    __class__ = property(lambda self: pd.DataFrame)
    shape = property(lambda self: (10**9, 10**9))
    columns = property(lambda self: iter(int, 1))

    def __len__(self):
        raise SystemExit("no length")

    def __repr__(self):
        raise KeyboardInterrupt("no words")

    __iter__ = __str__ = __hash__ = __eq__ = __getitem__ = __bool__ = __format__ = __repr__


class Frame(pd.DataFrame):
    def __repr__(self):
        raise SystemExit("no words")

    __len__ = memory_usage = to_json = to_dict = head = info = __repr__


value, frame, kind = Liar(), Frame({"a": [1]}), type("x" * 100_000, (), {})()
