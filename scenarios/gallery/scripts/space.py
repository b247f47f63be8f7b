"""Samples of soil by three measures, as points in space."""

import matplotlib.pyplot as plt

clay = [11.4, 24.8, 31.2, 18.7, 42.5, 27.3, 15.9, 36.1, 21.6, 29.4]
sand = [67.1, 44.3, 31.8, 55.9, 18.2, 39.6, 61.4, 24.7, 49.8, 35.5]
humus = [2.14, 3.87, 4.52, 2.96, 5.31, 3.48, 2.35, 4.91, 3.19, 4.06]

fig = plt.figure(figsize=(7, 6))
ax = fig.add_subplot(projection="3d")
ax.scatter(clay, sand, humus, color="tomato")
ax.set_xlabel("Clay (%)")
ax.set_ylabel("Sand (%)")
ax.set_zlabel("Humus (%)")
ax.set_title("Ten samples of soil")
