"""Keeps columns of types of its own, whose lengths, items, missing values and words raise, wait or never end."""
# where: session
# intents: frame:dataframe, series:series
# expect: .*Error|Killed

import numpy as np
import pandas as pd
from pandas.api.extensions import ExtensionArray, ExtensionDtype


class Kind(ExtensionDtype):
    name = "k" * 5_000_000
    type = object
    na_value = None

    @classmethod
    def construct_array_type(cls):
        return Column


class Column(ExtensionArray):
    bites = False
    dtype = Kind()
    nbytes = -1

    @classmethod
    def _from_sequence(cls, scalars, *, dtype=None, copy=False):
        return cls()

    def __len__(self):
        return 2**40 if Column.bites else 3

    def __getitem__(self, item):
        if Column.bites:
            while True:
                pass
        return "cell" if isinstance(item, int) else self

    def isna(self):
        return np.zeros(len(self), dtype=bool)

    def take(self, *_, **__):
        return self

    def copy(self):
        return self

    def _formatter(self, boxed=False):
        raise SystemExit("no words")

    def __array__(self, *_, **__):
        raise SystemExit("no array")

    def astype(self, *_, **__):
        raise SystemExit("no other type")


series, frame = pd.Series([1]), pd.DataFrame({"a": [1]})
# --- next turn
series = pd.Series(Column())
frame = pd.DataFrame({"a": Column()})
Column.bites = True
# --- next turn
Column.bites = False
series = pd.Series(Column())
frame = pd.DataFrame({"a": Column()})
