"""Hands over results whose unpickling would write a file outside."""
# where: session
# intents: frame:dataframe
# expect: bomb

import os
import pickle

import pandas as pd
from deeds import TARGETS


class Bomb:
    def __reduce__(self):
        return (open, (os.path.join(TARGETS["folder"], TARGETS["mark"]), "w"))


frame = pd.DataFrame({"bomb": [Bomb(), Bomb()], "number": [1, 2]})
series, listed, named = pd.Series([Bomb()]), [Bomb()], {"bomb": Bomb()}
open("bomb.pkl", "wb").write(pickle.dumps(Bomb()))
print("a bomb")
