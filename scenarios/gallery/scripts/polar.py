"""How often the wind blows from where, as bars around a circle."""

import matplotlib.pyplot as plt
import numpy as np

directions = ["E", "NE", "N", "NW", "W", "SW", "S", "SE"]
hours = [412, 268, 391, 644, 1377, 1612, 823, 305]

angles = np.linspace(0, 2 * np.pi, len(hours), endpoint=False)
fig, ax = plt.subplots(figsize=(7, 6), subplot_kw={"projection": "polar"})
ax.bar(angles, hours, width=0.6, color="steelblue")
ax.set_xticks(angles, directions)
ax.set_title("Where the wind is from")
