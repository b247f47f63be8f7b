"""Depth of a pond on a grid, as filled contours."""

import matplotlib.pyplot as plt
import numpy as np

depth = np.array(
    [
        [0.11, 0.24, 0.38, 0.41, 0.35, 0.22, 0.12],
        [0.27, 0.62, 0.97, 1.08, 0.91, 0.55, 0.25],
        [0.36, 0.93, 1.56, 1.83, 1.49, 0.84, 0.37],
        [0.33, 0.88, 1.61, 2.14, 1.72, 0.95, 0.42],
        [0.21, 0.57, 1.13, 1.47, 1.28, 0.71, 0.29],
        [0.13, 0.26, 0.48, 0.63, 0.52, 0.31, 0.14],
    ]
)

fig, ax = plt.subplots(figsize=(7, 5))
drawn = ax.contourf(depth, levels=8)
fig.colorbar(drawn)
ax.set_title("Depth of the mill pond")
ax.set_xlabel("Steps to the east")
ax.set_ylabel("Steps to the north")
