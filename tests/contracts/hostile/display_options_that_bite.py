"""Sets how numbers are to be shown to functions that never end or answer with megabytes, in a turn that succeeds."""
# where: session
# kept: maybe
# intents: value:array
# expect: shown

import numpy as np
import pandas as pd


def long(*_):
    return "x" * 10_000_000


pd.set_option("display.float_format", long)
np.set_printoptions(formatter={"all": long}, threshold=10**12)
value = np.arange(3.0)
print("shown")
# --- next turn
import pandas as pd

print(pd.Series([1.0]))


# --- next turn
import numpy as np
import pandas as pd


def waiting(*_):
    while True:
        pass


pd.set_option("display.float_format", waiting)
np.set_printoptions(formatter={"all": waiting})
value = np.arange(5.0)
