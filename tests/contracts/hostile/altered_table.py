"""Changes its own table in every way; the original and the copies of others must not notice."""
# where: session
# expect: altered

import os

os.remove("table.csv")
with open("table.csv", "w") as table:
    table.write("city,price\nNowhere,0\n")
print("altered:", open("table.csv").read().count("Nowhere"))
# --- next turn
import pandas as pd

pd.DataFrame({"city": ["Elsewhere"], "price": [-1]}).to_csv("table.csv", index=False)
os.rename("table.csv", "gone.csv")
print("altered twice")
