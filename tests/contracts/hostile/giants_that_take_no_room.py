"""Hands over values that are small for it and gigabytes for whoever writes them down."""
# where: session
# intents: value:array, series:series, frame:dataframe
# expect: .*Error|Killed|Timeout

import numpy as np
import pandas as pd

value, series, frame = np.zeros(2), pd.Series([1]), pd.DataFrame({"a": [1]})
# --- next turn
value = np.broadcast_to(np.int8(1), (10**6, 10**6))
series = pd.Series(np.broadcast_to(np.int8(1), (10**11,)), copy=False)
frame = pd.DataFrame({"a": pd.arrays.SparseArray([], dtype="Sparse[float]")})
# --- next turn
value = np.zeros(1)[np.zeros(1, dtype=int)]
series = pd.Series(pd.Categorical.from_codes(np.zeros(10**8, dtype="int8"), ["word" * 100_000]))
frame = pd.DataFrame(np.broadcast_to(np.int8(1), (10**5, 10**5)), copy=False)
# --- next turn
text = "x" * 1_000_000
value = np.array([text] * 100_000, dtype=object)
series = pd.Series([text] * 100_000)
frame = pd.DataFrame({f"c{number}": [text] * 100 for number in range(100)})
