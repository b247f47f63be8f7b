"""Where a village's electricity is from, as a pie."""

import matplotlib.pyplot as plt

sources = {"Water": 46.3, "Wind": 27.8, "Sun": 14.5, "Gas": 8.1, "Wood": 3.3}

fig, ax = plt.subplots(figsize=(6, 6))
ax.pie(list(sources.values()), labels=list(sources.keys()))
ax.set_title("Electricity of Upper Ford")
