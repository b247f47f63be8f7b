"""Reads a web address, as data work likes to do."""
# expect: URLError: .*Operation not permitted|urlopen error.*Operation not permitted

import pandas as pd
from deeds import TARGETS

table = pd.read_csv(f"http://127.0.0.1:{TARGETS['tcp']}/table.csv")
print("ESCAPED:", table)
