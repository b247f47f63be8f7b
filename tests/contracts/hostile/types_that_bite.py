"""Hands over objects whose types raise and wait when they are asked for their names, classes or instances."""
# where: session
# intents: value:value, frame:dataframe
# expect: .*Error|Killed|Exit


class Meta(type):
    def __getattribute__(cls, name):
        if name in ("__name__", "__qualname__", "__module__", "__mro__"):
            raise SystemExit("no name")
        return type.__getattribute__(cls, name)

    def __instancecheck__(cls, instance):
        raise SystemExit("no instance")

    def __repr__(cls):
        raise SystemExit("no words")

    __subclasscheck__ = __hash__ = __eq__ = __instancecheck__


class Hidden(metaclass=Meta):
    def __getattribute__(self, name):
        while True:
            pass


import pandas as pd

value, frame = 1, pd.DataFrame({"a": [1]})
# --- next turn
value, frame = Hidden(), Hidden()


# --- next turn
class Word(str):
    def __str__(self):
        raise SystemExit("no word")

    __repr__ = __format__ = encode = __len__ = __iter__ = __getitem__ = __str__


Plain = type("Plain", (), {})
Plain.__qualname__ = Word("lying")
Plain.__module__ = Word("lying")
value = Plain()
frame = type("DataFrame", (), {"__module__": "pandas", "shape": (1, 1), "columns": ["a"], "dtypes": []})()
