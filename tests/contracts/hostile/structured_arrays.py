"""Hands over arrays with fields that have names and titles of megabytes, and records inside records."""
# where: session
# intents: value:array, frame:dataframe
# expect: .

import numpy as np
import pandas as pd

value, frame = np.zeros(2), pd.DataFrame({"a": [1]})
print("structured")
# --- next turn
long = np.dtype([(f"f{'n' * 3_000_000}", "f8"), ("second", "i4")])
value = np.zeros(3, dtype=long)
frame = pd.DataFrame({"a": [np.zeros(3, dtype=long)]})
# --- next turn
inner = np.dtype("f8")
for level in range(28):
    inner = np.dtype([(f"level{level}", inner)])
value = np.zeros(2, dtype=inner)
frame = pd.DataFrame({"a": [value]})
# --- next turn
value = np.array([("x" * 1_000_000,)], dtype=[("a", "O")])
frame = pd.DataFrame(
    {"a": np.array(["2020"], dtype="datetime64[Y]"), "b": np.array([1 + 2j]), "c": [np.void(b"x" * 100)]}
)
