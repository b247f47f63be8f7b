"""Finishing times of a relay, lying bars with words at the two ends."""

import matplotlib.pyplot as plt

teams = ["Herons", "Otters", "Magpies", "Badgers", "Swifts"]
minutes = [58.4, 61.7, 63.2, 67.9, 72.6]

fig, ax = plt.subplots(figsize=(8, 5))
ax.barh(teams, minutes, color="orchid")
ax.text(minutes[0] + 1, 0, "new record", va="center")
ax.annotate("lost the baton", xy=(minutes[4], 4), xytext=(60, 4.3))
ax.set_xlabel("Minutes")
ax.set_title("Relay around the lake")
