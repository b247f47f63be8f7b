"""Draws a figure whose picture would take gigabytes."""
# where: session
# intents: plot:plot
# expect: MemoryError|ValueError|ResultError|OutputLimit|TimeoutError|Killed

import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(2_000, 2_000))
axes.plot([1, 2])
