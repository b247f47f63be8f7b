"""Loans of a tool library by kind of tool, as bars."""

import matplotlib.pyplot as plt

kinds = ["Drills", "Ladders", "Mowers", "Saws", "Tents", "Trailers"]
loans = [412, 287, 351, 198, 143, 96]

fig, ax = plt.subplots(figsize=(8, 5))
ax.bar(kinds, loans, color="seagreen")
ax.set_title("What a tool library lends most")
ax.set_xlabel("Kind of tool")
ax.set_ylabel("Loans in a year")
plt.show()
