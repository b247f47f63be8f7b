"""Fills frames with cells, names of columns and labels that raise, never end, or are megabytes long."""
# where: session
# intents: frame:dataframe, series:series
# expect: .*Error|Killed

import pandas as pd


class Cell:
    def __repr__(self):
        raise KeyboardInterrupt("no words")

    __str__ = __hash__ = __eq__ = __lt__ = __float__ = __repr__


class Waiting(Cell):
    def __repr__(self):
        while True:
            pass

    __str__ = __repr__


frame, series = pd.DataFrame({"a": [1]}), pd.Series([1])
# --- next turn
frame = pd.DataFrame({"a": [Cell(), Cell()], "b": [1, 2]})
series = pd.Series([Cell(), 1], dtype=object)
# --- next turn
frame = pd.DataFrame({"a": [Waiting()]})
series = pd.Series([Waiting()], dtype=object)
# --- next turn
frame = pd.DataFrame({"c" * 20_000_000: ["x" * 20_000_000]})
series = pd.Series([1], index=["l" * 20_000_000], name="n" * 20_000_000)
# --- next turn
frame = pd.DataFrame([["x" * 1_000] * 2_000] * 200)
series = pd.Series([["deep"]] * 10)
for _ in range(5_000):
    series[0] = [series[0]]
