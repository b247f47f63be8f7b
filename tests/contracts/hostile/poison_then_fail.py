"""Replaces builtins, libraries, streams, modules and settings, and fails: the next turn must find none of it."""
# where: session
# expect: (?s)(ValueError|TimeoutError).*clean

import builtins
import json
import os
import random
import sys
import warnings

import matplotlib.pyplot as plt
import pandas as pd

pd.DataFrame.mean = pd.Series.mean = lambda *_, **__: 13
pd.options.display.max_rows = 1
plt.rcParams["figure.dpi"] = 1
plt.savefig = plt.show = plt.subplots = None
json.dumps = json.loads = lambda *_, **__: "{}"
os.getpid = os.getppid = lambda: 1
os.write = lambda _, content: len(content)
os._exit = sys.exit = print
random.random = lambda: 4
warnings.warn = None
sys.path[:] = []
sys.stdout = sys.stderr = None
sys.modules["numpy"] = None
builtins.len = builtins.isinstance = lambda *_: 0
builtins.compile = builtins.exec = builtins.__import__ = builtins.open = None
os.environ.clear()
raise ValueError("all is poisoned")
# --- next turn
import json
import os

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

assert pd.DataFrame({"a": [1, 2]}).mean()["a"] == 1.5
assert len([1, 2]) == 2 and isinstance(1, int)
assert plt.rcParams["figure.dpi"] == 100 and callable(plt.savefig)
assert json.dumps({"a": 1}) == '{"a": 1}'
assert os.getpid() != 1 or os.getppid() == 0
assert "PATH" in os.environ and np.ones(2).sum() == 2
print("clean")
