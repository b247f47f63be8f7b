"""Waiting times at three counters, as boxes."""

import matplotlib.pyplot as plt

passports = [12.5, 18.0, 9.2, 22.4, 15.1, 17.3, 30.8, 14.6, 11.9, 20.2, 16.4, 25.7]
permits = [31.2, 27.5, 44.1, 38.6, 22.9, 35.4, 41.3, 29.8, 52.6, 33.7, 36.2, 40.5]
refunds = [6.1, 8.4, 5.3, 11.2, 7.7, 9.6, 4.8, 13.9, 6.9, 10.3, 8.8, 7.2]

fig, ax = plt.subplots(figsize=(7, 5))
ax.boxplot([passports, permits, refunds])
ax.set_xticks([1, 2, 3], ["Passports", "Permits", "Refunds"])
ax.set_title("How long people wait at the town hall")
ax.set_ylabel("Minutes")
