"""Hands over objects that claim to be arrays: of memory that is not there, of other lengths, of others' making."""
# where: session
# kept: maybe
# intents: value:array, frame:dataframe
# expect: .

import numpy as np


class Nowhere:
    __array_interface__ = {"data": (8, False), "shape": (10**6,), "typestr": "<f8", "version": 3}


class Maker:
    def __array__(self, *_, **__):
        while True:
            pass

    def __len__(self):
        return 2**62

    def __getitem__(self, place):
        return self


class Exchange:
    def __dataframe__(self, *_, **__):
        raise SystemExit("no frame")

    def __arrow_c_stream__(self, *_, **__):
        raise SystemExit("no stream")

    def __dlpack__(self, *_, **__):
        raise SystemExit("no pack")


value = np.zeros(2)
import pandas as pd

frame = pd.DataFrame({"a": [1]})
# --- next turn
value, frame = Maker(), Exchange()
# --- next turn
value, frame = Nowhere(), Nowhere()
# --- next turn
value = np.lib.stride_tricks.as_strided(np.zeros(1), shape=(10**7,), strides=(4_096,))
