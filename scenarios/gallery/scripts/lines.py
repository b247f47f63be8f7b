"""The level of two rivers through a year, as lines."""

import matplotlib.pyplot as plt
import pandas as pd

levels = pd.read_csv("river_levels.csv")

fig, ax = plt.subplots(figsize=(9, 5))
ax.plot(levels["week"], levels["alder"], label="Alder", color="teal")
ax.plot(levels["week"], levels["birch"], label="Birch", color="darkorange")
ax.set_title("Two rivers through a year")
ax.set_xlabel("Week")
ax.set_ylabel("Level (cm)")
ax.legend(title="River")
fig.savefig("rivers.png")
