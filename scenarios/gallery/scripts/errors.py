"""Germination of seeds by temperature, with the spread of several trays."""

import matplotlib.pyplot as plt

temperature = (8.5, 11.0, 14.5, 17.0, 21.5, 24.0, 28.5)
share = (14.2, 31.7, 58.3, 74.9, 81.6, 69.4, 37.8)
spread = (3.1, 4.6, 5.2, 4.1, 3.7, 5.9, 6.3)

plt.figure(figsize=(8, 5))
plt.errorbar(temperature, share, yerr=spread, fmt="o", capsize=4, color="slateblue")
plt.title("Spinach wants it mild")
plt.xlabel("Temperature of the soil (°C)")
plt.ylabel("Seeds that germinate (%)")
