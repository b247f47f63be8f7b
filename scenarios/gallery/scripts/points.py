"""Height and girth of old oaks, as points."""

import matplotlib.pyplot as plt
import numpy as np

girth = np.array([2.31, 3.05, 4.62, 5.18, 3.77, 6.43, 4.09, 2.86, 5.71, 7.24, 3.42, 4.95, 6.02, 5.36])
height = np.array([14.2, 17.9, 21.4, 20.6, 19.3, 24.7, 22.1, 15.8, 23.5, 22.9, 18.4, 20.1, 25.3, 21.8])

fig, ax = plt.subplots(figsize=(8, 5))
ax.scatter(girth, height, color="olivedrab")
ax.set_title("Old oaks of the common")
ax.set_xlabel("Girth (m)")
ax.set_ylabel("Height (m)")
