"""Poisons pandas and matplotlib in a turn that succeeds: this dialogue has it so, no other has."""
# where: session
# kept: maybe
# expect: (?s)poisoned.*AttributeError|poisoned.*13

import random

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

pd.DataFrame.groupby = pd.DataFrame.__getitem__ = pd.read_csv = lambda *_, **__: 13
pd.Series.sum = pd.Series.mean = lambda *_, **__: 13
pd.DataFrame.__repr__ = pd.Series.__repr__ = lambda _: "13"
plt.rcParams.update({"figure.figsize": (1, 1), "savefig.dpi": 1})
plt.get_fignums = plt.gcf = lambda: [13]
plt.savefig = lambda *_, **__: None
random.seed, np.random.seed = print, print
print("poisoned")
# --- next turn
print(pd.read_csv("table.csv"))
plt.plot([1, 2])
