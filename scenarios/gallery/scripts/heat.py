"""Visitors of a swimming hall by day and time, as a heat map."""

import matplotlib.pyplot as plt

days = ["Mon", "Tue", "Wed", "Thu", "Fri"]
times = ["Morning", "Noon", "Afternoon", "Evening"]
visitors = [
    [34, 51, 47, 88],
    [29, 44, 61, 93],
    [41, 58, 79, 102],
    [32, 49, 66, 97],
    [37, 63, 84, 121],
]

fig, ax = plt.subplots(figsize=(7, 5))
image = ax.imshow(visitors, cmap="YlGnBu")
ax.set_xticks(range(4), times)
ax.set_yticks(range(5), days)
fig.colorbar(image, label="Visitors")
ax.set_title("When the swimming hall is full")
